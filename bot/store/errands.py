"""What whoever runs the bot changes, and what it is to look at for that, in SQL."""

from __future__ import annotations

from bot.store import facts, posts, running
from bot.store.records.people import Errand, ErrandKind
from bot.store.sql import Database, inserted

NOTICE = "notice"
"""The fact that is shown on every board."""
LONGEST_NOTICE = 300


def leave(db: Database, kind: ErrandKind, about: int = 0) -> int:
    """Have the bot look at something, now or at its next start; the errand's id."""
    return inserted(
        db.execute("INSERT INTO errand (kind, about) VALUES (?, ?) RETURNING id", (kind, about))
    )


def waiting(db: Database) -> list[Errand]:
    """All that is still to be done, in order."""
    return [Errand(*row) for row in db.execute("SELECT id, kind, about FROM errand ORDER BY id")]


def done(db: Database, errand_id: int) -> None:
    """It was done."""
    db.execute("DELETE FROM errand WHERE id = ?", (errand_id,))


def notify(db: Database, line: str) -> int:
    """Have a line, or none, stand on all boards of lobbies and running games; the errand's id."""
    facts.save(db, NOTICE, line)
    posts.doubt_boards(db)
    return leave(db, "notice")


def end(db: Database, now: float, session_id: int) -> int:
    """End a live session without a result; the errand's id. Raises UnknownSession."""
    running.end(db, now, session_id, "abandoned")
    return leave(db, "session", session_id)


def block(db: Database, guild_id: int) -> int:
    """Have the bot leave a server, and never come back to it; the errand's id."""
    db.execute(
        "INSERT INTO blocked_server (guild_id) VALUES (?) ON CONFLICT DO NOTHING", (guild_id,)
    )
    return leave(db, "server", guild_id)


def unblock(db: Database, guild_id: int) -> bool:
    """Let the bot be invited there again; whether it was blocked."""
    gone = db.execute("DELETE FROM blocked_server WHERE guild_id = ?", (guild_id,))
    return bool(gone.rowcount)


def blocked(db: Database) -> list[int]:
    """Ids of the servers in which the operator doesn't want the bot."""
    rows = db.execute("SELECT guild_id FROM blocked_server ORDER BY guild_id")
    return [guild_id for (guild_id,) in rows]
