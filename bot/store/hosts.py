"""When hosts were there, and what they alone have paused, in SQL."""

from __future__ import annotations

from bot.store import versions
from bot.store.sql import Database


def save(
    db: Database,
    now: float,
    session_id: int,
    host_seen: float,
    *,
    host_away: bool,
    seen: bool,
    known: int | None = None,
) -> None:
    """Remember when the host was there, and whether others may act; `seen`: its messages lag.

    Raises Overtaken.
    """
    versions.advance(db, session_id, known)
    db.execute(
        "UPDATE session SET host_seen = ?, host_away = ?, changes = changes + ?,"
        " updated_at = CASE WHEN ? THEN ? ELSE updated_at END WHERE id = ?",
        (host_seen, host_away, int(seen), seen, now, session_id),
    )


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
