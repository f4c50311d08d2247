"""Where we may write: in channels of games, and in people's direct messages as they are open.

What channels refuse us is tried again by itself, whatever kind of message it is. Direct messages
are opened at a pace: a bot that opens many is taken for a sender of spam.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from typing import Final, NamedTuple, TypeAlias, TypeVar

import discord
import orjson
import structlog

from bot.delivery.calling.edits import in_time
from bot.delivery.calling.threads import NEEDED
from bot.delivery.wire.caution import Pace, Priority
from bot.delivery.wire.faults import (
    ARCHIVED,
    FAILURES,
    LOCKED,
    OPENING_TOO_FAST,
    QUARANTINED,
    Held,
    Remedy,
    code_of,
    remedy,
)
from bot.people import People
from bot.sessions.sessions import Locks
from bot.store.records.people import Person
from bot.store.records.sessions import Session
from bot.store.store import Store
from bot.time import Alarms, Clock, Retries
from engine.text import Text, frozen, text

_log = structlog.get_logger(__name__)

_MISSING_ACCESS = 50001


def missing(allowed: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The names of the permissions that the bot needs and lacks."""
    if not allowed.view_channel:
        return ("view_channel",)  # without it the others are not even looked at
    return tuple(name for name in _needed(thread=thread) if not getattr(allowed, name))


def needed_everywhere() -> discord.Permissions:
    """What an invitation of the bot asks for."""
    names = ("view_channel", "send_messages", *NEEDED)
    return discord.Permissions(**dict.fromkeys(names, True))


def missing_in(client: discord.Client, channel_id: int) -> tuple[str, ...] | None:
    """The same for a channel as last heard of.

    None: we don't know the channel. We can't see it, or it is a thread that was archived, or its
    server hasn't been told of yet.
    """
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    thread = isinstance(channel, discord.Thread)
    return missing(channel.permissions_for(channel.guild.me), thread=thread)


def closed(thread: discord.Thread) -> Text | None:
    """What to tell players of a thread in which nobody but moderators may write."""
    if not thread.locked:
        return None
    return text("board.archived" if thread.archived else "board.locked")


def shut_out(lacking: tuple[str, ...]) -> Text:
    """What to tell players of a channel where these permissions are missing."""
    return text("board.shut_out", names=tuple(text(f"permission.{name}") for name in lacking))


def timed_out(me: discord.Member | None, now: float) -> int | None:
    """Until when we may only look on in a server, in Unix time; None: we aren't in time-out."""
    until = None if me is None else me.timed_out_until
    return None if until is None or until.timestamp() <= now else round(until.timestamp())


def why(error: Exception, lacking: tuple[str, ...] | None) -> Text:
    """What to tell players of a refusal in a channel where these permissions are missing."""
    code = code_of(error)
    if remedy(error) is Remedy.GIVE_UP:
        return text("board.refused", code=str(code))
    if code == LOCKED:
        return text("board.locked")
    if code == ARCHIVED:
        return text("board.archived")
    if not lacking:
        # Discord says so; what we know of the channel is nothing, or out of date.
        unseen = code == _MISSING_ACCESS
        lacking = ("view_channel",) if unseen else _needed(thread=lacking is None)
    return shut_out(lacking)


def _needed(*, thread: bool) -> tuple[str, ...]:
    sending = "send_messages_in_threads" if thread else "send_messages"
    return (sending, "attach_files", "embed_links")


AGAIN_AFTER, AGAIN_AT_LEAST = 10.0, 600.0
"""Seconds after which what was refused is tried again: the first time, and in the end."""
TOLD_FOR = 86_400.0
"""Seconds after the end of a game, or a press, for which its channel is to tell of it."""


class Bar(NamedTuple):
    """Which kind of message of a session, about what, is kept out of which channel."""

    kind: str
    session_id: int
    guild_id: int | None
    channel_id: int
    about: Hashable = None

    @classmethod
    def of(cls, kind: str, record: Session, about: Hashable = None) -> Bar:
        """In the channel of a session."""
        return cls(kind, record.id, record.guild_id, record.channel_id, about)


class Barred:
    """Tries it again ever more rarely, at once where we may do more, and when a time-out ends.

    Discord tells of no such end.
    """

    def __init__(self, client: discord.Client, alarms: Alarms, clock: Clock) -> None:
        self._client = client
        self._clock = clock
        self._retries = Retries[Bar](
            "barred", alarms, clock, first=AGAIN_AFTER, longest=AGAIN_AT_LEAST
        )

    def refused(self, bar: Bar, again: Callable[[], None]) -> float:
        """Leave it alone for a while, then try `again`; for how many seconds."""
        until = self.timed_out(bar.guild_id)
        by = inf if until is None else until + 1 - self._clock.now()
        return self._retries.refused(bar, again, by=by)

    def put_off(self, bar: Bar, error: Exception, again: Callable[[], None]) -> bool:
        """The same after this failure, unless the channel is gone; whether it is tried again."""
        if remedy(error) is Remedy.CHANNEL_GONE:
            return False
        self.refused(bar, again)
        return True

    @contextmanager
    def trying(
        self, bar: Bar, again: Callable[[], None], said: str, *, wanted: bool = True
    ) -> Iterator[None]:
        """What is refused in here is logged, as `said`, and put off, if it is `wanted` still.

        Raises what passes by itself.
        """
        try:
            yield
        except FAILURES as error:
            if remedy(error) is Remedy.TRY_LATER:
                raise
            _log.info(said, session=bar.session_id, code=code_of(error))
            if not (wanted and self.put_off(bar, error, again)):
                self.forget(bar)
        else:
            self.forget(bar)

    def waits(self, bar: Bar) -> bool:
        """Whether it is to be left alone still."""
        return self._retries.waits(bar)

    def forget(self, bar: Bar) -> None:
        """It went through, or isn't wanted any more."""
        self._retries.forget(bar)

    def look_again(self, guild_id: int) -> None:
        """Something about what we may do in a server has changed.

        What was refused there is tried at once, unless something is known to be missing.
        """
        for bar in self._retries:
            if bar.guild_id == guild_id and not missing_in(self._client, bar.channel_id):
                self._retries.hurry(bar)

    def timed_out(self, guild_id: int | None) -> int | None:
        """Until when we may only look on in a server, in Unix time; None: we aren't in time-out."""
        guild = self._client.get_guild(guild_id or 0)
        return timed_out(None if guild is None else guild.me, self._clock.now())


FACT: Final = "openings"
SPAN, SPAN_UNASKED = 3600.0, 600.0
"""Seconds in which so many direct messages are opened, and unasked ones."""
PAUSE = 600.0
"""Seconds without opening any, after Discord found that they were opened too fast."""
QUARANTINE_PAUSE = 3600.0
"""Seconds after which it is found out with one of them whether the quarantine is over."""


@frozen
class Allowance:
    """How many people's direct messages are opened in an hour: well below the 25 after which bots
    are reported to be put in quarantine.

    `unasked`: in ten minutes, of people who haven't just pressed anything.
    """

    an_hour: int = 15
    unasked: int = 10


_Opened: TypeAlias = tuple[float, bool]


@frozen
class _Noted:
    """When direct messages were opened, with whether the person had pressed something."""

    opened: tuple[_Opened, ...] = ()
    held_until: float = 0.0
    quarantined: bool = False

    def one_more(self, now: float, most: Allowance, *, pressed: bool) -> _Noted:
        """Once another one is opened; in quarantine the others wait for what comes of it.

        Raises Held where none may be opened yet.
        """
        if wait := self._wait(now, most, pressed=pressed):
            raise Held(wait)
        recent = tuple(one for one in self.opened if one[0] > now - SPAN)
        until = now + QUARANTINE_PAUSE if self.quarantined else 0.0
        return replace(self, opened=(*recent, (now, pressed)), held_until=until)

    def without(self, vain: _Opened | None) -> _Noted:
        """The same without one of which nothing came."""
        if vain not in self.opened:
            return self
        at = self.opened.index(vain)
        return replace(self, opened=(*self.opened[:at], *self.opened[at + 1 :]))

    def _wait(self, now: float, most: Allowance, *, pressed: bool) -> float:
        unasked = [at for at, asked in self.opened if not asked]
        until = [self.held_until]
        if len(self.opened) >= most.an_hour:
            until.append(self.opened[-most.an_hour][0] + SPAN)
        if not pressed and len(unasked) >= most.unasked:
            until.append(unasked[-most.unasked] + SPAN_UNASKED)
        return max(0.0, max(until) - now)


@dataclass(eq=False, repr=False)
class Openings:
    """Opens direct messages at a pace that is kept through restarts, and by all processes.

    `now`: the time of day, in seconds.
    """

    _client: discord.Client
    _pace: Pace
    _store: Store
    _now: Callable[[], float]
    _most: Allowance = Allowance()  # noqa: RUF009 - nobody changes it

    def __post_init__(self) -> None:
        self._unheard_of: dict[int, _Opened] = {}

    async def open(self, user_id: int, *, pressed: bool) -> int:
        """The id of the channel of direct messages with a person, who has just `pressed`.

        Raises one of FAILURES; Held where none is to be opened now.
        """
        # Who can't be reached while Discord is out counts once, when they are tried last.
        before, now = self._unheard_of.get(user_id), self._now()
        noted = await self._note(
            lambda noted: noted.without(before).one_more(now, self._most, pressed=pressed)
        )
        self._unheard_of[user_id] = now, pressed
        await self._pace.turn(Priority.HAND)
        try:
            # The client's own way asks Discord once: it would give a lost channel again and again.
            channel = await in_time(self._client.http.start_private_message(user_id))
        except discord.HTTPException as error:
            if error.status < 500:
                self._unheard_of.pop(user_id, None)
            await self.refused(error)
            if error.code == OPENING_TOO_FAST or error.status == 429:
                await self._hold(PAUSE)
            raise
        except discord.RateLimited as limited:
            await self._hold(limited.retry_after)
            raise
        self._unheard_of.pop(user_id, None)
        if noted.quarantined:
            await self._hold(0.0, quarantined=False)
            _log.warning("the quarantine is over: direct messages are opened again")
        return int(channel["id"])

    async def refused(self, error: discord.HTTPException) -> None:
        """Open none for long if a direct message was refused because of a quarantine."""
        if error.code == QUARANTINED:
            _log.error("Discord has put the bot in quarantine", code=error.code)
            await self._hold(QUARANTINE_PAUSE, quarantined=True)

    async def _hold(self, seconds: float, *, quarantined: bool | None = None) -> None:
        """Open none for so long; `quarantined`: whether we are, as before where None."""
        if seconds:
            _log.warning("no direct messages are opened for a while", seconds=round(seconds))

        def held(noted: _Noted) -> _Noted:
            now_in_it = noted.quarantined if quarantined is None else quarantined
            return replace(noted, held_until=self._now() + seconds, quarantined=now_in_it)

        await self._note(held)

    async def _note(self, change: Callable[[_Noted], _Noted]) -> _Noted:
        """What is noted once this is changed of what all processes have noted."""
        noted = await self._store.change_fact(FACT, lambda fact: _dumped(change(_read(fact))))
        return _read(noted)


def _read(fact: str | None) -> _Noted:
    if fact is None:
        return _Noted()
    known = orjson.loads(fact)
    opened = tuple((at, asked) for at, asked in known.pop("opened"))
    return _Noted(opened, **known)


def _dumped(noted: _Noted) -> str:
    return orjson.dumps(noted).decode()


async def quarantine(store: Store) -> str | None:
    """What an operator must know of a quarantine; None without one. Raises StoreFailed."""
    if not _read(await store.fact(FACT)).quarantined:
        return None
    return (
        "Discord has put the bot in quarantine (20026): it can write to nobody to whom it hasn't "
        "written before, whose hands are behind “My hand” in the channel; appeal at "
        "https://dis.gd/app-quarantine"
    )


T = TypeVar("T")

LOST = frozenset({Remedy.CHANNEL_GONE, Remedy.NO_ACCESS})
"""What comes of a channel that was remembered; Discord gives it back if it is opened again."""


class DirectChannels:
    """Writes to people, and remembers where their direct messages are, and which are open."""

    def __init__(self, people: People, openings: Openings) -> None:
        self._people = people
        self._openings = openings
        self._locks = Locks()

    async def of(self, user_id: int, *, pressed: bool = False) -> int:
        """The id of the channel of a person's direct messages; raises one of FAILURES.

        `pressed`: that person has just asked for it.
        """
        async with self._locks.of(user_id):
            person = await self._people.find(user_id)
            if person is not None and person.dm_channel_id is not None:
                return person.dm_channel_id
            channel_id = await self._openings.open(user_id, pressed=pressed)
            if person is not None:
                there = partial(replace, dm_channel_id=channel_id)
                await self._people.change(person, there)
            return channel_id

    async def write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool = False
    ) -> T:
        """What `send` gives, called with that channel; raises one of FAILURES.

        A channel that is lost is opened again, once.
        """
        try:
            return await self._write(user_id, send, pressed=pressed)
        except discord.HTTPException as error:
            if remedy(error) not in LOST:
                raise
        return await self._write(user_id, send, pressed=pressed)

    async def _write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool
    ) -> T:
        channel_id = await self.of(user_id, pressed=pressed)
        try:
            return await send(channel_id)
        except discord.HTTPException as error:
            await self._openings.refused(error)
            await self.forget_lost(user_id, channel_id, error)
            raise

    async def forget_lost(self, user_id: int, channel_id: int, error: Exception) -> bool:
        """Forget the remembered channel if an error says that it is gone; whether it does."""
        person = await self._people.find(user_id)
        if remedy(error) not in LOST or person is None or person.dm_channel_id != channel_id:
            return False
        await self._people.change(person, partial(replace, dm_channel_id=None))
        return True

    async def close(self, person: Person) -> Person:
        """Remember that a person takes no direct messages; nothing is sent until the next Join."""
        return await self._people.change(person, partial(replace, dm_open=False))
