"""Sessions, seats and moves in SQL; each function is the body of one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from bot.store.errors import ChannelTaken, MoveTaken, UnknownSession, WrongStatus
from bot.store.records import Move, Seat, Session, Status

_SELECT = """
SELECT session.id, game, options, guild_id, session.channel_id, locale, host_id, status, seed,
    rules_version, moves, state, coalesce(story, '[]'), changes, message_id,
    computers_due, created_at, updated_at
FROM session LEFT JOIN snapshot ON snapshot.session_id = session.id
    LEFT JOIN post ON post.session_id = session.id AND kind = 'board'
"""
_OF_USER = _SELECT + (  # noqa: S608  (constants alone)
    "WHERE session.id IN (SELECT session_id FROM seat WHERE user_id = ?)"
    " AND (status IN ('lobby', 'playing') OR NOT ?) ORDER BY session.id DESC"
)
_SEED = 8
_COMPUTERS_DUE = 15


def find(db: sqlite3.Connection, session_id: int) -> Session | None:
    """The session, if there is one."""
    row = db.execute(f"{_SELECT} WHERE session.id = ?", (session_id,)).fetchone()
    return None if row is None else _session(db, row)


def get(db: sqlite3.Connection, session_id: int) -> Session:
    """The session; raises UnknownSession."""
    session = find(db, session_id)
    if session is None:
        raise UnknownSession(session_id)
    return session


def live_in(db: sqlite3.Connection, channel_id: int) -> Session | None:
    """The lobby or running game of a channel."""
    row = db.execute(
        f"{_SELECT} WHERE session.channel_id = ? AND status IN ('lobby', 'playing')", (channel_id,)
    ).fetchone()
    return None if row is None else _session(db, row)


def of_user(db: sqlite3.Connection, user_id: int, *, live_only: bool) -> list[Session]:
    """The sessions in which somebody has a seat, the newest first."""
    rows = db.execute(
        _OF_USER,
        (user_id, live_only),
    ).fetchall()
    return [_session(db, row) for row in rows]


def create(  # noqa: PLR0913  (the columns, by name)
    db: sqlite3.Connection,
    now: float,
    *,
    game: str,
    options: str,
    guild_id: int | None,
    channel_id: int,
    locale: str,
    host: Seat,
) -> Session:
    """A lobby with its host seated; raises ChannelTaken."""
    taken = live_in(db, channel_id)
    if taken is not None:
        raise ChannelTaken(taken)
    cursor = db.execute(
        "INSERT INTO session (game, options, guild_id, channel_id, locale, host_id, status, moves,"
        " changes, computers_due, created_at, updated_at)"
        " VALUES (?, ?, ?, ?, ?, ?, 'lobby', 0, 1, 0, ?, ?)",
        (game, options, guild_id, channel_id, locale, host.user_id, now, now),
    )
    session_id = cursor.lastrowid
    assert session_id is not None  # noqa: S101  (an INSERT has just been made)
    _seat(db, session_id, [host])
    return get(db, session_id)


def save_lobby(
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    *,
    options: str,
    host_id: int,
    seats: Sequence[Seat],
) -> Session:
    """Change a lobby; raises UnknownSession, WrongStatus."""
    changed = db.execute(
        "UPDATE session SET options = ?, host_id = ?, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND status = 'lobby'",
        (options, host_id, now, session_id),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, session_id))
    _seat(db, session_id, seats)
    return get(db, session_id)


def start(  # noqa: PLR0913  (the columns, by name)
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    *,
    seats: Sequence[Seat],
    seed: int,
    rules_version: int,
    snapshot: str | None,
    story: str,
    computers_due: bool,
) -> Session:
    """Make a game of a lobby; raises UnknownSession, WrongStatus."""
    changed = db.execute(
        "UPDATE session SET status = 'playing', seed = ?, changes = changes + 1,"
        " computers_due = ?, updated_at = ? WHERE id = ? AND status = 'lobby'",
        (str(seed), computers_due, now, session_id),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, session_id))
    _seat(db, session_id, seats)
    db.execute(
        "INSERT INTO snapshot (session_id, rules_version, story, state) VALUES (?, ?, ?, ?)",
        (session_id, rules_version, story, snapshot),
    )
    return get(db, session_id)


def commit(  # noqa: PLR0913  (the columns, by name)
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    move: Move,
    *,
    snapshot: str | None,
    story: str,
    status: Status,
    computers_due: bool,
    rules_version: int | None = None,
) -> float:
    """Log the next move, at the returned time; raises UnknownSession, WrongStatus, MoveTaken."""
    changed = db.execute(
        "UPDATE session SET moves = moves + 1, changes = changes + 1, status = ?,"
        " computers_due = ?, updated_at = ? WHERE id = ? AND status = 'playing' AND moves = ?",
        (status, computers_due, now, session_id, move.number - 1),
    )
    if not changed.rowcount:
        session = get(db, session_id)
        if session.status != "playing":
            raise WrongStatus(session)
        raise MoveTaken(session_id, move.number)
    db.execute(
        "INSERT INTO move (session_id, number, seat, picks) VALUES (?, ?, ?, ?)",
        (session_id, move.number, move.seat, json.dumps(move.picks, separators=(",", ":"))),
    )
    db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = coalesce(?, rules_version)"
        " WHERE session_id = ?",
        (snapshot, story, rules_version, session_id),
    )
    return now


def replace_snapshot(
    db: sqlite3.Connection, session_id: int, *, snapshot: str | None, rules_version: int
) -> None:
    """Cache the moves' state anew; raises UnknownSession for a session never started."""
    changed = db.execute(
        "UPDATE snapshot SET state = ?, rules_version = ? WHERE session_id = ?",
        (snapshot, rules_version, session_id),
    )
    if not changed.rowcount:
        raise UnknownSession(session_id)


def moves(db: sqlite3.Connection, session_id: int) -> list[Move]:
    """The whole log, in order."""
    rows = db.execute(
        "SELECT number, seat, picks FROM move WHERE session_id = ? ORDER BY number", (session_id,)
    )
    return [Move(number, seat, tuple(json.loads(picks))) for number, seat, picks in rows]


def end(db: sqlite3.Connection, now: float, session_id: int, status: Status) -> Session:
    """End a live session; one that has ended stays as it is. Raises UnknownSession."""
    db.execute(
        "UPDATE session SET status = ?, computers_due = 0, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND status IN ('lobby', 'playing')",
        (status, now, session_id),
    )
    return get(db, session_id)


def move_channel(db: sqlite3.Connection, now: float, session_id: int, channel_id: int) -> Session:
    """Go on elsewhere, where no board stands yet; raises UnknownSession, ChannelTaken."""
    taken = live_in(db, channel_id)
    if taken is not None and taken.id != session_id:
        raise ChannelTaken(taken)
    moved = db.execute(
        "UPDATE session SET channel_id = ?, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND channel_id <> ?",
        (channel_id, now, session_id, channel_id),
    )
    if moved.rowcount:
        db.execute("DELETE FROM post WHERE session_id = ? AND kind <> 'hand'", (session_id,))
    return get(db, session_id)


def _session(db: sqlite3.Connection, row: tuple[Any, ...]) -> Session:
    columns = list(row)
    columns[_SEED] = None if row[_SEED] is None else int(row[_SEED])
    columns[_COMPUTERS_DUE] = bool(row[_COMPUTERS_DUE])
    seats = db.execute(
        "SELECT seat, user_id, name, strength, party FROM seat WHERE session_id = ? ORDER BY seat",
        (row[0],),
    )
    columns.append(tuple(Seat(*seat) for seat in seats))
    return Session(*columns)


def _seat(db: sqlite3.Connection, session_id: int, seats: Sequence[Seat]) -> None:
    db.execute("DELETE FROM seat WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO seat (session_id, seat, user_id, name, strength, party)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(session_id, s.seat, s.user_id, s.name, s.strength, s.party) for s in seats],
    )
