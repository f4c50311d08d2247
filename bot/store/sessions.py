"""Sessions, seats and moves in SQL; each function is the body of one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from typing import Any

from bot.store.errors import ChannelTaken, MoveTaken, UnknownSession, WrongStatus
from bot.store.records import NOTHING_SHOWN, Invitation, Move, Seat, Session, Status

_SELECT = """
SELECT session.id, game, options, guild_id, channel_id, locale, host_id, status, seed,
    rules_version, moves, state, coalesce(story, '[]'), board_message_id, board_shown,
    computers_due, created_at, updated_at, invited_only, own_thread
FROM session LEFT JOIN snapshot ON session_id = session.id
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
        f"{_SELECT} WHERE channel_id = ? AND status IN ('lobby', 'playing')", (channel_id,)
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
    others: Sequence[Seat] = (),
    invitations: Sequence[Invitation] = (),
    invited_only: bool = False,
    own_thread: bool = False,
) -> Session:
    """A lobby with its host and perhaps others seated; raises ChannelTaken."""
    taken = live_in(db, channel_id)
    if taken is not None:
        raise ChannelTaken(taken)
    cursor = db.execute(
        "INSERT INTO session (game, options, guild_id, channel_id, locale, host_id, status, moves,"
        " board_shown, computers_due, created_at, updated_at, invited_only, own_thread)"
        " VALUES (?, ?, ?, ?, ?, ?, 'lobby', 0, ?, 0, ?, ?, ?, ?)",
        (
            *(game, options, guild_id, channel_id, locale, host.user_id, NOTHING_SHOWN, now, now),
            *(invited_only, own_thread),
        ),
    )
    session_id = cursor.lastrowid
    assert session_id is not None  # noqa: S101  (an INSERT has just been made)
    _seat(db, session_id, [host, *others])
    _invite(db, session_id, invitations)
    return get(db, session_id)


def save_lobby(db: sqlite3.Connection, now: float, lobby: Session) -> Session:
    """Store what may change in a lobby; raises UnknownSession, WrongStatus."""
    changed = db.execute(
        "UPDATE session SET options = ?, locale = ?, host_id = ?, invited_only = ?,"
        " board_shown = ?, updated_at = ? WHERE id = ? AND status = 'lobby'",
        (
            *(lobby.options, lobby.locale, lobby.host_id, lobby.invited_only),
            *(NOTHING_SHOWN, now, lobby.id),
        ),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, lobby.id))
    _seat(db, lobby.id, lobby.seats)
    _invite(db, lobby.id, lobby.invitations)
    return get(db, lobby.id)


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
        "UPDATE session SET status = 'playing', seed = ?, board_shown = ?, computers_due = ?,"
        " updated_at = ? WHERE id = ? AND status = 'lobby'",
        (str(seed), NOTHING_SHOWN, computers_due, now, session_id),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, session_id))
    _seat(db, session_id, seats)
    db.execute("UPDATE hand SET shown = ? WHERE session_id = ?", (NOTHING_SHOWN, session_id))
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
        "UPDATE session SET moves = moves + 1, status = ?, computers_due = ?, updated_at = ?"
        " WHERE id = ? AND status = 'playing' AND moves = ?",
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
    changed = db.execute(
        "UPDATE session SET status = ?, computers_due = 0, board_shown = ?, updated_at = ?"
        " WHERE id = ? AND status IN ('lobby', 'playing')",
        (status, NOTHING_SHOWN, now, session_id),
    )
    if changed.rowcount:
        db.execute("UPDATE hand SET shown = ? WHERE session_id = ?", (NOTHING_SHOWN, session_id))
    return get(db, session_id)


def move_channel(
    db: sqlite3.Connection, now: float, session_id: int, channel_id: int, *, own_thread: bool
) -> Session:
    """Go on elsewhere, where no board stands yet; raises UnknownSession, ChannelTaken."""
    taken = live_in(db, channel_id)
    if taken is not None and taken.id != session_id:
        raise ChannelTaken(taken)
    db.execute(
        "UPDATE session SET channel_id = ?, own_thread = ?, board_message_id = NULL,"
        " board_shown = ?, updated_at = ? WHERE id = ? AND channel_id <> ?",
        (channel_id, own_thread, NOTHING_SHOWN, now, session_id, channel_id),
    )
    return get(db, session_id)


def threads_to_name(db: sqlite3.Connection) -> list[int]:
    """Ids of the ended sessions whose thread doesn't say so yet."""
    rows = db.execute(
        "SELECT id FROM session WHERE own_thread AND status IN ('over', 'abandoned') ORDER BY id"
    )
    return [session_id for (session_id,) in rows]


def thread_named(db: sqlite3.Connection, session_id: int) -> None:
    """The thread of an ended session says so, or never will."""
    db.execute("UPDATE session SET own_thread = 0 WHERE id = ?", (session_id,))


def _session(db: sqlite3.Connection, row: tuple[Any, ...]) -> Session:
    columns = list(row)
    columns[_SEED] = None if row[_SEED] is None else int(row[_SEED])
    columns[_COMPUTERS_DUE] = bool(row[_COMPUTERS_DUE])
    seats = db.execute(
        "SELECT seat, user_id, name, strength, party FROM seat WHERE session_id = ? ORDER BY seat",
        (row[0],),
    )
    invitations = db.execute(
        "SELECT user_id, name, kept FROM invitation WHERE session_id = ? ORDER BY user_id",
        (row[0],),
    )
    *columns, invited_only, own_thread = columns
    columns.append(tuple(Seat(*seat) for seat in seats))
    columns += [bool(invited_only), bool(own_thread)]
    columns.append(tuple(Invitation(user, name, bool(kept)) for user, name, kept in invitations))
    return Session(*columns)


def _invite(db: sqlite3.Connection, session_id: int, invitations: Sequence[Invitation]) -> None:
    """Replace the invitations."""
    db.execute("DELETE FROM invitation WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO invitation (session_id, user_id, name, kept) VALUES (?, ?, ?, ?)",
        [(session_id, asked.user_id, asked.name, asked.kept) for asked in invitations],
    )


def _seat(db: sqlite3.Connection, session_id: int, seats: Sequence[Seat]) -> None:
    """Replace the seats; private messages go with their people to their new seats."""
    messages = db.execute(
        "SELECT user_id, channel_id, message_id, shown FROM hand NATURAL JOIN seat"
        " WHERE session_id = ?",
        (session_id,),
    ).fetchall()
    db.execute("DELETE FROM seat WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO seat (session_id, seat, user_id, name, strength, party)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        [(session_id, s.seat, s.user_id, s.name, s.strength, s.party) for s in seats],
    )
    seat_of = {seat.user_id: seat.seat for seat in seats}
    db.executemany(
        "INSERT INTO hand (session_id, seat, channel_id, message_id, shown) VALUES (?, ?, ?, ?, ?)",
        [(session_id, seat_of[user], *rest) for user, *rest in messages if user in seat_of],
    )
