"""A PostgreSQL database that a bot may be running on, for whoever looks after it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import asyncpg

from bot.store.errors import StoreUnusable
from bot.store.postgresql.bridge import carried_out, waited
from bot.store.postgresql.errors import UNREACHABLE, meaning
from bot.store.postgresql.migrate import known_version, version
from bot.store.postgresql.server import WRITING, named, options
from bot.store.postgresql.statements import Statements
from bot.store.sql import Database
from bot.store.transactions import Begin


def work_beside(dsn: str, work: Callable[[Begin], None]) -> None:
    """See `bot.store.beside`."""
    asyncio.run(_work(dsn, work))


async def _work(dsn: str, work: Callable[[Begin], None]) -> None:
    name = named(dsn)
    try:
        connection = await asyncpg.connect(dsn, **options())
        try:
            await carried_out(partial(_worked, connection, name, work))
        finally:
            await connection.close()
    except UNREACHABLE as error:
        raise StoreUnusable(f"the database {name}: {meaning(error)}") from error


def _worked(connection: asyncpg.Connection, name: str, work: Callable[[Begin], None]) -> None:
    begin = partial(_begun, connection)
    with begin() as db:
        _check(db, name)
    work(begin)


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


def _check(db: Database, name: str) -> None:
    found = version(db)
    if found != known_version():
        raise StoreUnusable(
            f"the database {name} has schema {found}, this Guildhall has {known_version()}:"
            " use the version that runs, or start this one once"
        )
