"""Games to choose from: those that run in a server, those that have ended, in SQL."""

from __future__ import annotations

from bot.store.records.sessions import Ended
from bot.store.sql import Database

_RUNNING = """
SELECT id FROM session WHERE guild_id = ? AND status = 'playing' AND set_apart IS NULL
ORDER BY updated_at DESC, id DESC LIMIT ?
"""
_OVER_IN = """
SELECT id FROM session
WHERE guild_id = ? AND status = 'over' AND updated_at > ? AND channel_id = ? AND set_apart IS NULL
ORDER BY updated_at DESC, id DESC LIMIT 1
"""
_ENDED = """
SELECT id, game, guild_id, channel_id, updated_at,
    EXISTS (SELECT 1 FROM seat WHERE seat.session_id = session.id AND user_id = ?)
FROM session WHERE status = 'over'
    AND (guild_id = ? OR id IN (SELECT session_id FROM seat WHERE user_id = ?))
ORDER BY updated_at DESC, id DESC LIMIT ?
"""


def running_in(db: Database, guild_id: int, most: int) -> list[int]:
    """Ids of the games that run in a server, the liveliest first."""
    return [session_id for (session_id,) in db.execute(_RUNNING, (guild_id, most))]


def over_in(db: Database, guild_id: int, channel_id: int, since: float) -> int | None:
    """The id of the last game of a channel, if it has ended since that time."""
    row = db.execute(_OVER_IN, (guild_id, since, channel_id)).fetchone()
    return None if row is None else int(row[0])


def ended_for(db: Database, user_id: int, guild_id: int | None, most: int) -> list[Ended]:
    """The latest games that ended in a server, and wherever somebody has had a seat to the end."""
    rows = db.execute(_ENDED, (user_id, guild_id, user_id, most)).fetchall()
    return [
        Ended(number, game, guild, channel, ended_at, bool(own), _names(db, number))
        for number, game, guild, channel, ended_at, own in rows
    ]


def _names(db: Database, session_id: int) -> tuple[str, ...]:
    rows = db.execute("SELECT name FROM seat WHERE session_id = ? ORDER BY seat", (session_id,))
    return tuple(name for (name,) in rows)
