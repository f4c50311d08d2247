"""The whole bot on a local Discord, in one process, and people who play there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import itemgetter
from pathlib import Path

from pydantic import SecretStr

from bot.delivery.wire.caution import Shards, shares_of
from bot.games import Box, languages_of, lessons_of, together
from bot.languages import Languages
from bot.local import NO_LIMITS, Limits, LocalDiscord, point_discord_at
from bot.local.rest.faults import Seen
from bot.local.world.clock import Clock
from bot.local.world.records import Message
from bot.running.client import Guildhall
from bot.running.services import Rates, Services
from bot.screens.custom_ids import CALLED
from bot.sessions.sessions import Sessions
from bot.sessions.table.reading import release
from bot.sessions.table.table import Table
from bot.store.opening import open_store
from bot.store.shares import Pulse
from bot.testing.databases import unused
from bot.testing.driver import Person, Witness, buttons
from bot.testing.picking import Choose, pick_anything
from bot.testing.playing import act_for
from bot.testing.sketches import SKETCHES, drawing_here
from bot.thinking.thinkers import Budget, Thinkers
from engine import games
from engine.bots import Player
from engine.parts.rng import Rng
from images import Pictures

TABLE = "great-table"
OTHER_TABLE = "side-table"
THREAD = "corner-talk"
LANGUAGES = Languages.load()
UNPACED = Rates(10_000, burst=10_000, calls_per_channel=10_000, follow_ups=10_000)
QUICK = Budget(playouts=8, rest=0.0)
QUICK_PULSE = Pulse(every=0.5, valid=6.0, margin=0.5)
SEED = 20_261_121


@dataclass
class House:
    """A bot that is connected, the Discord it is connected to, and people."""

    discord: LocalDiscord
    bot: Guildhall
    witness: Witness

    @property
    def services(self) -> Services:
        """What the bot is made of."""
        return self.bot.services

    def person(self, name: str) -> Person:
        """Somebody with an account on this Discord."""
        return Person(self.discord, name, self.witness)

    async def quiet(self) -> None:
        """Wait until all is answered, computers have chosen and every message is up to date."""
        await self.bot.examined.wait()
        for _ in range(3):
            await self.bot.answered()
            await self.services.deadlines.settled()
            await self.services.computers.settled()
            await self.services.delivery.settled()
            await self.services.films.settled()

    async def lobby(
        self,
        *names: str,
        computers: int = 0,
        strength: str = "normal",
        channel: str = TABLE,
        game: str = "guildes",
    ) -> Party:
        """A lobby of these people, the first of them its host, and so many such computers."""
        people = [self.person(name) for name in names]
        host = people[0]
        await host.command("play", channel, game=game)
        record = await self.services.store.live_session_in(host.channel(channel).id)
        assert record is not None
        party = Party(self, people, channel, record.id)
        for person in people[1:]:
            await person.press(f"lobby:{record.id}:join", party.board)
        await party.add_computers(computers, strength)
        await self.quiet()
        return party

    async def game(
        self,
        *names: str,
        computers: int = 0,
        strength: str = "normal",
        channel: str = TABLE,
        game: str = "guildes",
    ) -> Party:
        """A game of these that has just begun."""
        party = await self.lobby(
            *names, computers=computers, strength=strength, channel=channel, game=game
        )
        await party.host.press(f"lobby:{party.session_id}:start", party.board)
        await self.quiet()
        return party


@dataclass
class Party:
    """The people of one session."""

    house: House
    people: list[Person]
    channel: str
    session_id: int

    @property
    def host(self) -> Person:
        """Who opened the lobby."""
        return self.people[0]

    @property
    def board(self) -> Message:
        """The session's message in its channel."""
        prefixes = (f"show:{self.session_id}:more", f"lobby:{self.session_id}:")
        found = [
            message
            for message in self.host.channel(self.channel).messages.values()
            if message.seen_by is None
            and any((b.get("custom_id") or "").startswith(prefixes) for b in buttons(message))
            and not any((b.get("custom_id") or "").endswith(CALLED) for b in buttons(message))
        ]
        return found[-1]

    def hand(self, person: Person) -> Message:
        """The person's private message about this session."""
        return next(
            message
            for message in reversed(person.messages(None))
            if message.seen_by is None
            and any(
                (b.get("custom_id") or "").split(":")[1:2] == [str(self.session_id)]
                for b in buttons(message)
            )
        )

    async def add_computers(self, number: int, strength: str = "normal") -> None:
        """Have the host seat so many computers, and the board show them."""
        if not number:
            return
        lobby = f"lobby:{self.session_id}"
        screen = self.host.response(await self.host.press(f"{lobby}:computers", self.board))
        for _ in range(number):
            await self.host.press(f"{lobby}:add:{strength}", screen)
        await self.house.quiet()

    async def table(self) -> Table:
        """The session as it is."""
        return await self.house.services.sessions.table(self.session_id)

    async def moves(self) -> list[tuple[int, tuple[str, ...]]]:
        """The log: seats with what they picked."""
        log = await self.house.services.store.moves(self.session_id)
        return [(move.seat, move.picks) for move in log]

    async def awaited(self) -> list[Person]:
        """The people who owe a choice."""
        table = await self.table()
        asked = {table.record.seats[seat].user_id for seat in table.people_asked()}
        return [person for person in self.people if person.id in asked]

    async def play_on(self, choose: Choose = itemgetter(0)) -> None:
        """Let everybody who is awaited choose once, in their private messages."""
        for person in await self.awaited():
            await pick_anything(person, self.hand(person), choose)
        await self.house.quiet()

    async def play_out(self, seed: int = 1) -> None:
        """Play to the end at random."""
        rng = Rng(seed)
        while await self.awaited():
            await self.play_on(rng.choice)

    async def skip_to_last_choice(self) -> None:
        """Have everybody choose at random, unseen, until one choice would end the game."""
        await self._skip(to_the_end=False)

    async def finish(self, player: Player | None = None) -> None:
        """Have everybody choose as this player or at random, unseen, until the game is over."""
        await self._skip(to_the_end=True, player=player)

    async def _skip(self, *, to_the_end: bool, player: Player | None = None) -> None:
        services, rng = self.house.services, Rng(1)
        with unseen(services.sessions):
            while (table := await self.table()).record.status == "playing":
                game, state = table.game, table.state
                seat = game.asked(state)[0]
                if player is None:
                    picks = game.decode(state, seat, rng.choice(game.moves(state, seat)))
                else:
                    picks = player.choose(game, game.view(state, seat), rng.below(1_000_000))
                after, _ = game.play(state, seat, picks)
                if game.outcome(after) is not None and not to_the_end:
                    break
                step = game.prompts(state)[seat].step
                await act_for(services.playing, self.session_id, seat, step, picks)
        await services.sessions.opened(self.session_id)
        await self.house.quiet()


@contextlib.contextmanager
def unseen(sessions: Sessions) -> Iterator[None]:
    """While nobody follows what is changed."""
    followers, sessions._followers = sessions._followers, ()
    try:
        yield
    finally:
        sessions._followers = followers


async def at_once(seconds: float) -> None:
    """A sleep for computers that takes no time."""
    await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def connected(
    discord: LocalDiscord,
    database: Path | SecretStr,
    *,
    boxes: Sequence[Box] = (),
    paced: bool = False,
    drawn: Mapping[str, Pictures] = SKETCHES,
    registered: bool = True,
    budget: Budget = QUICK,
    shards: Shards | None = None,
    pulse: Pulse = QUICK_PULSE,
) -> AsyncIterator[Guildhall]:
    """A bot on that Discord and database, ready for presses; stopped cleanly at the end.

    `boxes`: games from outside; `drawn`: the pictures of every game; `budget`: how long hard
    computers think; `shards`: those of this process alone; `pulse`: how long it has what it has.
    """
    point_discord_at(discord.url)
    if isinstance(database, Path):
        unused(database)
    bot, store = Guildhall(shards=shards), await open_store(database, clock=discord.clock.now)
    every = together(games, boxes)
    bot.services = Services(
        bot,
        store,
        languages_of(boxes),
        every,
        seed=lambda: SEED,
        pause=at_once,
        rates=Rates() if paced else UNPACED,
        clock=discord.clock,
        drawing=drawing_here(drawn),
        lessons=lessons_of(boxes),
        thinkers=Thinkers(budget=budget, most=1),
        shares=shares_of(store, shards, lambda: release(every), pulse),
    )
    async with bot:
        task = asyncio.create_task(bot.start(discord.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        await bot.caught_up.wait()
        if registered and bot.registering is not None:
            await bot.registering
        try:
            yield bot
        finally:
            await bot.close()
            task.cancel()


@contextlib.asynccontextmanager
async def local_discord(
    limits: Limits = NO_LIMITS,
    clock: Clock | None = None,
    shards: int = 1,
    inspect: Callable[[Seen], None] | None = None,
) -> AsyncIterator[LocalDiscord]:
    """A Discord; it fails the test if it was asked for anything that Discord doesn't take.

    Or if a phone buzzed without a word of what for.
    """
    async with LocalDiscord(limits=limits, clock=clock, inspect=inspect, shards=shards) as discord:
        yield discord
        assert discord.requests.unknown == []
        assert discord.requests.problems == []
        assert discord.notifications.unreadable == []


@contextlib.asynccontextmanager
async def house(
    database: Path | SecretStr,
    limits: Limits = NO_LIMITS,
    *,
    boxes: Sequence[Box] = (),
    clock: Clock | None = None,
    paced: bool = False,
    drawn: Mapping[str, Pictures] = SKETCHES,
    inspect: Callable[[Seen], None] | None = None,
) -> AsyncIterator[House]:
    """A house for one test."""
    async with (
        local_discord(limits, clock, inspect=inspect) as discord,
        connected(discord, database, boxes=boxes, paced=paced, drawn=drawn) as bot,
    ):
        yield House(discord, bot, Witness(discord.world))


@contextlib.asynccontextmanager
async def reopened(
    hall: House,
    database: Path | SecretStr,
    *,
    boxes: Sequence[Box] = (),
    drawn: Mapping[str, Pictures] = SKETCHES,
) -> AsyncIterator[House]:
    """Another bot on the Discord and database of one that has stopped."""
    async with connected(hall.discord, database, boxes=boxes, drawn=drawn) as bot:
        yield replace(hall, bot=bot)
