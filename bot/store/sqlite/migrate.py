"""The schema: numbered SQL files, applied in order and all together or not at all."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from bot.store.sqlite.transaction import transaction

MIGRATIONS = Path(__file__).with_name("migrations")


def known_version(folder: Path = MIGRATIONS) -> int:
    """The schema that this program works with."""
    return len(_files(folder))


def migrate(connection: sqlite3.Connection, folder: Path = MIGRATIONS) -> None:
    """Bring the schema up to `known_version`; raises sqlite3.Error with nothing changed."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    pending = _files(folder)[version:]
    if not pending:
        return
    with transaction(connection):
        for file in pending:
            for statement in _statements(file.read_text(encoding="utf-8")):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {version + len(pending)}")


def _files(folder: Path) -> list[Path]:
    files = sorted(folder.glob("*.sql"))
    for number, file in enumerate(files, start=1):
        if int(file.name.partition("_")[0]) != number:
            raise ValueError(f"migration {number} is missing before {file.name}")
    return files


def _statements(script: str) -> Iterator[str]:
    # Not executescript: it commits the open transaction first.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
