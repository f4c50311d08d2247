"""Sessions, seats and moves in SQL; each function is the body of one transaction."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from bot.store import apart, servers
from bot.store import takebacks as takebacks_of
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
    Begun,
    Departed,
    Invitation,
    Move,
    Offer,
    Outline,
    Pause,
    Retractable,
    Seat,
    Session,
    Speed,
    Status,
    Takeback,
    Turn,
)

_SELECT = """
SELECT session.id, game, options, guild_id, session.channel_id, locale, host_id, status, seed,
    rules_version, moves, state, coalesce(story, '[]'), changes, message_id,
    computers_due, created_at, updated_at, set_apart, invited_only, own_thread,
    nudge_after, choose_within, paused_at, paused_by_host, host_paused, pause_votes,
    begun_with, begun_rules, components, host_seen, host_away
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
SELECT id, game, guild_id, session.channel_id, locale, host_id, status, message_id, set_apart,
    changes, begun_with, begun_rules, components
FROM session LEFT JOIN post ON session_id = id AND kind = 'board'
"""
_OUTLINE_IN = _OUTLINE + (
    "WHERE session.channel_id = ? AND status IN ('lobby', 'playing')"
    " ORDER BY set_apart IS NOT NULL, id DESC LIMIT 1"
)
_APART = _OUTLINE + "WHERE set_apart IS NOT NULL AND status IN ('lobby', 'playing') ORDER BY id"
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
    return None if row is None else _outline(row)


def outlines(db: sqlite3.Connection) -> list[Outline]:
    """The same of all sessions, in order."""
    return [_outline(row) for row in db.execute(f"{_OUTLINE} ORDER BY id")]


def outline_in(db: sqlite3.Connection, channel_id: int) -> Outline | None:
    """The live session of a channel; where there is none, the latest that was set apart there."""
    row = db.execute(_OUTLINE_IN, (channel_id,)).fetchone()
    return None if row is None else _outline(row)


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


def set_apart(db: sqlite3.Connection) -> list[Outline]:
    """All sessions that were set apart and have not been ended."""
    return [_outline(row) for row in db.execute(_APART)]


def set_apart_of_user(db: sqlite3.Connection, user_id: int) -> list[Outline]:
    """The same, of those in which somebody has a seat."""
    return [_outline(row) for row in db.execute(_APART_OF_USER, (user_id,))]


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
    takebacks: bool = True,
    host_seen: float = 0.0,
) -> Session:
    """A lobby with its host and perhaps others seated; raises ChannelTaken."""
    taken = _occupant(db, channel_id)
    if taken is not None:
        raise ChannelTaken(taken)
    cursor = db.execute(
        "INSERT INTO session (game, options, guild_id, channel_id, locale, host_id, status, moves,"
        " changes, computers_due, created_at, updated_at, invited_only, own_thread,"
        " nudge_after, choose_within, host_seen)"
        " VALUES (?, ?, ?, ?, ?, ?, 'lobby', 0, 1, 0, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(game, options, guild_id, channel_id, locale, host.user_id, now, now),
            *(invited_only, own_thread, *_spans(speed), host_seen),
        ),
    )
    session_id = cursor.lastrowid
    assert session_id is not None  # noqa: S101  (an INSERT has just been made)
    _seat(db, session_id, [host, *others])
    _invite(db, session_id, invitations)
    takebacks_of.allow(db, session_id, takebacks=takebacks)
    return get(db, session_id)


def save_lobby(db: sqlite3.Connection, now: float, lobby: Session) -> Session:
    """Store what may change in a lobby; raises UnknownSession, WrongStatus."""
    changed = db.execute(
        "UPDATE session SET options = ?, locale = ?, host_id = ?, invited_only = ?,"
        " nudge_after = ?, choose_within = ?, host_seen = ?, host_away = ?,"
        " changes = changes + 1, updated_at = ? WHERE id = ? AND status = 'lobby'",
        (
            *(lobby.options, lobby.locale, lobby.host_id, lobby.invited_only),
            *(*_spans(lobby.speed), lobby.host_seen, lobby.host_away),
            *(now, lobby.id),
        ),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, lobby.id))
    _seat(db, lobby.id, lobby.seats)
    _invite(db, lobby.id, lobby.invitations)
    takebacks_of.allow(db, lobby.id, takebacks=lobby.takebacks)
    return get(db, lobby.id)


def start(  # noqa: PLR0913  (the columns, by name)
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    *,
    seats: Sequence[Seat],
    seed: int,
    begun: Begun,
    examined: str,
    snapshot: str | None,
    story: str,
    computers_due: bool,
    turns: Sequence[Turn] = (),
) -> Session:
    """Make a game of a lobby; raises UnknownSession, WrongStatus."""
    changed = db.execute(
        "UPDATE session SET status = 'playing', seed = ?, changes = changes + 1,"
        " computers_due = ?, updated_at = ?,"
        " begun_with = ?, begun_rules = ?, components = ?, examined = ?"
        " WHERE id = ? AND status = 'lobby'",
        (
            *(str(seed), computers_due, now),
            *(begun.guildhall, begun.rules_version, begun.components, examined),
            session_id,
        ),
    )
    if not changed.rowcount:
        raise WrongStatus(get(db, session_id))
    _seat(db, session_id, seats)
    db.execute(
        "INSERT INTO snapshot (session_id, rules_version, story, state) VALUES (?, ?, ?, ?)",
        (session_id, begun.rules_version, story, snapshot),
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
    retractable: Sequence[Retractable] = (),
    takeback: Takeback | None = None,
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
        "INSERT INTO move (session_id, number, seat, picks, back_to, digest)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            *(session_id, move.number, move.seat),
            *(json.dumps(move.picks, separators=(",", ":")), move.back_to, move.digest),
        ),
    )
    db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = coalesce(?, rules_version)"
        " WHERE session_id = ?",
        (snapshot, story, rules_version, session_id),
    )
    turns_of.save(db, session_id, turns)
    takebacks_of.save_retractable(db, session_id, retractable)
    takebacks_of.save_asked(db, session_id, takeback)
    if status == "over":
        servers.owe_result(db, session_id)
    return now


def save_pause(
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    pause: Pause,
    turns: Sequence[Turn],
    takeback: Takeback | None,
    host_seen: float,
) -> None:
    """Pause a running game, let it go on, or note a vote; with the times that it moves."""
    db.execute(
        "UPDATE session SET paused_at = ?, paused_by_host = ?, host_paused = ?, pause_votes = ?,"
        " host_seen = ?, changes = changes + 1, updated_at = ? WHERE id = ?",
        (
            *(pause.at, pause.by_host, pause.host_spent, json.dumps(pause.votes)),
            *(host_seen, now, session_id),
        ),
    )
    turns_of.save(db, session_id, turns)
    takebacks_of.save_asked(db, session_id, takeback)


def save_host(
    db: sqlite3.Connection,
    now: float,
    session_id: int,
    host_seen: float,
    *,
    host_away: bool,
    seen: bool,
) -> None:
    """Remember when the host was there, and whether others may act; `seen`: its messages lag."""
    db.execute(
        "UPDATE session SET host_seen = ?, host_away = ?, changes = changes + ?,"
        " updated_at = iif(?, ?, updated_at) WHERE id = ?",
        (host_seen, host_away, seen, seen, now, session_id),
    )


def hosts_absent(db: sqlite3.Connection, since: float) -> list[int]:
    """Ids of the live sessions whose hosts weren't there since that time; without paused ones."""
    rows = db.execute(
        "SELECT id FROM session WHERE status IN ('lobby', 'playing') AND NOT host_away"
        " AND host_seen <= ? AND paused_at IS NULL AND set_apart IS NULL ORDER BY id",
        (since,),
    )
    return [session_id for (session_id,) in rows]


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
        "UPDATE session SET host_id = ?, host_seen = ?, host_away = ?, computers_due = ?,"
        " changes = changes + 1, updated_at = ? WHERE id = ? AND status = 'playing'",
        (
            *(changed.host_id, changed.host_seen, changed.host_away, computers_due),
            *(now, changed.id),
        ),
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
    takebacks_of.save_asked(db, changed.id, changed.takeback)
    return get(db, changed.id)


def replace_snapshot(
    db: sqlite3.Connection,
    session_id: int,
    *,
    snapshot: str | None,
    story: str,
    rules_version: int,
    turns: Sequence[Turn] = (),
    asked_anew: bool = False,
) -> None:
    """Cache what came of the moves anew; raises UnknownSession for a session never started.

    `asked_anew`: the messages of a running game lag.
    """
    changed = db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = ? WHERE session_id = ?",
        (snapshot, story, rules_version, session_id),
    )
    if not changed.rowcount:
        raise UnknownSession(session_id)
    turns_of.save(db, session_id, turns)
    if asked_anew:
        db.execute("UPDATE session SET changes = changes + 1 WHERE id = ?", (session_id,))


def moves(db: sqlite3.Connection, session_id: int) -> list[Move]:
    """The whole log, in order; raises DamagedSession."""
    with _reading(session_id):
        rows = db.execute(
            "SELECT number, seat, picks, back_to, digest FROM move WHERE session_id = ?"
            " ORDER BY number",
            (session_id,),
        )
        return [
            Move(number, seat, tuple(json.loads(picks)), back_to, digest)
            for number, seat, picks, back_to, digest in rows
        ]


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
        apart.put(db, damaged.session_id, damaged.reason)
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
    *columns, host_seen, host_away = columns
    *columns, begun_with, begun_rules, components = columns
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
    columns.append(takebacks_of.allowed(db, row[0]))
    columns.append(takebacks_of.retractable(db, row[0]))
    columns.append(takebacks_of.asked(db, row[0]))
    columns.append(Begun(begun_with, begun_rules, components))
    columns += [host_seen, bool(host_away)]
    return Session(*columns)


def _outline(row: tuple[Any, ...]) -> Outline:
    *columns, begun_with, begun_rules, components = row
    columns.append(Begun(begun_with, begun_rules, components))
    return Outline(*columns)


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
