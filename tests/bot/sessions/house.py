"""Sessions over a store of their own, for tests."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bot.sessions.examination import Examination
from bot.sessions.play.holders import Holders
from bot.sessions.play.lobby import Lobbies, Opener
from bot.sessions.play.playing import Playing
from bot.sessions.play.timing import Timing, Whereabouts
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.table import AnyGame, Table
from bot.store.records.play import Seat
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.testing.databases import unused
from bot.testing.playing import act_for
from bot.time import TableTime
from engine import games
from engine.parts.rng import Rng
from tests.local.clock import START, ManualClock

SEED = 7
COMPUTERS = ("Odon", "Renaud")
ADA, BEN, CLEO, DORA = 11, 12, 13, 14
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}


@dataclass
class Rooms:
    """Sessions and lobbies, as the bot has them."""

    store: Store
    sessions: Sessions
    plays: Playing
    timing: Timing
    whereabouts: Whereabouts
    lobbies: Lobbies
    holders: Holders
    examination: Examination

    async def lobby(self, *people: int, game: str = "guildes", channel: int = 1) -> int:
        """A lobby of these people; its id."""
        record = await self.lobbies.open(game, Opener(person(people[0]), channel, "en-US", 1))
        for user_id in people[1:]:
            await self.lobbies.join(record.id, person(user_id))
        return record.id

    async def game(self, *people: int, game: str = "guildes", channel: int = 1) -> Table:
        """A game of these people that has just begun."""
        session_id = await self.lobby(*people, game=game, channel=channel)
        return await self.lobbies.start(session_id, people[0], moderator=False)

    async def choose(self, session_id: int, user_id: int, option: int = 0):
        """Let somebody choose one of the options."""
        table = await self.sessions.table(session_id)
        prompt = table.prompt(table.seat_of(user_id))
        return await self.plays.act(session_id, user_id, prompt.step, [prompt.options[option].id])

    async def play(self, session_id: int, moves: int) -> Table:
        """Have so many choices made at random, the same ones each time."""
        table, rng = await self.sessions.table(session_id), Rng(SEED)
        for _ in range(moves):
            seat = rng.choice(table.game.asked(table.state))
            prompt = table.prompt(seat)
            move = rng.choice(table.game.moves(table.state, seat))
            picks = table.game.decode(table.state, seat, move)
            table = await act_for(self.plays, session_id, seat, prompt.step, picks)
        return table

    def reopened(self) -> Sessions:
        """Sessions that hold nothing in memory yet."""
        return Sessions(self.store, games, Locks())

    def restarted(self, *other: AnyGame, without: str = "", at: float = START) -> Rooms:
        """The same store, as the next start has it, with these games in place of the house's.

        `at`: what the clock says then.
        """
        named = {game.name: game for game in other}
        now = {name: named.get(name) or games[name] for name in games if name != without}
        return _over(self.store, now, at)


def _over(store: Store, played: Mapping[str, AnyGame], at: float = START) -> Rooms:
    locks, time = Locks(), TableTime(ManualClock(at))
    sessions = Sessions(store, played, locks, time)
    playing = Playing(store, played, sessions)
    lobbies = Lobbies(store, played, sessions, playing, lambda: SEED)
    holders = Holders(sessions, COMPUTERS)
    return Rooms(
        store,
        sessions,
        playing,
        Timing(sessions),
        Whereabouts(sessions),
        lobbies,
        holders,
        Examination(store, played, sessions, locks),
    )


def person(user_id: int) -> Seat:
    return Seat(0, user_id, NAMES[user_id], None, None)


@contextlib.asynccontextmanager
async def rooms(folder: Path) -> AsyncIterator[Rooms]:
    store = await SqliteStore.open(unused(folder / "guildhall.sqlite3"))
    yield _over(store, games)
    await store.close()


async def dump(sessions: Sessions, session_id: int) -> str:
    """What would be stored of a game's state."""
    table = await sessions.table(session_id)
    return table.game.dump(table.state)


async def played(hall: Rooms, steps: int = 2) -> int:
    """A game in which everybody has chosen a few times."""
    table = await hall.game(ADA, BEN, CLEO)
    for _ in range(steps):
        for user_id in (ADA, BEN, CLEO):
            await hall.choose(table.record.id, user_id)
    return table.record.id
