"""What the store raises, and what SQLite's error codes mean for whoever runs the bot."""

from __future__ import annotations

import sqlite3

from bot.store.records import Session

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


class StoreUnusable(Exception):
    """The database can't be opened; `reason` is one line for whoever starts the bot."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class StoreFailed(Exception):
    """Something went wrong while running; what was asked for was rolled back whole."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class ChannelTaken(Exception):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"channel {session.channel_id} has session {session.id}")
        self.session = session


class MoveTaken(Exception):
    """The move isn't the next one; what the caller knew of the session is out of date."""

    def __init__(self, session_id: int, number: int) -> None:
        super().__init__(f"session {session_id}: move {number} isn't the next one")


class UnknownSession(Exception):
    """No session has this id."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"no session {session_id}")


class DamagedSession(Exception):
    """What is stored of a session makes no sense; `reason` tells nothing of its game."""

    def __init__(self, session_id: int, reason: str) -> None:
        super().__init__(f"session {session_id}: {reason}")
        self.session_id = session_id
        self.reason = reason


class WrongStatus(Exception):
    """The session isn't in the status which the change needs: `session`, as it stands."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"session {session.id} is {session.status}")
        self.session = session


def is_damage(error: sqlite3.Error) -> bool:
    """Whether what was read is broken, and not the disk or the moment."""
    # A text that isn't UTF-8 is found by the sqlite3 module itself, which gives no code.
    code = getattr(error, "sqlite_errorcode", None)
    return code is None or code & 0xFF == sqlite3.SQLITE_CORRUPT


def meaning(error: sqlite3.Error) -> str:
    """An SQLite error in a few plain words."""
    # Errors of the sqlite3 module itself carry no code; the low byte is the primary one.
    code = getattr(error, "sqlite_errorcode", None)
    known = None if code is None else _MEANING.get(code & 0xFF)
    return known or str(error)
