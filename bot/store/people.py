"""People in SQL."""

from __future__ import annotations

import sqlite3

from bot.store.records import Person


def find(db: sqlite3.Connection, user_id: int) -> Person | None:
    """The person, if ever saved."""
    row = db.execute(
        "SELECT name, locale, dm_channel_id, dm_open, tell FROM person WHERE user_id = ?",
        (user_id,),
    ).fetchone()
    if row is None:
        return None
    name, locale, dm_channel_id, dm_open, tell = row
    return Person(user_id, name, locale, dm_channel_id, bool(dm_open), tell)


def save(db: sqlite3.Connection, person: Person) -> None:
    """Add or replace a person."""
    db.execute(
        "INSERT OR REPLACE INTO person (user_id, name, locale, dm_channel_id, dm_open, tell)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            person.user_id,
            person.name,
            person.locale,
            person.dm_channel_id,
            person.dm_open,
            person.tell,
        ),
    )
