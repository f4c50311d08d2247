"""A connection to a file: its transactions, its errors in words, whether it is still there."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.errors import StoreFailed

DAMAGED = "it is damaged; put a backup in its place (nothing was changed)"

_MEANING = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk reports an error",
    sqlite3.SQLITE_READONLY: "it can't be written to",
    sqlite3.SQLITE_PERM: "it can't be written to",
    sqlite3.SQLITE_CANTOPEN: "it can't be opened or made there",
    sqlite3.SQLITE_NOTADB: "it isn't an SQLite database",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_BUSY: "another program is writing to it",
    sqlite3.SQLITE_LOCKED: "another program is writing to it",
}


class Connection(sqlite3.Connection):
    """A connection that can tell what is damaged from trouble with the disk."""

    def is_damage(self, error: Exception) -> bool:
        """By SQLite's own code."""
        return _code(error) == sqlite3.SQLITE_CORRUPT


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program has the file for itself at the moment."""
    return _code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def meaning(error: sqlite3.Error) -> str:
    """An SQLite error in a few plain words."""
    return _MEANING.get(_code(error) or 0) or str(error)


def _code(error: Exception) -> int | None:
    """SQLite's code, of which the low byte is the primary one; Python's own errors have none."""
    code = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit what the body does, or roll all of it back."""
    # IMMEDIATE: the write lock is taken here, so that no statement can fail for the lack of it.
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # After some errors, a full disk among them, SQLite has rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


EVERY = 1.0
"""Seconds after which the files are looked at again, when something is to be written."""


class Presence:
    """Finds out that the database was removed, moved or replaced while it is open.

    SQLite goes on writing to files without a name; what it writes is lost at the end.
    """

    def __init__(self, path: Path, clock: Callable[[], float]) -> None:
        self._path = path
        self._files = {path: _identity(path)}
        self._clock = clock
        self._looked_at = clock()

    def check(self) -> None:
        """Raise StoreFailed if a file is another one; costs nothing within the second."""
        now = self._clock()
        if now - self._looked_at < EVERY:
            return
        log = self._path.with_name(f"{self._path.name}-wal")
        if log not in self._files and (identity := _identity(log)):
            self._files[log] = identity
        for file, identity in self._files.items():
            if _identity(file) != identity:
                raise StoreFailed(f"the file {file} was removed or replaced while in use")
        self._looked_at = now


def _identity(file: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  (nothing but the two numbers)
    except OSError:
        return None
    return found.st_dev, found.st_ino
