"""The store: every change is one transaction, durable when its call returns."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Concatenate, ParamSpec, Protocol, TypeVar

import aiosqlite

from bot.store import errands, facts, people, servers, sessions
from bot.store.backup import back_up
from bot.store.database import claim, connect
from bot.store.errors import (
    ChannelTaken,
    DamagedSession,
    MoveTaken,
    StoreFailed,
    StoreUnusable,
    UnknownSession,
    WrongStatus,
    meaning,
)
from bot.store.post_store import PostStore
from bot.store.presence import Presence
from bot.store.records import Errand, ErrandKind, Person, Server
from bot.store.result_store import ResultStore
from bot.store.session_store import SessionStore
from bot.store.transaction import transaction

if TYPE_CHECKING:
    from filelock import FileLock

__all__ = [
    "ChannelTaken",
    "DamagedSession",
    "MoveTaken",
    "Store",
    "StoreFailed",
    "StoreUnusable",
    "UnknownSession",
    "WrongStatus",
]


class Committed(Protocol):
    """Is told how long a transaction took, and whether it was made."""

    def __call__(self, seconds: float, *, done: bool) -> None: ...


def _untold(seconds: float, *, done: bool) -> None:
    """Nobody wants to know."""


P = ParamSpec("P")
R = TypeVar("R")


class _Connection(aiosqlite.Connection):
    """Runs a whole transaction in one hop into the connection's thread.

    One hop is twice as fast as one a statement, and as the thread takes one function after
    the other, no two transactions mix and a cancelled caller never leaves one half done.
    """

    def __init__(self, database: sqlite3.Connection) -> None:
        super().__init__(lambda: database, iter_chunk_size=1)
        # A program that fails must end, even where it never came to closing the store.
        self._thread.daemon = True

    async def run(self, work: Callable[[sqlite3.Connection], R]) -> R:
        result: R = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


class Store(SessionStore, PostStore, ResultStore):
    """Sessions, moves, messages and people in one SQLite file, for one process at a time.

    Every method raises StoreFailed when the disk or the file fails, with nothing changed; so does
    every change once the file is no longer where a restart would look for it.
    """

    def __init__(
        self,
        path: Path,
        connection: _Connection,
        lock: FileLock,
        presence: Presence,
        clock: Callable[[], float],
        committed: Committed,
    ) -> None:
        self.path = path
        self._presence = presence
        self._connection = connection
        self._lock = lock
        self._clock = clock
        self._committed = committed
        self._closed = False

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        committed: Committed = _untold,
    ) -> Store:
        """Open or make the database; raises StoreUnusable.

        `clock`: the time of day, `steady`: one that is never set; both in seconds. `committed` is
        told how long each transaction took, by the store's own thread.
        """
        lock = claim(path)
        try:
            # Not as the connector itself: a failing one leaves aiosqlite's thread behind.
            database = await asyncio.to_thread(connect, path)
        except BaseException:
            lock.release()
            raise
        connection = _Connection(database)
        await connection
        return cls(path, connection, lock, Presence(path, steady), clock, committed)

    async def close(self) -> None:
        """Finish what is under way, close the file and let others have it."""
        self._closed = True
        try:
            await self._connection.close()
        finally:
            self._lock.release()

    async def person(self, user_id: int) -> Person | None:
        """The person, if ever saved."""
        return await self._read(people.find, user_id)

    async def save_person(self, person: Person) -> None:
        """Add or replace a person."""
        await self._write(people.save, person)

    async def server(self, guild_id: int | None) -> Server:
        """What a server's managers have set; of direct messages, nothing."""
        return await self._read(servers.find, guild_id or 0)

    async def save_server(self, server: Server) -> None:
        """Replace what is set for a server."""
        await self._write(servers.save, server)

    async def results_due(self) -> list[int]:
        """Ids of the sessions whose results are still to be told in their servers, in order."""
        return await self._read(servers.results_due)

    async def result_due(self, session_id: int) -> int | None:
        """The channel in which a session's result is still to be told."""
        return await self._read(servers.result_due, session_id)

    async def result_told(self, session_id: int) -> None:
        """Remember that a result was told, or never will be."""
        await self._write(servers.result_told, session_id)

    async def errands(self) -> list[Errand]:
        """What the operator has asked for beside the running bot, in order."""
        return await self._read(errands.waiting)

    async def leave_errand(self, kind: ErrandKind, about: int) -> None:
        """Have something looked at, and tried again until it was done."""
        await self._write(errands.leave, kind, about)

    async def errand_done(self, errand_id: int) -> None:
        """Forget an errand that was done."""
        await self._write(errands.done, errand_id)

    async def blocked(self) -> list[int]:
        """Ids of the servers in which the operator doesn't want the bot."""
        return await self._read(errands.blocked)

    async def fact(self, name: str) -> str | None:
        """What the process remembers of itself under this name."""
        return await self._read(facts.find, name)

    async def save_fact(self, name: str, value: str) -> None:
        """Remember something for the next start."""
        await self._write(facts.save, name, value)

    async def counts(self) -> dict[tuple[str, str], int]:
        """How many sessions there are of each game and status; "apart" is one, too."""
        return await self._read(sessions.counts)

    async def live_by_guild(self) -> dict[int, list[int]]:
        """Ids of the lobbies and running games of each server."""
        return await self._read(sessions.live_by_guild)

    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""
        await back_up(self.path, target)

    def _now(self) -> float:
        return self._clock()

    async def _write(
        self,
        change: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        def work(db: sqlite3.Connection) -> R:
            begun, done = time.monotonic(), False
            try:
                self._presence.check()
                with transaction(db):
                    result = change(db, *args, **kwargs)
                done = True
                return result
            finally:
                self._committed(time.monotonic() - begun, done=done)

        return await self._run(work)

    async def _read(
        self,
        look: Callable[Concatenate[sqlite3.Connection, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        return await self._run(lambda db: look(db, *args, **kwargs))

    async def _run(self, work: Callable[[sqlite3.Connection], R]) -> R:
        if self._closed:
            raise StoreFailed(f"the database {self.path} is closed")
        try:
            return await self._connection.run(work)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database {self.path}: {meaning(error)}") from error
