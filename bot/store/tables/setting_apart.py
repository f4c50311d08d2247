"""Sessions that are set apart and taken up again, and which logs are to be examined, in SQL."""

from __future__ import annotations

from collections.abc import Mapping

from bot.store.errors import DamagedSession
from bot.store.records.sessions import Session
from bot.store.sql import Database
from bot.store.tables import finding
from bot.store.tables.session_rows import advance

_EXAMINED = """
SELECT id, game, examined FROM session
WHERE status = 'playing' OR set_apart IS NOT NULL ORDER BY id
"""
_OCCUPIED = """
SELECT 1 FROM session JOIN session AS other ON other.channel_id = session.channel_id
WHERE session.id = ? AND session.status IN ('lobby', 'playing')
    AND other.id <> session.id AND other.status IN ('lobby', 'playing')
    AND other.set_apart IS NULL
"""


def set_apart(
    db: Database,
    session_id: int,
    reason: str,
    mark: str | None = None,
    at: float | None = None,
) -> None:
    """Keep a session that can't be played on, and free its channel; its messages lag.

    `mark`: with what that was found out, `at`: when, in the tables' own time.
    """
    advance(db, session_id)
    db.execute(
        "UPDATE session SET changes = changes + 1 WHERE id = ?"
        " AND status IN ('lobby', 'playing') AND coalesce(set_apart, '') <> ?",
        (session_id, reason),
    )
    db.execute(
        "UPDATE session SET set_apart_at = ? WHERE id = ? AND set_apart IS NULL", (at, session_id)
    )
    db.execute(
        "UPDATE session SET set_apart = ?, examined = coalesce(?, examined) WHERE id = ?",
        (reason, mark, session_id),
    )


def take_up(db: Database, session_id: int, at: float) -> bool:
    """Have a session back that was set apart, its deadlines moved; all its messages lag.

    `at`: the tables' own time. Nothing is done, and False given, while its channel has
    another one.
    """
    if db.execute(_OCCUPIED, (session_id,)).fetchone():
        return False
    advance(db, session_id)
    row = db.execute("SELECT set_apart_at FROM session WHERE id = ?", (session_id,)).fetchone()
    lost = 0.0 if row is None or row[0] is None else at - row[0]
    db.execute(
        "UPDATE turn SET asked_at = asked_at + ?, due_at = due_at + ?, look_at = look_at + ?"
        " WHERE session_id = ? AND look_at IS NOT NULL",
        (lost, lost, lost, session_id),
    )
    db.execute("UPDATE takeback SET due_at = due_at + ? WHERE session_id = ?", (lost, session_id))
    db.execute(
        "UPDATE session SET paused_at = paused_at + ?, set_apart = NULL, set_apart_at = NULL,"
        " changes = changes + CASE WHEN status IN ('lobby', 'playing') THEN 1 ELSE 0 END"
        " WHERE id = ?",
        (lost, session_id),
    )
    return True


def unexamined(db: Database, marks: Mapping[str, str]) -> list[int]:
    """Ids of the running games, and of those set apart, that were examined with other marks.

    `marks`: by game; a game without one has "".
    """
    rows = db.execute(_EXAMINED)
    return [session_id for session_id, game, mark in rows if mark != marks.get(game, "")]


def games_to_examine(db: Database) -> list[str]:
    """The games of those sessions which `unexamined` looks through."""
    rows = db.execute(
        "SELECT DISTINCT game FROM session WHERE status = 'playing' OR set_apart IS NOT NULL"
    )
    return [game for (game,) in rows]


def examined(db: Database, session_id: int, mark: str, components: str) -> None:
    """Remember with what a log was examined, and what is played with if that isn't known."""
    db.execute(
        "UPDATE session SET examined = ?, components = coalesce(components, ?) WHERE id = ?",
        (mark, components, session_id),
    )


def occupant(db: Database, channel_id: int) -> Session | None:
    """The live session of a channel; one that can't be read is set apart and makes room."""
    try:
        return finding.live_in(db, channel_id)
    except DamagedSession as damaged:
        set_apart(db, damaged.session_id, damaged.reason)
        return None
