"""How the bot talks to a PostgreSQL server, and has it make copies by its own program."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qs, parse_qsl, unquote, urlencode, urlsplit, urlunsplit

import asyncpg
from asyncpg.transaction import Transaction

from bot.store.errors import StoreUnusable
from bot.store.postgresql.statements import (
    SERVER,
    Statements,
    Unheard,
    carried_out,
    nothing_done,
    unheard,
)
from bot.store.sql import Database
from bot.store.sqlite.copies import new_file

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
        raise StoreUnusable(f"{_PG_DUMP} isn't installed (Debian: postgresql-client)")
    address, password = _parted(dsn)
    with new_file(target) as unfinished:
        # The list of processes shows arguments to everybody.
        process = await asyncio.create_subprocess_exec(
            *(_PG_DUMP, "--format=custom", f"--file={unfinished}", f"--dbname={address}"),
            env={
                "PGCONNECT_TIMEOUT": str(_DUMPING),
                **os.environ,
                **({} if password is None else {"PGPASSWORD": password}),
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
            raise StoreUnusable(f"the database {named(dsn)} can't be copied: {reason}")


def _parted(dsn: str) -> tuple[str, str | None]:
    """The address without its password, and that."""
    url = urlsplit(dsn)
    user, at, host = url.netloc.rpartition("@")
    user, _, password = user.partition(":")
    query = dict(parse_qsl(url.query))
    second = query.pop(_PASSWORD, None)
    bare = url._replace(netloc=f"{user}{at}{host}", query=urlencode(query))
    return urlunsplit(bare), unquote(password) or second
