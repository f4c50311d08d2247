"""When hosts were there, and what they alone have paused, in SQL."""

from __future__ import annotations

from bot.store.sql import Database


def absent(db: Database, since: float) -> list[int]:
    """Ids of the live sessions whose hosts weren't there since that time; without paused ones."""
    rows = db.execute(
        "SELECT id FROM session WHERE status IN ('lobby', 'playing') AND NOT host_away"
        " AND host_seen <= ? AND paused_at IS NULL AND set_apart IS NULL ORDER BY id",
        (since,),
    )
    return [session_id for (session_id,) in rows]


def paused(db: Database, now: float, longest: float) -> list[int]:
    """Ids of the games that their hosts alone have paused for so many seconds in all by now."""
    rows = db.execute(
        "SELECT id FROM session WHERE paused_by_host AND paused_at + ? - host_paused <= ?"
        " AND status = 'playing' AND set_apart IS NULL ORDER BY id",
        (longest, now),
    )
    return [session_id for (session_id,) in rows]
