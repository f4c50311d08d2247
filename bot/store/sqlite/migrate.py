"""Brings the schema of an SQLite file up to date."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from bot.store import schema
from bot.store.sqlite.transaction import transaction

MIGRATIONS = Path(__file__).with_name("migrations")


def known_version(folder: Path = MIGRATIONS) -> int:
    """The schema that this program works with."""
    return schema.newest(folder)


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to `known_version`; raises sqlite3.Error with nothing changed."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version >= schema.newest(folder):
        return
    with transaction(connection):
        for statement in schema.pending(folder, version):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {schema.newest(folder)}")
        schema.note(connection, folder)
