"""What the operator changes beside the running bot, and what it is to look at for that, in SQL."""

from __future__ import annotations

import sqlite3

from bot.store.records import Errand, ErrandKind


def leave(db: sqlite3.Connection, kind: ErrandKind, about: int = 0) -> int:
    """Have the bot look at something, now or at its next start; the errand's id."""
    cursor = db.execute("INSERT INTO errand (kind, about) VALUES (?, ?)", (kind, about))
    assert cursor.lastrowid is not None  # noqa: S101  (an INSERT has just been made)
    return cursor.lastrowid


def waiting(db: sqlite3.Connection) -> list[Errand]:
    """All that is still to be done, in order."""
    return [Errand(*row) for row in db.execute("SELECT id, kind, about FROM errand ORDER BY id")]


def done(db: sqlite3.Connection, errand_id: int) -> None:
    """It was done."""
    db.execute("DELETE FROM errand WHERE id = ?", (errand_id,))


def block(db: sqlite3.Connection, guild_id: int) -> None:
    """Have the bot leave a server, and never come back to it."""
    db.execute("INSERT OR IGNORE INTO blocked_server (guild_id) VALUES (?)", (guild_id,))


def unblock(db: sqlite3.Connection, guild_id: int) -> bool:
    """Let the bot be invited there again; whether it was blocked."""
    gone = db.execute("DELETE FROM blocked_server WHERE guild_id = ?", (guild_id,))
    return bool(gone.rowcount)


def blocked(db: sqlite3.Connection) -> list[int]:
    """Ids of the servers in which the operator doesn't want the bot."""
    rows = db.execute("SELECT guild_id FROM blocked_server ORDER BY guild_id")
    return [guild_id for (guild_id,) in rows]
