"""A PostgreSQL database that a bot may be running on, for whoever looks after it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from sqlalchemy import Connection

from bot.store.errors import StoreUnusable
from bot.store.postgresql.errors import UNREACHABLE, meaning
from bot.store.postgresql.migrate import known_version, version
from bot.store.postgresql.server import WRITING, engine_of, named
from bot.store.postgresql.statements import Statements
from bot.store.sql import Database
from bot.store.transactions import Begin


def work_beside(dsn: str, work: Callable[[Begin], None]) -> None:
    """See `bot.store.beside`."""
    asyncio.run(_work(dsn, work))


async def _work(dsn: str, work: Callable[[Begin], None]) -> None:
    name, engine = named(dsn), engine_of(dsn)

    def within(connection: Connection) -> None:
        begin = partial(_begun, connection)
        with begin() as db:
            _check(db, name)
        work(begin)

    try:
        async with engine.execution_options(**WRITING).connect() as connection:
            await connection.run_sync(within)
    except UNREACHABLE as error:
        raise StoreUnusable(f"the database {name}: {meaning(error)}") from error
    finally:
        await engine.dispose()


@contextmanager
def _begun(connection: Connection) -> Iterator[Database]:
    with connection.begin():
        yield Statements(connection)


def _check(db: Database, name: str) -> None:
    found = version(db)
    if found != known_version():
        raise StoreUnusable(
            f"the database {name} has schema {found}, this Guildhall has {known_version()}:"
            " use the version that runs, or start this one once"
        )
