"""People in SQL."""

from __future__ import annotations

from bot.store.records import Person, QuietHours
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


def in_live_sessions(db: Database, user_id: int) -> list[int]:
    """Ids of the lobbies and running games in which somebody has a seat, or has seen a hand."""
    rows = db.execute(
        "SELECT id FROM session WHERE status IN ('lobby', 'playing') AND (id IN"
        " (SELECT session_id FROM seat WHERE user_id = ?) OR id IN"
        " (SELECT session_id FROM departed WHERE user_id = ?)) ORDER BY id",
        (user_id, user_id),
    )
    return [session_id for (session_id,) in rows]


def forget(db: Database, user_id: int) -> None:
    """Drop all that is known of somebody who is in ended games at most.

    Their seats there become nameless computers' seats.
    """
    for statement in (
        # What a picture shows is described with the names of all players.
        (
            "UPDATE post SET picture = NULL WHERE session_id IN"
            " (SELECT session_id FROM seat WHERE user_id = ?)"
        ),
        (
            "UPDATE session SET pause_votes = '[]' WHERE id IN"
            " (SELECT session_id FROM seat WHERE user_id = ?)"
        ),
        "UPDATE seat SET user_id = NULL, name = '…', strength = 'normal' WHERE user_id = ?",
        "UPDATE session SET host_id = 0 WHERE host_id = ?",
        "DELETE FROM post WHERE user_id = ?",
        "DELETE FROM attendance WHERE user_id = ?",
        "DELETE FROM invitation WHERE user_id = ?",
        "DELETE FROM departed WHERE user_id = ?",
        "DELETE FROM beginner WHERE user_id = ?",
        "DELETE FROM offer WHERE user_id = ?",
        "DELETE FROM person WHERE user_id = ?",
    ):
        db.execute(statement, (user_id,))


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
