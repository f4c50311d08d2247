"""What each seat owes and until when, in SQL."""

from __future__ import annotations

from bot.store.sql import Database

_DUE = """
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at <= ? AND status = 'playing' AND set_apart IS NULL
    AND paused_at IS NULL ORDER BY session_id
"""
_TIMED = """
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at IS NOT NULL AND nudge_after IS NOT NULL AND status = 'playing'
    AND set_apart IS NULL ORDER BY session_id
"""


def due(db: Database, now: float) -> list[int]:
    """Ids of the running games about which something is to be done by now."""
    return [session_id for (session_id,) in db.execute(_DUE, (now,))]


def timed(db: Database) -> list[int]:
    """Ids of the running games in which somebody has a deadline."""
    return [session_id for (session_id,) in db.execute(_TIMED)]
