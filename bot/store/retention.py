"""Sessions that ended long ago, in SQL: what is left of them is how they ended."""

from __future__ import annotations

from collections.abc import Sequence

from bot.store.sql import Database

_EXPIRED = """
SELECT id FROM session LEFT JOIN result ON session_id = id
WHERE status IN ('over', 'abandoned') AND updated_at < ? AND coalesce(counted, TRUE)
ORDER BY id LIMIT ?
"""
OF_SESSION = (
    *("move", "snapshot", "post", "attendance", "invitation", "turn", "departed", "offer"),
    *("retractable", "takeback", "result_due", "lesson", "beginner", "open_hands", "seat"),
)


def expired(db: Database, before: float, most: int) -> list[int]:
    """Ids of the oldest sessions that ended before that time, but those still to be counted."""
    return [session_id for (session_id,) in db.execute(_EXPIRED, (before, most))]


def purge(db: Database, session_ids: Sequence[int]) -> None:
    """Delete sessions with all that belongs to them, but for their results."""
    keys = [(session_id,) for session_id in session_ids]
    for table in OF_SESSION:
        db.executemany(f"DELETE FROM {table} WHERE session_id = ?", keys)  # noqa: S608
    db.executemany("UPDATE result SET awards = '[]' WHERE session_id = ?", keys)
    db.executemany("DELETE FROM session WHERE id = ?", keys)
