"""Delivery over a store of its own, a clock by hand and a wire to no Discord, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.delivery.kept.kept import Whose
from bot.running.services import Services
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, Attendance, Person, Post
from bot.store.sqlite.store import SqliteStore
from bot.testing.databases import unused
from bot.testing.house import unseen
from tests.bot.delivery.calls_noted import Wire
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, NAMES, SEED, Rooms
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, SKETCHES, UNPACED, drawing_here

__all__ = ["ADA", "BEN", "CLEO", "DORA", "TABLE", "Desk", "desk", "dm"]

TABLE = 1
"""The channel of a game."""


@dataclass
class Desk(Rooms):
    """A bot's sessions and delivery, and what is around them."""

    services: Services
    wire: Wire
    clock: ManualClock

    @property
    def delivery(self):
        return self.services.delivery

    @property
    def hands(self):
        return self.delivery.hands

    @property
    def boards(self):
        return self.delivery.boards

    @property
    def posts(self):
        return self.services.posts

    @property
    def looks(self):
        return self.hands._looks

    @property
    def tokens(self):
        return self.delivery.whispers._tokens

    @property
    def messages(self):
        return self.hands._messages

    @property
    def attendances(self):
        return self.delivery._attendances

    async def meet(self, *people: int, **about) -> None:
        """Let people be known whose direct messages are open."""
        for user_id in people:
            known = {"locale": "en-US", "dm_channel_id": dm(user_id), "dm_open": True} | about
            await self.services.people.save(Person(user_id, NAMES[user_id], **known))

    async def lobby(self, *people: int, **about) -> int:
        """An open lobby, of which nobody has been shown anything; its id."""
        with unseen(self.sessions):
            return await super().lobby(*people, **about)

    async def game(self, *people: int, **about) -> Table:
        """A game that has just begun, likewise."""
        with unseen(self.sessions):
            return await super().game(*people, **about)

    async def playing(self, *people: int, **about) -> int:
        """A game that has just begun, every message up to date; its id."""
        await self.meet(*people, **about)
        session_id = (await self.game(*people)).record.id
        await self.show(session_id)
        return session_id

    async def show(self, session_id: int) -> None:
        """Bring every message of a session up to date."""
        self.delivery.changed(session_id)
        await self.delivery.settled()

    async def shown_to(self, session_id: int, *people: int) -> None:
        """Have everything brought up to date, and wait for these hands alone."""
        self.delivery.changed(session_id)
        await self.delivery._spread.first(session_id)
        for user_id in people:
            await self.hands.first(Whose(session_id, user_id))

    async def hand(self, session_id: int, user_id: int) -> Post | None:
        return await self.posts.find(session_id, "hand", user_id)

    async def board(self, session_id: int) -> Post | None:
        return await self.posts.find(session_id, "board", EVERYBODY)

    async def attendance(self, session_id: int, user_id: int) -> Attendance:
        """What the disk holds of somebody."""
        stored = await self.store.attendances(session_id)
        return next(known for known in stored if known.user_id == user_id)

    async def changes(self, session_id: int) -> int:
        return (await self.sessions.table(session_id)).changes

    def spawn(self, work):
        """Let something go on beside the test."""
        return asyncio.ensure_future(work)

    async def until(self, made) -> None:
        """Wait until calls were made."""
        async with asyncio.timeout(10):
            while not made():
                self.wire.called.clear()
                await self.wire.called.wait()

    def press(self, post: Post) -> None:
        """Let a press on a message give the right to edit it."""
        self.tokens.keep(post.message_id, self.wire.token(post.message_id, post.channel_id))


def dm(user_id: int) -> int:
    """The channel of somebody's direct messages."""
    return user_id * 10


@contextlib.asynccontextmanager
async def desk(
    folder: Path, clock: ManualClock | None = None, wire: Wire | None = None
) -> AsyncIterator[Desk]:
    """A process that has just started, on the database of that folder."""
    clock = clock or ManualClock()
    wire = wire or Wire(clock)
    store = await SqliteStore.open(unused(folder / "guildhall.sqlite3"), clock=clock.now)
    services = Services(
        wire,
        store,
        LANGUAGES,
        seed=lambda: SEED,
        rates=UNPACED,
        clock=clock,
        drawing=drawing_here(SKETCHES),
        webhook=wire.webhook,
    )
    rooms = (
        *(services.sessions, services.playing, services.timing, services.whereabouts),
        *(services.lobbies, services.holders, services.examination),
    )
    yield Desk(store, *rooms, services, wire, clock)
    await services.close()
    await services.notes.write()
    await store.close()
