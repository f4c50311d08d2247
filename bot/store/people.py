"""People in SQL."""

from __future__ import annotations

from bot.store.records.people import Person, QuietHours
from bot.store.sql import Database, replacing

_SAVE = replacing(
    "person",
    "user_id",
    "name, locale, dm_channel_id, dm_open, tell, confirms, in_words, helped, quiet_from,"
    " quiet_until, zone",
)


def find(db: Database, user_id: int) -> Person | None:
    """The person, if ever saved."""
    row = db.execute(
        "SELECT name, locale, dm_channel_id, dm_open, tell, confirms, in_words, helped, quiet_from,"
        " quiet_until, zone FROM person WHERE user_id = ?",
        (user_id,),
    ).fetchone()
    if row is None:
        return None
    name, locale, dm_channel_id, dm_open, tell, confirms, in_words, helped, *hours = row
    quiet = None if None in hours else QuietHours(*hours)
    return Person(
        *(user_id, name, locale, dm_channel_id),
        dm_open=bool(dm_open),
        tell=tell,
        quiet=quiet,
        confirms=bool(confirms),
        in_words=bool(in_words),
        helped=bool(helped),
    )


def save(db: Database, person: Person) -> None:
    """Add or replace a person."""
    quiet = person.quiet
    db.execute(
        _SAVE,
        (
            person.user_id,
            person.name,
            person.locale,
            person.dm_channel_id,
            person.dm_open,
            person.tell,
            person.confirms,
            person.in_words,
            person.helped,
            *(None if quiet is None else quiet.start, None if quiet is None else quiet.end),
            None if quiet is None else quiet.zone,
        ),
    )
