"""Brings the schema up to date, and lets somebody work on a database beside a running bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import asyncpg

from bot.store import schema
from bot.store.errors import StoreUnusable
from bot.store.postgresql import leases
from bot.store.postgresql.server import WRITING, named, options
from bot.store.postgresql.statements import UNREACHABLE, Statements, carried_out, meaning, waited
from bot.store.shares import USUAL
from bot.store.sql import Begin, Database

MIGRATIONS = Path(__file__).with_name("migrations")

_TABLES = "SELECT table_name FROM information_schema.tables WHERE table_schema = current_schema()"
_MARKED = _TABLES.replace("table_name", "count(*)", 1)
_HELD_ALONE = 1
"""The schema of those programs that let no second process in: each holds a lock."""
_FREE = "SELECT pg_try_advisory_xact_lock(hashtext('guildhall'))"
_OURS = f"{_MARKED} AND table_name = 'guildhall'"


def known_version(folder: Path = MIGRATIONS) -> int:
    """The schema that this program works with."""
    return schema.newest(folder)


def version(db: Database) -> int:
    """The schema of the database; 0 if it is empty. Raises StoreUnusable if it is another's."""
    if db.execute(_OURS).fetchone()[0]:
        return int(db.execute("SELECT version FROM guildhall").fetchone()[0])
    if db.execute(_MARKED).fetchone()[0]:
        raise StoreUnusable("it holds another program's tables; give the bot one of its own")
    return 0


def migrate(db: Database, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to `known_version`, within one transaction; raises StoreUnusable."""
    # Of two that start at once, one waits for the other.
    db.execute("SELECT pg_advisory_xact_lock(hashtext('guildhall migrations'))")
    found, newest = version(db), schema.newest(folder)
    if found > newest and not schema.goes_on(db, found, newest):
        raise StoreUnusable(
            f"it was made by a newer Guildhall (schema {found}, this one knows {newest})"
        )
    tables = db.execute(_TABLES)
    schema.check_tables(folder, found, (name for (name,) in tables))
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


def work_beside(dsn: str, work: Callable[[Begin], None]) -> None:
    """See `bot.store.opening`."""
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
