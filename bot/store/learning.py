"""Who is a beginner at a session, in SQL."""

from __future__ import annotations

from bot.store.sql import Database

FIRST_GAMES = 3
"""Games of a kind in which somebody is a beginner."""

_PEOPLE = """
SELECT user_id, game FROM seat JOIN session ON id = session_id
WHERE session_id = ? AND user_id IS NOT NULL
"""
_ENDED = """
SELECT session_id FROM seat JOIN session ON id = session_id
WHERE user_id = ? AND game = ? AND status = 'over'
UNION
SELECT session_id FROM standing JOIN result USING (session_id) WHERE user_id = ? AND game = ?
LIMIT ?
"""
"""Results outlive the sessions, and some games that ended have none."""


def find_beginners(db: Database, session_id: int) -> None:
    """Count for everybody at the table how many games of the kind have been played to the end."""
    for user_id, game in db.execute(_PEOPLE, (session_id,)).fetchall():
        ended = db.execute(_ENDED, (user_id, game, user_id, game, FIRST_GAMES)).fetchall()
        if len(ended) < FIRST_GAMES:
            db.execute(
                "INSERT INTO beginner (session_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (session_id, user_id),
            )
