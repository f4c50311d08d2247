"""What the bot remembers of itself, what its operator changes and has it look at, in SQL."""

from __future__ import annotations

from collections.abc import Callable

from bot.store.records.people import NOT_LEFT, NOTICE, Errand, ErrandKind
from bot.store.sql import Columns, Database, finds, inserted, replacing
from bot.store.tables import changing, messages

_ERRAND = Columns(Errand)
_SAVE_FACT = replacing("fact", "name", "value")


def fact(db: Database, name: str) -> str | None:
    """What the process remembers of itself under this name."""
    row = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def save_fact(db: Database, name: str, value: str) -> None:
    """Remember something for the next start."""
    db.execute(_SAVE_FACT, (name, value))


def change_fact(db: Database, name: str, change: Callable[[str | None], str]) -> str:
    """Something that is remembered, once it is changed from what any process has noted."""
    changed = change(fact(db, name))
    save_fact(db, name, changed)
    return changed


def leave(db: Database, kind: ErrandKind, about: int = 0) -> int:
    """Have the bot look at something until it was done, at its next start too; the errand's id."""
    return inserted(
        db.execute("INSERT INTO errand (kind, about) VALUES (?, ?) RETURNING id", (kind, about))
    )


def waiting(db: Database) -> list[Errand]:
    """What the operator has asked for beside the running bot, in order."""
    return [_ERRAND.read(row) for row in db.execute(f"{_ERRAND.select} FROM errand ORDER BY id")]


def done(db: Database, errand_id: int) -> None:
    """Forget an errand that was done."""
    db.execute("DELETE FROM errand WHERE id = ?", (errand_id,))


def why_not_left(db: Database, errand_id: int) -> str:
    """Why the server of this errand wasn't left; empty unless the running bot has noted that."""
    number, _, why = (fact(db, NOT_LEFT) or "").partition(" ")
    return why if number == str(errand_id) else ""


def notify(db: Database, line: str) -> int:
    """Have a line, or none, stand on all boards of lobbies and running games; the errand's id."""
    save_fact(db, NOTICE, line)
    messages.doubt_boards(db)
    return leave(db, "notice")


def end(db: Database, now: float, session_id: int) -> int:
    """End a session without a result, whoever looks after it; raises UnknownSession."""
    changing.end(db, now, session_id)
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


blocked = finds("SELECT guild_id FROM blocked_server ORDER BY guild_id")
"""Ids of the servers in which the operator doesn't want the bot."""
