"""People and servers, and what is stored of one person, to be given away or erased, in SQL."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from bot.store.records.people import Person, QuietHours, Server
from bot.store.records.play import FORGOTTEN
from bot.store.sql import Columns, Database, Table, ids
from bot.store.tables.finding import advance
from bot.store.tables.messages import ATTENDANCES

PEOPLE = Table(
    Person,
    "person",
    key="user_id",
    quiet=Columns(QuietHours, start="quiet_from", end="quiet_until"),
)
_SERVERS = Table(Server, "server", key="guild_id", channels=None)


def person(db: Database, user_id: int) -> Person | None:
    """The person, if ever saved."""
    return PEOPLE.find(db, user_id)


def save_person(db: Database, person: Person) -> None:
    """Add or replace a person."""
    PEOPLE.save(db, [person])


def server(db: Database, guild_id: int | None) -> Server:
    """What a server's managers have set; of direct messages, nothing."""
    found = _SERVERS.find(db, guild_id or 0)
    if found is None:
        return Server(guild_id or 0)
    channels = db.execute(
        "SELECT channel_id FROM server_channel WHERE guild_id = ? ORDER BY channel_id", (guild_id,)
    )
    return replace(found, channels=tuple(channel_id for (channel_id,) in channels))


def change_server(db: Database, guild_id: int, change: Callable[[Server], Server]) -> Server:
    """What is set for a server once this is changed of it."""
    changed = change(server(db, guild_id))
    _SERVERS.save(db, [changed])
    db.execute("DELETE FROM server_channel WHERE guild_id = ?", (guild_id,))
    db.executemany(
        "INSERT INTO server_channel (guild_id, channel_id) VALUES (?, ?)",
        [(guild_id, channel_id) for channel_id in changed.channels],
    )
    return changed


Rows = list[dict[str, Any]]

_NAMING = ("post", "attendance", "invitation", "departed", "offer", "beginner", "review")
_TOUCHED = (
    *(f"SELECT session_id FROM {name} WHERE user_id = ?" for name in ("seat", *_NAMING)),  # noqa: S608
    "SELECT session_id FROM move WHERE chosen_by = ?",
    "SELECT session_id FROM standing WHERE user_id = ?",
    "SELECT id FROM session WHERE host_id = ?",
)
_ERASED = (
    f"UPDATE move SET chosen_by = {FORGOTTEN} WHERE chosen_by = ?",  # noqa: S608
    "UPDATE standing SET user_id = NULL, mu = NULL, sigma = NULL WHERE user_id = ?",
    *(f"DELETE FROM {name} WHERE user_id = ?" for name in (*_NAMING, "press_token", "person")),  # noqa: S608
)
_TABLES = {
    "person": (", ".join(PEOPLE.names[1:]), "person WHERE user_id = ?"),
    "seats": (
        (
            "session_id, seat, seat.name AS name, party, game, guild_id, channel_id, locale,"
            " status, created_at, updated_at"
        ),
        "seat JOIN session ON id = session_id WHERE user_id = ? ORDER BY session_id",
    ),
    "results": (
        (
            "session_id, game, guild_id, ended_at, seat, place, score, choices, own, present,"
            " mu, sigma"
        ),
        "standing JOIN result USING (session_id) WHERE user_id = ? ORDER BY ended_at, session_id",
    ),
    "hosted": ("id AS session_id, status", "session WHERE host_id = ? ORDER BY id"),
    "turns": (
        "session_id, seat, step, asked_at, due_at, reminded, extended, missed, away, gone",
        "turn JOIN seat USING (session_id, seat) WHERE user_id = ? ORDER BY session_id",
    ),
    "lessons": (
        "session_id, note, picks",
        "lesson JOIN seat USING (session_id) WHERE user_id = ? ORDER BY session_id",
    ),
    "invitations": ("session_id, name, kept", "invitation WHERE user_id = ? ORDER BY session_id"),
    "departures": ("session_id, seat", "departed WHERE user_id = ? ORDER BY session_id"),
    "beginnings": ("session_id", "beginner WHERE user_id = ? ORDER BY session_id"),
    "offers": ("session_id, seat", "offer WHERE user_id = ? ORDER BY session_id"),
    "attendance": (
        f"session_id, {', '.join(ATTENDANCES.names[1:])}",
        "attendance WHERE user_id = ? ORDER BY session_id",
    ),
    "reviews": (
        "session_id, seat, done, found, tell",
        "review WHERE user_id = ? ORDER BY session_id",
    ),
    "tries": (
        "session_id, of_session, turn, world",
        "tried JOIN seat USING (session_id) WHERE user_id = ? ORDER BY session_id",
    ),
    "messages": (
        "session_id, kind, channel_id, message_id",
        "post WHERE user_id = ? ORDER BY session_id, kind",
    ),
}
"""By name of the list: columns, and where they are from."""


_VOTES = """
SELECT session.id, seat.seat, pause_votes, takeback.agreed, open_hands.agreed
FROM session JOIN seat ON seat.session_id = session.id
    LEFT JOIN takeback ON takeback.session_id = session.id
    LEFT JOIN open_hands ON open_hands.session_id = session.id
WHERE user_id = ? ORDER BY session.id
"""
_EXPIRED = """
SELECT id FROM session LEFT JOIN result ON session_id = id
WHERE status IN ('over', 'abandoned') AND updated_at < ? AND coalesce(counted, TRUE)
ORDER BY id LIMIT ?
"""
_HEIR = """
UPDATE session SET host_id = coalesce((
    SELECT user_id FROM seat WHERE session_id = ? AND user_id IS NOT NULL ORDER BY seat LIMIT 1
), 0) WHERE id = ? AND host_id = ?
"""
"""Who is host next; 0: nobody."""
OF_SESSION = (
    *("move", "snapshot", "post", "attendance", "invitation", "turn", "departed", "offer"),
    *("retractable", "takeback", "result_due", "lesson", "beginner", "open_hands", "seat"),
    "review",
    "tried",
)


def in_live_sessions(db: Database, user_id: int) -> list[int]:
    """Ids of the lobbies and running games in which somebody has a seat, or has seen a hand."""
    return ids(
        db,
        "SELECT id FROM session WHERE status IN ('lobby', 'playing') AND (id IN"
        " (SELECT session_id FROM seat WHERE user_id = ?) OR id IN"
        " (SELECT session_id FROM departed WHERE user_id = ?)) ORDER BY id",
        (user_id, user_id),
    )


def exported(db: Database, user_id: int) -> dict[str, Rows]:
    """All that is stored of somebody: a list a table, without what it is of others."""
    found: dict[str, Rows] = {
        name: [
            dict(zip(_names(columns), row, strict=True))
            for row in db.execute(f"SELECT {columns} FROM {rest}", (user_id,))  # noqa: S608
        ]
        for name, (columns, rest) in _TABLES.items()
    }
    return found | {"choices": _choices(db, user_id), "votes": _votes(db, user_id)}


def _choices(db: Database, user_id: int) -> Rows:
    """By session, the number in its log and the picks of each choice."""
    found: dict[int, list[Any]] = {}
    for session_id, number, picks in db.execute(
        "SELECT session_id, number, picks FROM move WHERE chosen_by = ?"
        " ORDER BY session_id, number",
        (user_id,),
    ):
        found.setdefault(session_id, []).append([number, json.loads(picks)])
    return [{"session_id": session_id, "choices": made} for session_id, made in found.items()]


def _votes(db: Database, user_id: int) -> Rows:
    """By session, whether the person would have its pause begin or end, a choice taken back, and
    all hands opened."""
    found: Rows = []
    for session_id, seat, pause, agreed, opened in db.execute(_VOTES, (user_id,)):
        votes = {
            "pause": user_id in _ids(pause),
            "takeback": user_id in _ids(agreed),
            "open_hands": seat in _ids(opened),
        }
        if any(votes.values()):
            found.append({"session_id": session_id, **votes})
    return found


def forget(
    db: Database, user_id: int, computers: Sequence[str], nameless: Callable[[str], str]
) -> list[int]:
    """Erase all that is stored of somebody; ids of the sessions of which it was.

    Seats of games that ended have no name from then on; what still is a seat of a lobby or
    running game gets the first free of the names of `computers`. `nameless`: a story without
    what names people.
    """
    touched = sessions_with(db, user_id)
    for session_id in touched:
        _forget_in(db, session_id, user_id, computers, nameless)
    for statement in _ERASED:
        db.execute(statement, (user_id,))
    db.execute("DELETE FROM errand WHERE kind = 'person' AND about = ?", (user_id,))
    return touched


def sessions_with(db: Database, user_id: int) -> list[int]:
    """Ids of the sessions of which anything names somebody, in order."""
    found: set[int] = set()
    for statement in _TOUCHED:
        found |= {session_id for (session_id,) in db.execute(statement, (user_id,))}
    return sorted(found)


def expired(db: Database, before: float, most: int) -> list[int]:
    """Ids of the oldest sessions that ended before that time, but those still to be counted."""
    return ids(db, _EXPIRED, (before, most))


def purge(db: Database, session_ids: Sequence[int]) -> None:
    """Delete sessions that have ended, with all that is theirs but their results."""
    keys = [(session_id,) for session_id in session_ids]
    for table in OF_SESSION:
        db.executemany(f"DELETE FROM {table} WHERE session_id = ?", keys)  # noqa: S608
    db.executemany("UPDATE result SET awards = '[]' WHERE session_id = ?", keys)
    db.executemany("DELETE FROM session WHERE id = ?", keys)


def _forget_in(
    db: Database,
    session_id: int,
    user_id: int,
    computers: Sequence[str],
    nameless: Callable[[str], str],
) -> None:
    found = db.execute("SELECT status FROM session WHERE id = ?", (session_id,)).fetchone()
    if found is None:  # purged: its standings alone are left
        return
    advance(db, session_id)
    live, without = found[0] in ("lobby", "playing"), partial(_without, user_id)
    _leave_seat(db, session_id, user_id, computers if live else ())
    if live:
        db.execute("UPDATE session SET changes = changes + 1 WHERE id = ?", (session_id,))
    db.execute(_HEIR, (session_id, session_id, user_id))
    _rewrite(db, "session WHERE id = ?", "pause_votes", session_id, without)
    _rewrite(db, "takeback WHERE session_id = ?", "agreed", session_id, without)
    # What a picture shows is described with the names of all players.
    db.execute("UPDATE post SET picture = NULL WHERE session_id = ?", (session_id,))
    _rewrite(db, "snapshot WHERE session_id = ?", "story", session_id, nameless)


def _rewrite(
    db: Database, where: str, column: str, session_id: int, change: Callable[[str], str]
) -> None:
    """Change what is written of a session in a column of its row, if there is one."""
    table, _, which = where.partition(" ")
    for (written,) in db.execute(f"SELECT {column} FROM {where}", (session_id,)).fetchall():  # noqa: S608
        sql = f"UPDATE {table} SET {column} = ? {which}"  # noqa: S608
        db.execute(sql, (change(written), session_id))


def _leave_seat(db: Database, session_id: int, user_id: int, computers: Iterable[str]) -> None:
    rows = db.execute("SELECT name FROM seat WHERE session_id = ?", (session_id,))
    taken = {name for (name,) in rows}
    name = next((name for name in computers if name not in taken), "")
    db.execute(
        "UPDATE seat SET user_id = NULL, name = ?,"
        " strength = coalesce(computer_strength, 'normal'),"
        " computer_name = NULL, computer_strength = NULL WHERE session_id = ? AND user_id = ?",
        (name, session_id, user_id),
    )


def _without(user_id: int, written: str) -> str:
    return json.dumps([one for one in _ids(written) if one != user_id])


def _ids(written: str | None) -> list[int]:
    """Of people, or seats; of what is damaged none."""
    try:
        return list(json.loads(written or "[]"))
    except ValueError:
        return []


def _names(columns: str) -> list[str]:
    return [column.rpartition(" ")[2] for column in columns.split(", ")]
