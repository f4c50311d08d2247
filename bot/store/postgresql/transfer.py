"""Takes what an SQLite file holds into an empty PostgreSQL database."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import asyncpg

from bot.store.errors import StoreUnusable
from bot.store.postgresql.server import named
from bot.store.postgresql.statements import UNREACHABLE, meaning
from bot.store.postgresql.store import PostgresStore
from bot.store.sqlite.copies import copy_checked
from bot.store.sqlite.database import connect, is_there, unused

_COLUMNS = """
SELECT table_name, column_name, data_type FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name NOT IN ('guildhall', 'process', 'lease')
ORDER BY table_name, ordinal_position
"""
_FIRST = ("session", "server", "result")
"""Others refer to these."""

Rows = list[tuple[object, ...]]


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
            raise StoreUnusable(f"the database {named(dsn)} is in use by a running bot")
        if await store.counts():
            raise StoreUnusable(f"the database {named(dsn)} holds sessions already")
        with tempfile.TemporaryDirectory() as folder:
            copy = Path(folder) / "copy.sqlite3"
            await asyncio.to_thread(copy_checked, source, copy)
            with closing(await asyncio.to_thread(connect, copy)) as file:
                return await _copy(file, dsn)
    except UNREACHABLE as error:
        raise StoreUnusable(f"the database {named(dsn)}: {meaning(error)}") from error
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


def _rows(file: sqlite3.Connection, table: str, columns: dict[str, str]) -> Rows:
    flags = [kind == "boolean" for kind in columns.values()]
    found = file.execute(f"SELECT {', '.join(columns)} FROM {table}")  # noqa: S608
    return [
        tuple(bool(value) if flag else value for value, flag in zip(row, flags, strict=True))
        for row in found
    ]
