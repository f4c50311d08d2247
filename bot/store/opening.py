"""Opens the store that the settings name, copies it, and works on it beside a running bot."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from pydantic import SecretStr

from bot.store.errors import StoreUnusable
from bot.store.sql import Begin
from bot.store.sqlite.database import beside_file
from bot.store.sqlite.store import SqliteStore, back_up
from bot.store.store import Committed, Store, untold

_SERVERS = ("postgresql://", "postgres://")


def place(where: str) -> Path | SecretStr:
    """What is meant by a path or an address, which may hold a password."""
    return SecretStr(where) if where.startswith(_SERVERS) else Path(where)


async def copy_database(database: Path | SecretStr, target: Path) -> str:
    """Copy the database to a new file, also while a bot runs on it; what it is called.

    Raises StoreUnusable.
    """
    if isinstance(database, Path):
        await asyncio.to_thread(back_up, database, target)
        return str(database)
    dsn = _address(database)
    from bot.store.postgresql.server import dump, named  # noqa: PLC0415  (see below)

    await dump(dsn, target)
    return named(dsn)


async def open_store(
    database: Path | SecretStr,
    committed: Committed = untold,
    clock: Callable[[], float] = time.time,
) -> Store:
    """A file of SQLite, or the database of a PostgreSQL server; raises StoreUnusable.

    `clock`: the time of day, in seconds.
    """
    if isinstance(database, Path):
        return await SqliteStore.open(database, clock, committed=committed)
    dsn = _address(database)
    from bot.store.postgresql.store import PostgresStore  # noqa: PLC0415  (see below)

    return await PostgresStore.open(dsn, clock, committed=committed)


async def transfer_file(file: Path, database: Path | SecretStr) -> int:
    """Copy an SQLite file into an empty PostgreSQL database; how many sessions it holds.

    Raises StoreUnusable with nothing changed.
    """
    if isinstance(database, Path):
        raise StoreUnusable("DATABASE must be the PostgreSQL database into which the file goes")
    dsn = _address(database)
    from bot.store.postgresql.store import transfer  # noqa: PLC0415  (see below)

    return await transfer(file, dsn)


def _address(database: SecretStr) -> str:
    """The address of a PostgreSQL database; raises StoreUnusable where what talks to it is missing.

    Its packages are for those alone who want them: nothing of them is imported before.
    """
    if find_spec("asyncpg") is None or find_spec("greenlet") is None:
        raise StoreUnusable("PostgreSQL needs further packages: make install-postgresql")
    return database.get_secret_value()


def work_beside(database: Path | SecretStr, work: Callable[[Begin], None]) -> None:
    """Do something with a database in which nothing is held for longer than a change takes.

    Nothing is made and nothing migrated: the schema must be this program's. Raises StoreUnusable.
    """
    if isinstance(database, Path):
        with beside_file(database) as begin:
            work(begin)
        return
    dsn = _address(database)
    from bot.store.postgresql import server  # noqa: PLC0415  (see below)

    asyncio.run(server.work_beside(dsn, work))
