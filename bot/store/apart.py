"""Sessions that are set apart and taken up again, and which logs are to be examined, in SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import orjson

_UNEXAMINED = """
SELECT session.id FROM session LEFT JOIN json_each(?) AS mark ON mark.key = game
WHERE (status = 'playing' OR set_apart IS NOT NULL)
    AND examined IS NOT coalesce(mark.value, '')
ORDER BY session.id
"""
_OCCUPIED = """
SELECT 1 FROM session JOIN session AS other ON other.channel_id = session.channel_id
WHERE session.id = ? AND session.status IN ('lobby', 'playing')
    AND other.id <> session.id AND other.status IN ('lobby', 'playing')
    AND other.set_apart IS NULL
"""


def put(
    db: sqlite3.Connection,
    session_id: int,
    reason: str,
    mark: str | None = None,
    at: float | None = None,
) -> None:
    """Keep a session that can't be played on, and leave its channel to another one.

    `mark`: with what that was found out, `at`: when, in the tables' own time.
    """
    db.execute(
        "UPDATE session SET changes = changes"
        " + (set_apart IS NOT :reason AND status IN ('lobby', 'playing')),"
        " set_apart_at = iif(set_apart IS NULL, :at, set_apart_at), set_apart = :reason,"
        " examined = coalesce(:mark, examined) WHERE id = :id",
        {"id": session_id, "reason": reason, "mark": mark, "at": at},
    )


def take_up(db: sqlite3.Connection, session_id: int, at: float) -> bool:
    """Have a session back that was set apart, its deadlines moved by as long as it was.

    `at`: the tables' own time. Whether its channel hasn't another one by now. Its messages lag.
    """
    if db.execute(_OCCUPIED, (session_id,)).fetchone():
        return False
    lost = "coalesce(:at - (SELECT set_apart_at FROM session WHERE id = :id), 0)"
    named = {"id": session_id, "at": at}
    db.execute(
        f"UPDATE turn SET asked_at = asked_at + {lost}, due_at = due_at + {lost},"  # noqa: S608
        f" look_at = look_at + {lost} WHERE session_id = :id AND look_at IS NOT NULL",
        named,
    )
    db.execute(
        f"UPDATE takeback SET due_at = due_at + {lost} WHERE session_id = :id",  # noqa: S608
        named,
    )
    db.execute(
        f"UPDATE session SET paused_at = paused_at + {lost}, set_apart = NULL,"  # noqa: S608
        " set_apart_at = NULL, changes = changes + (status IN ('lobby', 'playing'))"
        " WHERE id = :id",
        named,
    )
    return True


def unexamined(db: sqlite3.Connection, marks: Mapping[str, str]) -> list[int]:
    """Ids of the running games, and of what was set apart, that have another mark than these.

    `marks`: by game; a game without one has "".
    """
    rows = db.execute(_UNEXAMINED, (orjson.dumps(dict(marks)).decode(),))
    return [session_id for (session_id,) in rows]


def games(db: sqlite3.Connection) -> list[str]:
    """The games of which `unexamined` might name any."""
    rows = db.execute(
        "SELECT DISTINCT game FROM session WHERE status = 'playing' OR set_apart IS NOT NULL"
    )
    return [game for (game,) in rows]


def examined(db: sqlite3.Connection, session_id: int, mark: str, components: str) -> None:
    """The log was examined; where it isn't known what the game was begun with, it is this."""
    db.execute(
        "UPDATE session SET examined = ?, components = coalesce(components, ?) WHERE id = ?",
        (mark, components, session_id),
    )
