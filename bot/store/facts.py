"""What the process remembers of itself from one start to the next, in SQL."""

from __future__ import annotations

import sqlite3


def find(db: sqlite3.Connection, name: str) -> str | None:
    """What was remembered under this name."""
    row = db.execute("SELECT value FROM fact WHERE name = ?", (name,)).fetchone()
    return None if row is None else str(row[0])


def save(db: sqlite3.Connection, name: str, value: str) -> None:
    """Remember something under this name."""
    db.execute("INSERT OR REPLACE INTO fact (name, value) VALUES (?, ?)", (name, value))
