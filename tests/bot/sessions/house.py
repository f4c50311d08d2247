"""Sessions over a store of their own, for tests."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.sessions.holders import Holders
from bot.sessions.lobby import Lobbies
from bot.sessions.locks import Locks
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records import Seat
from bot.store.store import Store
from engine import games

SEED = 7
COMPUTERS = ("Odon", "Renaud")
ADA, BEN, CLEO, DORA = 11, 12, 13, 14
NAMES = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo", DORA: "Dora"}


@dataclass
class Rooms:
    """Sessions and lobbies, as the bot has them."""

    store: Store
    sessions: Sessions
    lobbies: Lobbies
    holders: Holders

    async def lobby(self, *people: int, game: str = "guildes", channel: int = 1) -> int:
        """A lobby of these people; its id."""
        record = await self.lobbies.open(
            game, guild_id=1, channel_id=channel, locale="en-US", host=person(people[0])
        )
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
        return await self.sessions.act(
            session_id, user_id, prompt.step, [prompt.options[option].id]
        )

    def reopened(self) -> Sessions:
        """Sessions that hold nothing in memory yet."""
        return Sessions(self.store, games, Locks())


def person(user_id: int) -> Seat:
    return Seat(0, user_id, NAMES[user_id], None, None)


@contextlib.asynccontextmanager
async def rooms(folder: Path) -> AsyncIterator[Rooms]:
    store = await Store.open(folder / "guildhall.sqlite3")
    locks = Locks()
    sessions = Sessions(store, games, locks)
    lobbies = Lobbies(store, games, sessions, locks, lambda: SEED)
    yield Rooms(store, sessions, lobbies, Holders(store, sessions, locks, COMPUTERS))
    await store.close()
