"""Sessions, seats and moves in SQL; each function is the body of one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from bot.store import servers
from bot.store import turns as turns_of
from bot.store.errors import (
    ChannelTaken,
    DamagedSession,
    MoveTaken,
    UnknownSession,
    WrongStatus,
    is_damage,
)
from bot.store.records import (
    RELAXED,
    Departed,
    Invitation,
    Move,
    Offer,
    Outline,
    Pause,
    Seat,
    Session,
    Speed,
    Status,
    Turn,
)

_SELECT = """
SELECT session.id, game, options, guild_id, session.channel_id, locale, host_id, status, seed,
    rules_version, moves, state, coalesce(story, '[]'), changes, message_id,
    computers_due, created_at, updated_at, set_apart, invited_only, own_thread,
    nudge_after, choose_within, paused_at, paused_by_host, host_paused, pause_votes
FROM session LEFT JOIN snapshot ON snapshot.session_id = session.id
    LEFT JOIN post ON post.session_id = session.id AND kind = 'board'
"""
_OF_USER = """
SELECT id FROM session WHERE id IN (SELECT session_id FROM seat WHERE user_id = ?)
    AND (NOT ? OR status IN ('lobby', 'playing') AND set_apart IS NULL) ORDER BY id DESC
"""
_LIVE_IN = """
SELECT id FROM session WHERE channel_id = ? AND status IN ('lobby', 'playing')
    AND set_apart IS NULL
"""
_LIVE_OF_GUILDS = """
SELECT guild_id, id FROM session WHERE guild_id IS NOT NULL AND set_apart IS NULL
    AND status IN ('lobby', 'playing') ORDER BY id
"""
_OUTLINE = """
SELECT id, guild_id, session.channel_id, locale, host_id, status, message_id, set_apart
FROM session LEFT JOIN post ON session_id = id AND kind = 'board'
"""
_OUTLINE_IN = _OUTLINE + (
    "WHERE session.channel_id = ? AND status IN ('lobby', 'playing')"
    " ORDER BY set_apart IS NOT NULL, id DESC LIMIT 1"
)
_APART = _OUTLINE + "WHERE set_apart IS NOT NULL AND status IN ('lobby', 'playing') ORDER BY id"
_MISSED = """
SELECT id FROM session WHERE set_apart = ? AND game = ? AND NOT (
    status IN ('lobby', 'playing') AND EXISTS (
        SELECT 1 FROM session AS other
        WHERE other.channel_id = session.channel_id AND other.status IN ('lobby', 'playing')
            AND (other.set_apart IS NULL OR other.set_apart = session.set_apart
                AND other.id > session.id)
    )
)
"""
_APART_OF_USER = _OUTLINE + (  # noqa: S608  (two constants)
    "WHERE set_apart IS NOT NULL AND status IN ('lobby', 'playing')"
    " AND id IN (SELECT session_id FROM seat WHERE user_id = ?) ORDER BY id"
)
_SEED = 8
_COMPUTERS_DUE = 15
_SEATS = 18


def find(db: sqlite3.Connection, session_id: int) -> Session | None:
    """The session, if there is one; raises DamagedSession."""
    with _reading(session_id):
        row = db.execute(f"{_SELECT} WHERE session.id = ?", (session_id,)).fetchone()
        return None if row is None else _session(db, row)


def outline(db: sqlite3.Connection, session_id: int) -> Outline | None:
    """What is known of a session without its game."""
    row = db.execute(f"{_OUTLINE} WHERE id = ?", (session_id,)).fetchone()
    return None if row is None else Outline(*row)


def outlines(db: sqlite3.Connection) -> list[Outline]:
    """The same of all sessions, in order."""
    return [Outline(*row) for row in db.execute(f"{_OUTLINE} ORDER BY id")]


def outline_in(db: sqlite3.Connection, channel_id: int) -> Outline | None:
    """The live session of a channel; where there is none, the latest that was set apart there."""
    row = db.execute(_OUTLINE_IN, (channel_id,)).fetchone()
    return None if row is None else Outline(*row)


def get(db: sqlite3.Connection, session_id: int) -> Session:
    """The session; raises UnknownSession, DamagedSession."""
    session = find(db, session_id)
    if session is None:
        raise UnknownSession(session_id)
    return session


def live_in(db: sqlite3.Connection, channel_id: int) -> Session | None:
    """The lobby or running game of a channel; raises DamagedSession."""
    row = db.execute(_LIVE_IN, (channel_id,)).fetchone()
    return None if row is None else get(db, row[0])


def of_user(db: sqlite3.Connection, user_id: int, *, live_only: bool) -> list[Session]:
    """The sessions in which somebody has a seat, the newest first; without damaged ones."""
    found = []
    for (session_id,) in db.execute(_OF_USER, (user_id, live_only)).fetchall():
        with suppress(DamagedSession):
            found.append(get(db, session_id))
    return found


def counts(db: sqlite3.Connection) -> dict[tuple[str, str], int]:
    """How many sessions there are of each game and status, and set apart."""
    rows = db.execute(
        "SELECT game, iif(set_apart IS NULL, status, 'apart') AS state, count(*) FROM session"
        " GROUP BY game, state"
    )
    return {(game, state): number for game, state, number in rows}


def live_by_guild(db: sqlite3.Connection) -> dict[int, list[int]]:
    """Ids of the lobbies and running games of each server."""
    found: dict[int, list[int]] = {}
    for guild_id, session_id in db.execute(_LIVE_OF_GUILDS):
        found.setdefault(guild_id, []).append(session_id)
    return found


def apart(db: sqlite3.Connection) -> list[Outline]:
    """All sessions that were set apart and have not been ended."""
    return [Outline(*row) for row in db.execute(_APART)]


def apart_of_user(db: sqlite3.Connection, user_id: int) -> list[Outline]:
    """The same, of those in which somebody has a seat."""
    return [Outline(*row) for row in db.execute(_APART_OF_USER, (user_id,))]


def set_apart(db: sqlite3.Connection, session_id: int, reason: str) -> None:
    """Keep a session that can't be read, and leave its channel to another one."""
    db.execute(
        "UPDATE session SET set_apart = ? WHERE id = ? AND set_apart IS NULL",
        (reason, session_id),
    )


def take_up(db: sqlite3.Connection, reason: str, games: Iterable[str]) -> list[int]:
    """Have sessions back that were set apart for this reason and are of these games; their ids.

    But for those whose channel another one has by now. Their messages are to be shown anew.
    """
    found = [session_id for game in games for (session_id,) in db.execute(_MISSED, (reason, game))]
    for session_id in found:
        db.execute("UPDATE session SET set_apart = NULL WHERE id = ?", (session_id,))
        db.execute("UPDATE post SET shown = -1, picture = NULL WHERE session_id = ?", (session_id,))
    return found


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
    speed: Speed | None = RELAXED,
) -> Session:
    """A lobby with its host and perhaps others seated; raises ChannelTaken."""
    taken = _occupant(db, channel_id)
    if taken is not None:
        raise ChannelTaken(taken)
    cursor = db.execute(
        "INSERT INTO session (game, options, guild_id, channel_id, locale, host_id, status, moves,"
        " changes, computers_due, created_at, updated_at, invited_only, own_thread,"
        " nudge_after, choose_within)"
        " VALUES (?, ?, ?, ?, ?, ?, 'lobby', 0, 1, 0, ?, ?, ?, ?, ?, ?)",
        (
            *(game, options, guild_id, channel_id, locale, host.user_id, now, now),
            *(invited_only, own_thread, *_spans(speed)),
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
        " nudge_after = ?, choose_within = ?, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND status = 'lobby'",
        (
            *(lobby.options, lobby.locale, lobby.host_id, lobby.invited_only),
            *_spans(lobby.speed),
            *(now, lobby.id),
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
    turns: Sequence[Turn] = (),
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
    turns_of.save(db, session_id, turns)
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
    turns: Sequence[Turn] = (),
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
    turns_of.save(db, session_id, turns)
    if status == "over":
        servers.owe_result(db, session_id)
    return now


def save_pause(
    db: sqlite3.Connection, now: float, session_id: int, pause: Pause, turns: Sequence[Turn]
) -> None:
    """Pause a running game, let it go on, or note a vote; with the turns that it moves."""
    db.execute(
        "UPDATE session SET paused_at = ?, paused_by_host = ?, host_paused = ?, pause_votes = ?,"
        " changes = changes + 1, updated_at = ? WHERE id = ?",
        (
            *(pause.at, pause.by_host, pause.host_spent, json.dumps(pause.votes)),
            *(now, session_id),
        ),
    )
    turns_of.save(db, session_id, turns)


def paused_by_host(db: sqlite3.Connection, now: float, longest: float) -> list[int]:
    """Ids of the games that their hosts alone have paused for so many seconds in all by now."""
    rows = db.execute(
        "SELECT id FROM session WHERE paused_by_host AND paused_at + ? - host_paused <= ?"
        " AND status = 'playing' AND set_apart IS NULL ORDER BY id",
        (longest, now),
    )
    return [session_id for (session_id,) in rows]


def change_holders(
    db: sqlite3.Connection, now: float, changed: Session, *, computers_due: bool
) -> Session:
    """Store who plays a running game, and what was told of it.

    Raises UnknownSession, WrongStatus.
    """
    updated = db.execute(
        "UPDATE session SET host_id = ?, computers_due = ?, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND status = 'playing'",
        (changed.host_id, computers_due, now, changed.id),
    )
    if not updated.rowcount:
        raise WrongStatus(get(db, changed.id))
    _seat(db, changed.id, changed.seats)
    db.execute("UPDATE snapshot SET story = ? WHERE session_id = ?", (changed.story, changed.id))
    db.execute("DELETE FROM departed WHERE session_id = ?", (changed.id,))
    db.executemany(
        "INSERT INTO departed (session_id, user_id, seat) VALUES (?, ?, ?)",
        [(changed.id, gone.user_id, gone.seat) for gone in changed.departed],
    )
    db.execute("DELETE FROM offer WHERE session_id = ?", (changed.id,))
    db.executemany(
        "INSERT INTO offer (session_id, seat, user_id) VALUES (?, ?, ?)",
        [(changed.id, offer.seat, offer.user_id) for offer in changed.offers],
    )
    turns_of.save(db, changed.id, changed.turns)
    return get(db, changed.id)


def replace_snapshot(
    db: sqlite3.Connection,
    session_id: int,
    *,
    snapshot: str | None,
    story: str,
    rules_version: int,
) -> None:
    """Cache what came of the moves anew; raises UnknownSession for a session never started."""
    changed = db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = ? WHERE session_id = ?",
        (snapshot, story, rules_version, session_id),
    )
    if not changed.rowcount:
        raise UnknownSession(session_id)


def moves(db: sqlite3.Connection, session_id: int) -> list[Move]:
    """The whole log, in order; raises DamagedSession."""
    with _reading(session_id):
        rows = db.execute(
            "SELECT number, seat, picks FROM move WHERE session_id = ? ORDER BY number",
            (session_id,),
        )
        return [Move(number, seat, tuple(json.loads(picks))) for number, seat, picks in rows]


def end(db: sqlite3.Connection, now: float, session_id: int, status: Status) -> None:
    """End a live session; one that has ended stays as it is. Raises UnknownSession."""
    changed = db.execute(
        "UPDATE session SET status = ?, computers_due = 0, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND status IN ('lobby', 'playing')",
        (status, now, session_id),
    )
    if not changed.rowcount and outline(db, session_id) is None:
        raise UnknownSession(session_id)


def move_channel(
    db: sqlite3.Connection, now: float, session_id: int, channel_id: int, *, own_thread: bool
) -> Session:
    """Go on elsewhere, where no board stands yet; raises UnknownSession, ChannelTaken."""
    taken = _occupant(db, channel_id)
    if taken is not None and taken.id != session_id:
        raise ChannelTaken(taken)
    moved = db.execute(
        "UPDATE session SET channel_id = ?, own_thread = ?, changes = changes + 1, updated_at = ?"
        " WHERE id = ? AND channel_id <> ?",
        (channel_id, own_thread, now, session_id, channel_id),
    )
    if moved.rowcount:
        db.execute("DELETE FROM post WHERE session_id = ? AND kind <> 'hand'", (session_id,))
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


def _occupant(db: sqlite3.Connection, channel_id: int) -> Session | None:
    """The live session of a channel; one that can't be read is set apart and makes room."""
    try:
        return live_in(db, channel_id)
    except DamagedSession as damaged:
        set_apart(db, damaged.session_id, damaged.reason)
        return None


@contextmanager
def _reading(session_id: int) -> Iterator[None]:
    """Tell damage of one session from trouble with the disk; no word of what was read is said."""
    try:
        yield
    except sqlite3.Error as error:
        if not is_damage(error):
            raise
        raise DamagedSession(session_id, "its rows are damaged") from None
    except (TypeError, ValueError):
        raise DamagedSession(session_id, "its columns make no sense") from None


def _session(db: sqlite3.Connection, row: tuple[Any, ...]) -> Session:
    columns = list(row)
    columns[_SEED] = None if row[_SEED] is None else int(row[_SEED])
    columns[_COMPUTERS_DUE] = bool(row[_COMPUTERS_DUE])
    seats = db.execute(
        "SELECT seat, user_id, name, strength, party, computer_name, computer_strength FROM seat"
        " WHERE session_id = ? ORDER BY seat",
        (row[0],),
    )
    invitations = db.execute(
        "SELECT user_id, name, kept FROM invitation WHERE session_id = ? ORDER BY user_id",
        (row[0],),
    )
    departed = db.execute(
        "SELECT user_id, seat FROM departed WHERE session_id = ? ORDER BY user_id", (row[0],)
    )
    offers = db.execute(
        "SELECT seat, user_id FROM offer WHERE session_id = ? ORDER BY seat", (row[0],)
    )
    *columns, paused_at, by_host, host_paused, votes = columns
    *columns, invited_only, own_thread, nudge, limit = columns
    columns.insert(_SEATS, tuple(Seat(*seat) for seat in seats))
    columns += [bool(invited_only), bool(own_thread)]
    columns.append(tuple(Invitation(user, name, bool(kept)) for user, name, kept in invitations))
    columns.append(None if nudge is None or limit is None else Speed(nudge, limit))
    columns.append(turns_of.of_session(db, row[0]))
    columns.append(Pause(paused_at, bool(by_host), host_paused, tuple(json.loads(votes))))
    columns.append(tuple(Departed(*gone) for gone in departed))
    columns.append(tuple(Offer(*offer) for offer in offers))
    return Session(*columns)


def _spans(speed: Speed | None) -> tuple[int | None, int | None]:
    return (None, None) if speed is None else (speed.nudge, speed.limit)


def _invite(db: sqlite3.Connection, session_id: int, invitations: Sequence[Invitation]) -> None:
    """Replace the invitations."""
    db.execute("DELETE FROM invitation WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO invitation (session_id, user_id, name, kept) VALUES (?, ?, ?, ?)",
        [(session_id, asked.user_id, asked.name, asked.kept) for asked in invitations],
    )


def _seat(db: sqlite3.Connection, session_id: int, seats: Sequence[Seat]) -> None:
    db.execute("DELETE FROM seat WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO seat (session_id, seat, user_id, name, strength, party, computer_name,"
        " computer_strength) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                *(session_id, seat.seat, seat.user_id, seat.name, seat.strength, seat.party),
                *(seat.computer_name, seat.computer_strength),
            )
            for seat in seats
        ],
    )
