"""The store in a PostgreSQL database; an empty one takes what an SQLite file holds."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path

import asyncpg
import structlog

from bot.store.errors import NotOurs, StoreAway, StoreFailed, StoreUnusable
from bot.store.postgresql import leases, server, statements
from bot.store.postgresql.leases import Leases, Process, here
from bot.store.shares import USUAL, Ear, Kind, Pulse, Release, Shares, read_notice
from bot.store.sql import Database
from bot.store.sqlite.database import connect, is_there, unused
from bot.store.sqlite.store import copy_checked
from bot.store.store import Body, Committed, P, R, Store, untold
from bot.store.tables import changing
from bot.store.tables.finding import is_newest

_log = structlog.get_logger(__name__)

CHANNEL = "guildhall"
RETRY = 1.0
"""Seconds between two tries to listen again."""
ALIVE = 5.0
"""Seconds after which a connection on which nothing is heard is tried."""


class Listening:
    """Listens until it is closed, over as many connections as it takes."""

    def __init__(self, dsn: str, own: str, timeout: float) -> None:
        """`own`: the process whose words aren't told."""
        self._dsn = dsn
        self._own = own
        self._timeout = timeout
        self._task: asyncio.Task[None] | None = None
        self._ear: Ear | None = None

    async def begin(self, ear: Ear) -> None:
        """Listen from now on; raises asyncpg's errors and OSError."""
        self._ear = ear
        connection = await self._connected(ear)
        self._task = asyncio.create_task(self._listen(ear, connection))

    async def close(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    def missed(self) -> None:
        """A change of the process's own may have been made, of which nobody tells it."""
        if self._ear is not None:
            self._ear.missed()

    async def _listen(self, ear: Ear, connection: asyncpg.Connection) -> None:
        try:
            while True:
                await self._until_lost(connection)
                _log.warning("nothing is heard of other processes")
                connection = await self._again(ear)
                ear.missed()
        finally:
            connection.terminate()

    async def _until_lost(self, connection: asyncpg.Connection) -> None:
        ended = asyncio.Event()
        connection.add_termination_listener(lambda _: ended.set())
        try:
            while not (ended.is_set() or connection.is_closed()):
                with suppress(TimeoutError):
                    async with asyncio.timeout(ALIVE):
                        await ended.wait()
                if not ended.is_set():
                    await connection.execute("SELECT 1", timeout=self._timeout)
        except (*statements.UNREACHABLE, asyncpg.InternalClientError):
            # The last: the connection was lost at this very moment.
            connection.terminate()

    async def _again(self, ear: Ear) -> asyncpg.Connection:
        while True:
            try:
                return await self._connected(ear)
            except statements.UNREACHABLE as error:
                _log.warning("not listening yet", reason=statements.meaning(error), outage="store")
            await asyncio.sleep(RETRY)

    async def _connected(self, ear: Ear) -> asyncpg.Connection:
        def heard(_: object, __: int, ___: str, said: object) -> None:
            notice = read_notice(str(said), self._own)
            if notice is not None:
                ear.heard(notice)

        connection = await asyncpg.connect(
            self._dsn,
            timeout=self._timeout,
            command_timeout=self._timeout,
            server_settings={"application_name": "guildhall"},
        )
        try:
            await connection.add_listener(CHANNEL, heard)
        except BaseException:
            connection.terminate()
            raise
        return connection


TRIES = 20
"""How often anything is tried that others have overtaken, or for which there is no connection."""
SHORTEST, LONGEST = 0.002, 0.2
"""Seconds in between: each time twice as many, for others' changes are being written, or the server
is being started again. In all less than Discord waits."""


class PostgresStore(Store):
    """The store in a PostgreSQL database, which other processes may have as well."""

    copies_end_in = ".dump"

    def __init__(
        self,
        dsn: str,
        process: str,
        pool: asyncpg.Pool,
        clock: Callable[[], float],
        committed: Committed,
    ) -> None:
        super().__init__(clock, committed)
        self.name = server.named(dsn)
        self._dsn = dsn
        self._pool = pool
        self._pause: Callable[[float], Awaitable[None]] = asyncio.sleep
        self._id = process
        self._me: Process | None = None
        self._listening = Listening(dsn, process, server.TIMEOUT)

    @classmethod
    async def open(
        cls, dsn: str, clock: Callable[[], float] = time.time, committed: Committed = untold
    ) -> PostgresStore:
        """Open the database and bring its schema up to date; raises StoreUnusable.

        `dsn`: as libpq takes it, `postgresql://...`; `clock`: the time of day in seconds.
        """
        process = uuid.uuid4().hex
        pool = await server.pool_of(dsn, process)
        store = cls(dsn, process, pool, clock, committed)
        try:
            await store._together(server.MIGRATING, server.migrate)
        except StoreFailed as failed:
            pool.terminate()
            refusing = StoreAway if statements.passes(failed.__cause__) else StoreUnusable
            raise refusing(failed.reason) from failed
        except StoreUnusable as refusal:
            pool.terminate()
            raise StoreUnusable(f"the database {store.name}: {refusal.reason}") from refusal
        return store

    async def close(self) -> None:
        """Finish what is under way."""
        self._closed = True
        await self._listening.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(server.TIMEOUT):
                await self._pool.close()

    def shares(
        self,
        release: Callable[[], Release],
        shards: Iterable[int] = (0,),
        total: int = 1,
        pulse: Pulse = USUAL,
    ) -> Shares:
        """Leases on these shards, and on those that nobody has."""
        self._me = me = Process(self._id, sorted(shards), total, here(), release())
        return Leases(
            lambda silent: self._write(leases.beat, me, pulse, silent),
            lambda shards: self._write(leases.give_back, me, shards),
            partial(self._write, leases.go, self._id),
            frozenset(me.shards),
            total,
            pulse,
        )

    async def set_apart(
        self, session_id: int, reason: str, mark: str | None = None, at: float | None = None
    ) -> None:
        """Raises NotOurs where a newer release may read it."""

        def change(db: Database) -> None:
            if self._me is not None and leases.overtaken(db, self._me):
                raise NotOurs(session_id)
            changing.set_apart(db, session_id, reason, mark, at)

        await self._write(change)

    async def listen(self, ear: Ear) -> None:
        """On a connection of its own; when that was lost, anything may have been missed."""
        try:
            await self._listening.begin(ear)
        except statements.UNREACHABLE as error:
            raise StoreFailed(f"the database {self.name}: {statements.meaning(error)}") from error

    async def tell(self, kind: Kind, about: int = 0, detail: str = "") -> None:
        """At once, and to nobody who listens later."""
        said = f"{self._id} {kind} {about} 0 {detail}"
        await self._glance(lambda db: db.execute("SELECT pg_notify('guildhall', ?)", (said,)))

    async def is_newest(self, session_id: int, version: int) -> bool:
        """As the database has it: what others did may not have been heard yet."""
        return await self._glance(is_newest, session_id, version)

    async def in_use(self) -> bool:
        """Whether a bot runs on it."""
        return await self._read(leases.anybody, USUAL)

    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file, for pg_restore; raises StoreUnusable."""
        await server.dump(self._dsn, target)

    async def _write(self, change: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        begun, done = time.monotonic(), False
        try:
            result = await self._together(server.WRITING, lambda db: change(db, *args, **kwargs))
            done = True
            return result
        finally:
            self._committed(time.monotonic() - begun, done=done)

    async def _read(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await self._together(server.READING, lambda db: look(db, *args, **kwargs))

    async def _glance(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        # One statement sees one moment by itself.
        return await self._run(
            lambda connection: server.glance(connection, lambda db: look(db, *args, **kwargs))
        )

    async def _together(self, isolation: server.Isolation, work: Callable[[Database], R]) -> R:
        return await self._run(lambda connection: server.together(connection, isolation, work))

    async def _run(self, work: Callable[[asyncpg.Connection], Awaitable[R]]) -> R:
        tries = 0
        while True:
            if self._closed:
                raise StoreFailed(f"the database {self.name} is closed")
            tries += 1
            try:
                async with server.connection_of(self._pool) as connection:
                    return await work(connection)
            except statements.UNREACHABLE as error:
                undone = isinstance(error, statements.NothingDone)
                if undone:
                    # The other connections may be gone as well: they are opened anew.
                    await self._pool.expire_connections()
                if isinstance(error, statements.Unheard):
                    # Its own changes aren't told to a process, which knows of this one no more.
                    self._listening.missed()
                if tries == TRIES or not (undone or statements.overtaken(error)):
                    raise StoreFailed(
                        f"the database {self.name}: {statements.meaning(error)}"
                    ) from error
            await self._pause(min(LONGEST, SHORTEST * 2 ** (tries - 1)))


# -- what an SQLite file holds ------------------------------------------------------------------

_COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name NOT IN ('guildhall', 'process', 'lease')
ORDER BY table_name, ordinal_position
"""
_FIRST = ("session", "server", "result")
"""Others refer to these."""


async def transfer(source: Path, dsn: str) -> int:
    """Copy everything, of a file of any schema; how many sessions there are.

    Raises StoreUnusable, with nothing changed: also if the database holds any session already, or
    a bot runs on either.
    """
    if not is_there(source):
        raise StoreUnusable(f"there is no database {source} to copy")
    with unused(source):
        return await _transfer(source, dsn)


async def _transfer(source: Path, dsn: str) -> int:
    store = await PostgresStore.open(dsn)
    try:
        if await store.in_use():
            raise StoreUnusable(f"the database {server.named(dsn)} is in use by a running bot")
        if await store.counts():
            raise StoreUnusable(f"the database {server.named(dsn)} holds sessions already")
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite3"
            await asyncio.to_thread(copy_checked, source, copy)
            with closing(await asyncio.to_thread(connect, copy)) as file:
                return await _copy(file, dsn)
    except statements.UNREACHABLE as error:
        raise StoreUnusable(
            f"the database {server.named(dsn)}: {statements.meaning(error)}"
        ) from error
    finally:
        await store.close()


async def _copy(file: sqlite3.Connection, dsn: str) -> int:
    connection = await asyncpg.connect(dsn)
    try:
        async with connection.transaction():
            tables: dict[str, dict[str, str]] = {}
            for table, column, kind in await connection.fetch(_COLUMNS):
                tables.setdefault(table, {})[column] = kind
            await connection.execute(f"TRUNCATE {', '.join(tables)}")
            for table in sorted(tables, key=lambda name: (name not in _FIRST, name)):
                await connection.copy_records_to_table(
                    table, columns=list(tables[table]), records=_rows(file, table, tables[table])
                )
            # Numbers that were given once aren't given again.
            for table, last in file.execute("SELECT name, seq FROM sqlite_sequence"):
                await connection.execute(
                    "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)", table, last
                )
        return int(await connection.fetchval("SELECT count(*) FROM session"))
    finally:
        await connection.close()


def _rows(
    file: sqlite3.Connection, table: str, columns: dict[str, str]
) -> list[tuple[object, ...]]:
    flags = [kind == "boolean" for kind in columns.values()]
    found = file.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608
    return [
        tuple(bool(value) if flag else value for value, flag in zip(row, flags, strict=True))
        for row in found
    ]
