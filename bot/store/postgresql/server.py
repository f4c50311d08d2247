"""How the bot talks to a PostgreSQL server, brings its schema up to date, and has it make copies.

And lets somebody work on a database beside a running bot.
"""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlencode, urlsplit

import asyncpg
from asyncpg.transaction import Transaction

from bot.store import schema
from bot.store.errors import StoreUnusable
from bot.store.postgresql import leases
from bot.store.postgresql.statements import (
    SERVER,
    UNREACHABLE,
    Statements,
    Unheard,
    carried_out,
    meaning,
    nothing_done,
    unheard,
    waited,
)
from bot.store.shares import USUAL
from bot.store.sql import Begin, Database
from bot.store.sqlite.store import new_file

T = TypeVar("T")

Isolation = Literal["serializable", "repeatable_read", "read_committed"]
WRITING: Isolation = "serializable"
READING: Isolation = "repeatable_read"
"""One moment for all that is read together; never overtaken."""
MIGRATING: Isolation = "read_committed"
"""Whoever has waited for another that migrates sees what that has done."""

TIMEOUT = 5.0
"""Seconds after which a server that doesn't answer counts as gone."""
FROZEN = 3.0
"""Seconds after which a transaction is rolled back whose process says nothing: others wait."""
_PG_DUMP = "pg_dump"
_PACKAGE = "(Debian: postgresql-client)"
_OLDER = "server version mismatch"
"""What it says of a server of a newer version, which it doesn't copy."""
_DUMPING = 10
"""Seconds within which a server has to let it in, unless the environment says otherwise."""
_PASSWORD = "password"  # noqa: S105 - what it is called in an address
_CONNECTIONS = 8
_STATEMENTS = 300
"""Statements that a connection keeps prepared: all that there are."""
_IDLE = 60.0
"""Seconds after which a connection that nobody uses is closed."""


async def pool_of(dsn: str, process: str = "") -> asyncpg.Pool:
    """Connections to the database, none of which is opened yet.

    `process`: in whose name others are told of changes. One that the server has closed is
    replaced when it is wanted.
    """
    return await asyncpg.create_pool(
        dsn,
        min_size=0,
        max_size=_CONNECTIONS,
        max_inactive_connection_lifetime=_IDLE,
        reset=_left_as_it_was,
        **options(process),
    )


def options(process: str = "") -> dict[str, Any]:
    """What each connection is opened with."""
    return {
        "timeout": TIMEOUT,
        "command_timeout": TIMEOUT,
        "statement_cache_size": _STATEMENTS,
        "server_settings": {
            "application_name": "guildhall",
            "guildhall.process": process,
            "idle_in_transaction_session_timeout": f"{round(FROZEN * 1000)}",
        },
    }


@asynccontextmanager
async def connection_of(pool: asyncpg.Pool) -> AsyncIterator[asyncpg.Connection]:
    """One of them, for as long as it is used; raises NothingDone while the server is away."""
    with nothing_done():
        connection = await pool.acquire(timeout=TIMEOUT)
    try:
        yield connection
    finally:
        await pool.release(connection)


async def together(
    connection: asyncpg.Connection, isolation: Isolation, work: Callable[[Database], T]
) -> T:
    """Carry out work within one transaction; raises NothingDone and Unheard."""
    transaction = connection.transaction(isolation=isolation, readonly=isolation == READING)
    with nothing_done():
        await transaction.start()
        try:
            done = await carried_out(lambda: work(Statements(connection)))
        except BaseException:
            await _rolled_back(connection, transaction)
            raise
    try:
        await transaction.commit()
    except SERVER as error:
        if unheard(error) and isolation != READING:
            raise Unheard from error
        raise
    return done


async def glance(connection: asyncpg.Connection, look: Callable[[Database], T]) -> T:
    """What one statement gives, which changes nothing, or nothing else if repeated.

    Raises NothingDone.
    """
    with nothing_done():
        return await carried_out(lambda: look(Statements(connection)))


def named(dsn: str) -> str:
    """The database as people may read it: without user and password."""
    url = urlsplit(dsn)
    host = url.hostname or parse_qs(url.query).get("host", [""])[0] or "localhost"
    return f"{unquote(url.path.removeprefix('/')) or None} at {host}"


async def _rolled_back(connection: asyncpg.Connection, transaction: Transaction) -> None:
    try:
        await transaction.rollback()
    except SERVER:
        with suppress(asyncpg.InterfaceError):  # lost, and so not its pool's any more
            connection.terminate()


async def _left_as_it_was(_: asyncpg.Connection) -> None:
    """A connection back in the pool: no transaction leaves anything on it."""


async def dump(dsn: str, target: Path) -> None:
    """Copy the database as it is now to a new file, for pg_restore; raises StoreUnusable."""
    if shutil.which(_PG_DUMP) is None:
        raise StoreUnusable(f"{_PG_DUMP} isn't installed {_PACKAGE}")
    address, password = _parted(dsn)
    with new_file(target) as unfinished:
        # The list of processes shows arguments to everybody.
        process = await asyncio.create_subprocess_exec(
            *(_PG_DUMP, "--format=custom", f"--file={unfinished}", f"--dbname={address}"),
            env={
                "PGCONNECT_TIMEOUT": str(_DUMPING),
                **os.environ,
                **({} if password is None else {"PGPASSWORD": password}),
                "LC_ALL": "C",  # for _OLDER
            },
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except BaseException:
            process.kill()
            await process.wait()
            raise
        if process.returncode:
            reason = " ".join(said.decode(errors="replace").split())
            if _OLDER in reason:
                reason += f": install a {_PG_DUMP} no older than the server {_PACKAGE}"
            raise StoreUnusable(f"the database {named(dsn)} can't be copied: {reason}")


def _parted(dsn: str) -> tuple[str, str | None]:
    """The address without its password, and that."""
    url = urlsplit(dsn)
    user, at, host = url.netloc.rpartition("@")
    user, _, password = user.partition(":")
    query = dict(parse_qsl(url.query))
    second = query.pop(_PASSWORD, None)
    # libpq reads neither a + as a blank nor an address without its //, as `urlunsplit` leaves it.
    bare = f"{url.scheme}://{user}{at}{host}{url.path}?{urlencode(query, quote_via=quote)}"
    return bare, unquote(password) or second


# -- the schema -----------------------------------------------------------------------------------

MIGRATIONS = Path(__file__).with_name("migrations")

_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
_MARKED = _TABLES.replace("table_name", "count(*)", 1)
_HELD_ALONE = 1
"""The schema of those programs that let no second process in: each holds a lock."""
_FREE = "SELECT pg_try_advisory_xact_lock(hashtext('guildhall'))"
_OURS = f"{_MARKED} AND table_name = 'guildhall'"


def version(db: Database) -> int:
    """The schema of the database; 0 if it is empty. Raises StoreUnusable if it is another's."""
    if db.execute(_OURS).fetchone()[0]:
        return int(db.execute("SELECT version FROM guildhall").fetchone()[0])
    if db.execute(_MARKED).fetchone()[0]:
        raise StoreUnusable("it holds another program's tables; give the bot one of its own")
    return 0


def migrate(db: Database, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to the newest, within one transaction; raises StoreUnusable."""
    # Of two that start at once, one waits for the other.
    db.execute("SELECT pg_advisory_xact_lock(hashtext('guildhall migrations'))")
    found, newest = version(db), schema.newest(folder)
    if found > newest and not schema.goes_on(db, found, newest):
        raise StoreUnusable(schema.newer("it", found, newest))
    schema.check_tables(folder, found, (name for (name,) in db.execute(_TABLES)))
    if found >= newest:
        return
    shared = f"{_MARKED} AND table_name = 'process'"
    if (
        found < schema.oldest(folder)
        and db.execute(shared).fetchone()[0]
        and leases.anybody(db, USUAL)
    ):
        raise StoreUnusable(
            f"processes of an older Guildhall run on it (schema {found}), which can't go on with"
            f" schema {newest}: stop all of them, then start this one"
        )
    if found == _HELD_ALONE and not db.execute(_FREE).fetchone()[0]:
        raise StoreUnusable("it is in use by a running bot of an older Guildhall; stop that first")
    if not found:
        db.execute("CREATE TABLE guildhall (version INTEGER NOT NULL, holder TEXT)")
        db.execute("INSERT INTO guildhall (version) VALUES (0)")
    for statement in schema.pending(folder, found):
        db.execute(statement)
    db.execute("UPDATE guildhall SET version = ?", (newest,))
    schema.note(db, folder)


async def work_beside(dsn: str, work: Callable[[Begin], None]) -> None:
    """See `bot.store.opening`."""

    def worked() -> None:
        begin = partial(_begun, connection)
        with begin() as db:
            known = schema.newest(MIGRATIONS)
            schema.check_known(f"the database {named(dsn)}", version(db), known)
        work(begin)

    try:
        connection = await asyncpg.connect(dsn, **options())
        try:
            await carried_out(worked)
        finally:
            await connection.close()
    except UNREACHABLE as error:
        raise StoreUnusable(f"the database {named(dsn)}: {meaning(error)}") from error


@contextmanager
def _begun(connection: asyncpg.Connection) -> Iterator[Database]:
    transaction = connection.transaction(isolation=WRITING)
    waited(transaction.start())
    try:
        yield Statements(connection)
    except BaseException:
        waited(transaction.rollback())
        raise
    waited(transaction.commit())
