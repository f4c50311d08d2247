"""Lessons, beginners and suggestions of a session, in SQL."""

from __future__ import annotations

import sqlite3

from bot.store.records import Learnt

FIRST_GAMES = 3
"""Games of a kind in which somebody is a beginner."""

_BEGINNERS = """
INSERT OR IGNORE INTO beginner (session_id, user_id)
SELECT session.id, seat.user_id FROM session JOIN seat ON seat.session_id = session.id
WHERE session.id = ? AND seat.user_id IS NOT NULL AND (
    SELECT count(*) FROM seat AS before JOIN session AS ended ON ended.id = before.session_id
    WHERE before.user_id = seat.user_id AND ended.game = session.game AND ended.status = 'over'
) < ?
"""


def lesson(db: sqlite3.Connection, session_id: int) -> Learnt | None:
    """What the learner chose last, if the session is a lesson."""
    row = db.execute("SELECT note, picks FROM lesson WHERE session_id = ?", (session_id,))
    found = row.fetchone()
    return None if found is None else Learnt(*found)


def save_lesson(db: sqlite3.Connection, session_id: int, learnt: Learnt) -> None:
    """Make a lesson of a session, or note what its learner chose last."""
    db.execute(
        "INSERT OR REPLACE INTO lesson (session_id, note, picks) VALUES (?, ?, ?)",
        (session_id, learnt.note, learnt.picks),
    )


def suggestions(db: sqlite3.Connection, session_id: int) -> bool:
    """Whether players may ask what a computer would choose."""
    row = db.execute("SELECT suggestions FROM session WHERE id = ?", (session_id,)).fetchone()
    return bool(row[0])


def allow_suggestions(db: sqlite3.Connection, session_id: int, *, allowed: bool) -> None:
    """Let players ask, or not."""
    db.execute("UPDATE session SET suggestions = ? WHERE id = ?", (allowed, session_id))


def beginners(db: sqlite3.Connection, session_id: int) -> tuple[int, ...]:
    """The ids of those for whom it is one of their first games of the kind."""
    rows = db.execute(
        "SELECT user_id FROM beginner WHERE session_id = ? ORDER BY user_id", (session_id,)
    )
    return tuple(user_id for (user_id,) in rows)


def find_beginners(db: sqlite3.Connection, session_id: int) -> None:
    """Count for everybody at the table how many games of the kind have been played to the end."""
    db.execute(_BEGINNERS, (session_id, FIRST_GAMES))
