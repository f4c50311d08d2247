"""What the process remembers of itself from one start to the next, in SQL."""

from __future__ import annotations

from bot.store.sql import Database


def find(db: Database, name: str) -> str | None:
    """What was remembered under this name."""
    row = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def save(db: Database, name: str, value: str) -> None:
    """Remember something under this name."""
    db.execute(
        "INSERT INTO fact (name, value) VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        (name, value),
    )
