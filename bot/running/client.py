"""The Discord client: connects all shards, then brings every session up to date; which are deaf."""

from __future__ import annotations

import asyncio
import gc
import sys
import time
from collections import defaultdict, deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import UNAUTHORIZED
from importlib import import_module
from typing import Any, Final

import aiohttp
import discord
import structlog
from discord import app_commands
from discord.ext import commands
from discord.http import Route

from bot.delivery.calling.answers import OUTCOME
from bot.delivery.calling.edits import Form, with_picture_alone
from bot.delivery.wire.caution import Caution, Shards, has_left, hears_of, watch
from bot.delivery.wire.faults import FAILURES, Held, code_of
from bot.running.commands import Commands, CommandTranslator, register
from bot.running.gateway import PassingOn, Sent, Soon, Starts, lost_like_any
from bot.running.services import Rates, Services
from bot.running.start_up import carry_up, catch_up_all, count_all, examine_all, surely, waited_out
from bot.running.telling import counting
from bot.store.shares import shard_of
from bot.store.store import StoreFailed

LEFT_TO_PROXY: Final = Rates(calls_per_second=10_000, burst=10_000)
"""It knows what all processes ask of Discord, and lets their calls wait."""


def call_through(proxy: str) -> None:
    """Send this process's calls to the proxy's address, as it passes them on: `/api/v10/...`.

    The gateway and the files are Discord's own as before.
    """
    Route.BASE = f"{proxy}/api/v10"


_log = structlog.get_logger(__name__)

# Voice is none of our business, and neither is its missing library.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False
discord.shard.ExponentialBackoff = Soon  # type: ignore[assignment,attr-defined]
aiohttp.FormData = Form  # type: ignore[misc,assignment]
for _changed in (discord.InteractionMessage, discord.WebhookMessage):
    _changed.__init__ = with_picture_alone  # type: ignore[method-assign,assignment]

SWITCH_INTERVAL = 0.0001
"""Seconds for which a thread may keep the interpreter from another; Python's own 0.005.

The store's thread asks for it half a dozen times a commit, and the next press waits for that one.
"""
NOWHERE = 0
"""The channel of an interaction that came without one."""
LONGEST_LIMIT = 30.0
"""Seconds that discord.py waits for the end of a rate limit; longer ones are for us to mind."""
LAST_ANSWERS = 2.5
"""Seconds at the end in which presses under way are still answered; as many again where Discord
shows that they were received."""
EVERY = 60.0
"""Seconds between two looks whether a shard has become deaf, and whether nobody waits."""
WORTH_COLLECTING = 10_000
"""Objects made for which the collector looks for circles once nobody waits."""
SOCKETS = 500
"""Connections to Discord at most: as many as calls are made in the time after which one that hangs
is given up."""
BROKEN_OFF = 1.0
"""Seconds that answers take to end which are broken off."""


KNOWN = 1_000
"""Silences that are remembered of a shard, the latest."""
ENOUGH = 20
"""So many tell what is usual;"""
UNKNOWN = 6 * 3600.0
"""before that, this is: seconds."""
SHORTEST = 600.0
"""Seconds that are never out of the usual,"""
BEYOND = 2.0
"""nor is any silence up to so many times the longest that is known."""
RENEWED = 3600.0
"""Seconds between two new sessions of a shard at least."""


@dataclass(slots=True)
class _Heard:
    """When a shard was heard last, by what it has been since it was connected."""

    at: float
    silences: deque[float] = field(default_factory=lambda: deque(maxlen=KNOWN))
    renewed_at: float | None = None


class Silence:
    """How long nobody has pressed anything, shard by shard, and what is usual there."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = clock()
        self.event_at = self._interaction_at = self._begun
        """When the gateway last sent anything; and an interaction."""
        self._heard: defaultdict[int, _Heard] = defaultdict(lambda: _Heard(self._begun))

    def interaction(self, shard: int) -> None:
        """Somebody has pressed or typed something; the silence before it was none of deafness."""
        heard, now = self._heard[shard], self._clock()
        heard.silences.append(now - heard.at)
        heard.at = self._interaction_at = now

    def renewed(self, shard: int) -> None:
        """The shard has a new session: what was silent before says nothing of this one."""
        heard = self._heard[shard]
        heard.at = heard.renewed_at = self._clock()

    def since_event(self) -> float:
        """Seconds."""
        return self._clock() - self.event_at

    def since_interaction(self) -> float:
        """Seconds since the last one on any shard, or since the start."""
        return self._clock() - self._interaction_at

    def unusual(self, shard: int) -> bool:
        """Whether a new session had better be begun."""
        heard, now = self._heard[shard], self._clock()
        if heard.renewed_at is not None and now < heard.renewed_at + RENEWED:
            return False
        known = len(heard.silences) >= ENOUGH
        usual = BEYOND * max(heard.silences) if known else UNKNOWN
        return now - heard.at > max(SHORTEST, usual)


class Guildhall(commands.AutoShardedBot):
    """The bot. Everything it knows is in `services`.

    `shards`: those of this process; None: as many as Discord wants. `forgotten`: this Discord
    can't know of any commands that were registered before.
    """

    def __init__(self, *, shards: Shards | None = None, forgotten: bool = False) -> None:
        self.caution = Caution(time.monotonic, self._living)
        self.silence = Silence(time.monotonic)
        self.starts = Starts(self.fetch_session_start_limits, time.monotonic)
        self._unanswered: dict[int, float] = {}
        """When interactions came that have no answer yet."""
        self.awaited: str | None = None
        """What a start waits for."""
        own: dict[str, Any] = {}
        if shards is not None:
            own = {"shard_ids": shards.numbers, "shard_count": shards.total}
        intents = discord.Intents.none()
        intents.guilds = True
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Commands,
            intents=intents,
            allowed_mentions=discord.AllowedMentions.none(),
            allowed_contexts=app_commands.AppCommandContext(guild=True),
            allowed_installs=app_commands.AppInstallationType(guild=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0,
            max_messages=None,
            http_trace=watch(
                self.caution,
                counting(lambda: self.services.metrics, self._unanswered),
                shared=lambda: self.services.shares.shared,
            ),
            max_ratelimit_timeout=LONGEST_LIMIT,
            **own,
        )
        self.http.ws_connect = lost_like_any(self.http.ws_connect)  # type: ignore[method-assign]
        self.services: Services
        # Every interaction comes through here, before discord.py makes anything of it.
        parsers = self._connection.parsers
        self._take_in: Callable[[Sent], None] = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._came
        self._begin_anew: Callable[[Sent], None] = parsers["READY"]
        parsers["READY"] = self._session_begun
        self._passing_on: PassingOn | None = None
        self._passed_on: list[Sent] | None = []
        self.caught_up = asyncio.Event()
        self.examined = asyncio.Event()
        self.registering: asyncio.Task[None] | None = None
        self.signing: asyncio.Task[None] | None = None
        self._forgotten = forgotten
        self._start_up: asyncio.Task[None] | None = None
        self._looking: asyncio.Task[None] | None = None
        self._more_to_do = False
        self._answering: dict[asyncio.Task[object], discord.Interaction[Any]] = {}
        self._closing = False

    def _living(self) -> int:
        return self.services.shares.living()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        """Called by discord.py for whatever happens, beside what the gateway sends."""
        if event_name == "socket_event_type":
            self.silence.event_at = time.monotonic()  # and nobody else listens
        else:
            super().dispatch(event_name, *args, **kwargs)

    def held_up(self, reason: str, outage: str = "Discord") -> None:
        """A start waits for something that passes by itself."""
        self.awaited = reason
        _log.warning("start held up", reason=reason, outage=outage)

    async def start(self, token: str, *, reconnect: bool = True) -> None:
        """Play, as soon as Discord can be reached; raises what a person must mend."""
        await waited_out(lambda: self._logged_in(token), _unreachable, self.held_up)
        await waited_out(lambda: self._connected(reconnect=reconnect), _unreachable, self.held_up)

    async def _logged_in(self, token: str) -> None:
        self.http.connector = aiohttp.TCPConnector(limit=SOCKETS)
        try:
            await self.login(token)
        except BaseException:
            await self.http.close()
            raise

    async def _connected(self, *, reconnect: bool) -> None:
        await self.starts.check()
        await self.connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py before a session is begun; one that is resumed costs nothing."""
        await self.starts.begin()
        self.silence.renewed(shard_id or 0)
        await super().before_identify_hook(shard_id, initial=initial)

    def _came(self, sent: Sent) -> None:
        """An interaction came over one of this process's own shards."""
        guild_id, pressed = sent.get("guild_id"), sent.get("message")
        if pressed is not None:
            # Its custom_id says it all: of what stands there nothing need be made.
            pressed |= {"components": [], "attachments": [], "embeds": [], "mentions": []}
        total = self.shard_count or 1
        shard = 0 if guild_id is None or total == 1 else shard_of(int(guild_id), total)
        self.silence.interaction(shard)
        shares = self.services.shares
        successor = shares.successor() if shares.shared else None
        if successor is None or self._passing_on is None:
            self._take_in(sent)
        else:
            self._passing_on.send(successor, sent)

    def _session_begun(self, sent: Sent) -> None:
        """A shard has a new session; what it isn't told of any more was left in between."""
        shard, listed = sent["shard"][0], {int(guild["id"]) for guild in sent["guilds"]}
        for guild in self.guilds:
            if guild.shard_id == shard and guild.id not in listed:
                self._connection.parsers["GUILD_DELETE"]({"id": str(guild.id)})
        self._begin_anew(sent)

    def _came_from_another(self, sent: Sent) -> None:
        """The same by way of a process of an older release; kept until all is loaded."""
        if self._passed_on is None:
            self._take_in(sent)
        else:
            self._passed_on.append(sent)

    async def setup_hook(self) -> None:
        """Load the cogs before any press arrives, and have the commands registered."""
        self._passing_on = PassingOn(self.services.store, self._came_from_another)
        heard = self._passing_on.heard
        await surely(lambda: self.services.hearing.begin(self._gained, heard))
        await self.services.shares.claim()
        self.services.shares.run(self._gained)
        await surely(self.services.deadlines.load)
        await surely(self.services.errands.load)
        await self.load_commands()
        early, self._passed_on = self._passed_on or [], None
        for sent in early:
            self._take_in(sent)
        tree, store = self.tree, self.services.store
        if hears_of(self, None):
            # Of several processes one tells Discord of the commands.
            self.registering = asyncio.create_task(register(tree, store, surely=self._forgotten))
        # What is loaded by now stays: the collector need not look through it again and again.
        gc.freeze()
        # A computer that chooses in its thread gives the interpreter back as soon as a press comes.
        sys.setswitchinterval(SWITCH_INTERVAL)

    async def load_commands(self) -> None:
        """Load the cogs, with the words of every language."""
        # Not as an extension: each start would run them anew, and each end look for them among
        # all modules.
        await import_module("cogs").setup(self)
        await self.tree.set_translator(CommandTranslator(self.services.languages))

    async def on_ready(self) -> None:
        """Bring what lags behind the store up to date, once a start however often we connect."""
        self.awaited = None
        if self._start_up is None and not self._closing:
            self._start_up = asyncio.create_task(self._catch_up_all())
            self._looking = asyncio.create_task(self._look_every_minute())

    async def _catch_up_all(self) -> None:
        self._more_to_do = False
        # Servers that are unavailable are known from the first word of their shard on.
        await catch_up_all(self.services, lambda guild_id: not has_left(self, guild_id))
        self.services.deadlines.run()
        self.services.errands.run()
        self.caught_up.set()
        await count_all(self.services)
        self.services.retention.run()
        await examine_all(self.services)
        self.examined.set()
        services, makes = self.services, hears_of(self, None)
        drawing, store, signs = services.drawing, services.store, services.renderer.signs
        signing = carry_up(self, drawing, store, services.games, signs, makes=makes)
        self.signing = asyncio.create_task(signing)
        await self._take_over()

    async def renew_deaf_shards(self) -> None:
        """Begin a new session where nothing is heard for longer than is usual there.

        To resume the one that there is would leave it as deaf.
        """
        for number, shard in self.shards.items():
            if shard.is_closed() or not self.silence.unusual(number):
                continue
            with suppress(discord.GatewayNotFound, *FAILURES):  # it is looked at again
                await self.starts.check()
                _log.warning("a new session after an unusual silence", shard=number)
                await shard.reconnect()

    def collect_at_rest(self) -> None:
        """Have the collector look for circles if nobody is being answered: that takes a while."""
        if not self._answering and gc.get_count()[0] > WORTH_COLLECTING:
            gc.collect()

    async def _look_every_minute(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self.renew_deaf_shards()
            self.collect_at_rest()

    def _gained(self) -> None:
        """There may be more sessions to look after: do for them what a start does, after it."""
        self._more_to_do = True
        if self._start_up is not None and self._start_up.done() and not self._closing:
            self._start_up = asyncio.create_task(self._take_over())

    async def _take_over(self) -> None:
        while self._more_to_do:
            self._more_to_do = False
            await surely(self._look_after_more)

    async def _look_after_more(self) -> None:
        self.services.hearing.forget_all()
        await catch_up_all(self.services, lambda guild_id: not has_left(self, guild_id))
        await self.services.hearing.doubt_all_answers()
        await count_all(self.services)
        await examine_all(self.services)

    def comes_in(self, interaction: discord.Interaction[Any]) -> bool:
        """Note that the current task answers somebody; it is let finish before the end.

        False once the end has begun: Discord says that nobody answers, and whoever presses again
        comes to the next process.
        """
        if self._closing:
            return False
        if interaction.channel is None:
            # Of a kind that discord.py doesn't know; it stumbles over the answer without one.
            interaction.channel = self.get_partial_messageable(NOWHERE)  # type: ignore[assignment]
        interaction.extras["came"] = self._unanswered[interaction.id] = time.monotonic()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(interaction=interaction.id)
        task: Any = asyncio.current_task()
        self._answering[task] = interaction
        task.add_done_callback(self._over)
        return True

    def _over(self, task: asyncio.Task[object]) -> None:
        interaction = self._answering.pop(task, None)
        if interaction is None:
            return
        self._unanswered.pop(interaction.id, None)
        if interaction.response.is_done():
            # The two refer to each other: with the pressed message and all that it shows they
            # would stay until the collector comes by, and were most of what the bot took.
            interaction.response._parent = None  # type: ignore[assignment]  # noqa: SLF001

    def went(self, interaction: discord.Interaction[Any], kind: str) -> None:
        """Note how an interaction that came in has ended: `Answers.failed` says what went wrong."""
        if "came" not in interaction.extras:
            return
        outcome = interaction.extras.get(OUTCOME, "done")
        seconds = time.monotonic() - interaction.extras["came"]
        self.services.metrics.pressed(kind, outcome)
        _log.info("press", kind=kind, outcome=outcome, seconds=round(seconds, 3))

    async def answered(self, within: float | None = None) -> None:
        """Wait until nobody is being answered, for so many seconds at most."""
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=within)

    async def _last_answers(self) -> None:
        """Take in nothing more; what hangs is broken off, last what Discord has a word of."""
        self._closing = True
        await self.answered(LAST_ANSWERS)
        for task, interaction in self._answering.items():
            if not interaction.response.is_done():
                task.cancel()
        await self.answered(LAST_ANSWERS)
        for task in self._answering:
            task.cancel()
        await self.answered(BROKEN_OFF)

    async def close(self) -> None:
        """Leave Discord; whatever was under way is found again at the next start."""
        await self._last_answers()
        for task in (self._looking, self._start_up, self.registering, self.signing):
            if task is not None:
                task.cancel()
        if self.caught_up.is_set():
            with suppress(StoreFailed):
                await self.services.deadlines.note()
        if self._passing_on is not None:
            await self._passing_on.settled()
        await self.services.close()
        await super().close()
        await self.services.notes.write()
        await self.services.shares.close()
        await self.services.store.close()


def _unreachable(error: Exception) -> str | None:
    """Why Discord can't be reached just now; None of what doesn't pass by itself."""
    failed = error.__cause__ if isinstance(error, discord.GatewayNotFound) else error
    if not isinstance(failed, FAILURES) or getattr(failed, "status", None) == UNAUTHORIZED:
        return None
    return str(failed) if isinstance(failed, Held) else f"Discord is away ({code_of(failed)})"
