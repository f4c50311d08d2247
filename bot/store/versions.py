"""How often a session was changed, in SQL: whoever changes it says what is known of it."""

from __future__ import annotations

from bot.store.errors import Overtaken
from bot.store.sql import Database

_ADVANCE = (
    "UPDATE session SET version = version + 1 WHERE id = ? AND version = coalesce(?, version)"
)


def advance(db: Database, session_id: int, known: int | None = None) -> None:
    """Count a change, the first thing in its transaction; raises Overtaken.

    `known`: the session's version as the change was thought of; None: whatever it is.
    """
    if not db.execute(_ADVANCE, (session_id, known)).rowcount and known is not None:
        raise Overtaken(session_id)


def is_newest(db: Database, session_id: int, version: int) -> bool:
    """Whether the session hasn't been changed since this version."""
    row = db.execute("SELECT version FROM session WHERE id = ?", (session_id,)).fetchone()
    return row is not None and row[0] == version
