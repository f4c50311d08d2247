"""What somebody asks to take back, in SQL."""

from __future__ import annotations

from bot.store.sql import Database

_OPEN = """
SELECT session_id FROM takeback JOIN session ON id = session_id
WHERE NOT refused AND status = 'playing' AND set_apart IS NULL AND paused_at IS NULL
ORDER BY session_id
"""


def undecided(db: Database) -> list[int]:
    """Ids of the running games in which a take-back is being decided."""
    return [session_id for (session_id,) in db.execute(_OPEN)]
