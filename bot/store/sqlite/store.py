"""The store in one SQLite file."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import aiosqlite

from bot.store.errors import StoreFailed
from bot.store.sqlite.copies import back_up
from bot.store.sqlite.database import (
    Connection,
    Presence,
    claim,
    connect,
    meaning,
    settle,
    transaction,
)
from bot.store.store import Body, Committed, P, R, Store, untold

if TYPE_CHECKING:
    from filelock import FileLock


class _Connection(aiosqlite.Connection):
    """Runs a whole transaction in one hop into the connection's thread.

    One hop is twice as fast as one a statement, and as the thread takes one function after
    the other, no two transactions mix and a cancelled caller never leaves one half done.
    """

    def __init__(self, database: Connection) -> None:
        super().__init__(lambda: database, iter_chunk_size=1)
        # A program that fails must end, even where it never came to closing the store.
        self._thread.daemon = True

    async def run(self, work: Callable[[Connection], R]) -> R:
        result: R = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]
        return result


class SqliteStore(Store):
    """The store in one SQLite file, for one process at a time.

    Every change fails once the file is no longer where a restart would look for it.
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
        super().__init__(clock, committed)
        self.path = path
        self._presence = presence
        self._connection = connection
        self._lock = lock

    @classmethod
    async def open(
        cls,
        path: Path,
        clock: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
        committed: Committed = untold,
    ) -> SqliteStore:
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

    async def settle(self) -> None:
        """Have the write-ahead log emptied into the file, with what it holds of the past."""
        await self._run(settle)

    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""
        await back_up(self.path, target)

    async def _write(self, change: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        def work(db: Connection) -> R:
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

    async def _read(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._run(lambda db: look(db, *args, **kwargs))

    async def _run(self, work: Callable[[Connection], R]) -> R:
        if self._closed:
            raise StoreFailed(f"the database {self.path} is closed")
        try:
            return await self._connection.run(work)
        except sqlite3.Error as error:
            raise StoreFailed(f"the database {self.path}: {meaning(error)}") from error
