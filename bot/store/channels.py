"""Where sessions are played, and the threads that carry their names, in SQL."""

from __future__ import annotations

from bot.store import apart, sessions
from bot.store.errors import DamagedSession
from bot.store.records.sessions import Session
from bot.store.sql import Database


def occupant(db: Database, channel_id: int) -> Session | None:
    """The live session of a channel; one that can't be read is set apart and makes room."""
    try:
        return sessions.live_in(db, channel_id)
    except DamagedSession as damaged:
        apart.put(db, damaged.session_id, damaged.reason)
        return None


def threads_to_name(db: Database) -> list[int]:
    """Ids of the ended sessions whose thread doesn't say so yet."""
    rows = db.execute(
        "SELECT id FROM session WHERE own_thread AND status IN ('over', 'abandoned') ORDER BY id"
    )
    return [session_id for (session_id,) in rows]


def thread_named(db: Database, session_id: int) -> None:
    """The thread of an ended session says so, or never will."""
    db.execute("UPDATE session SET own_thread = FALSE WHERE id = ?", (session_id,))
