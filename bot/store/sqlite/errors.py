"""What SQLite's error codes mean for whoever runs the bot."""

from __future__ import annotations

import sqlite3

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


def is_damage(error: sqlite3.Error) -> bool:
    """Whether what was read is broken, and not the disk or the moment."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF == sqlite3.SQLITE_CORRUPT


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another program has the file for itself at the moment."""
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


def meaning(error: sqlite3.Error) -> str:
    """An SQLite error in a few plain words."""
    # Errors of the sqlite3 module itself carry no code; the low byte is the primary one.
    code = getattr(error, "sqlite_errorcode", None)
    known = None if code is None else _MEANING.get(code & 0xFF)
    return known or str(error)
