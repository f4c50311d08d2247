"""Sessions: in which columns and tables they are stored, and how they are read and found.

Whole or in outline, by all that is asked of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import Any

from pydantic import TypeAdapter

from bot.store.errors import DamagedSession, UnknownSession
from bot.store.records import play
from bot.store.records.sessions import Outline, PastGame, Session
from bot.store.sql import Column, Columns, Database, R, Table, check_finite, finds, ids
from engine.text import Text

_TEXT: TypeAdapter[Text] = TypeAdapter(Text)


def _time(stored: float | None) -> float | None:
    check_finite((stored,))
    return stored


def _until(due_at: float) -> float | None:
    return due_at if due_at == math.inf else _time(due_at)  # without a clock


def _number(stored: int) -> int:
    if stored < 0:
        raise ValueError
    return stored


def _seed(stored: str | None) -> int | None:
    return None if stored is None else int(stored)


def _told(stored: str | None) -> str:
    return "[]" if stored is None else stored


def _of_session(
    record: type[R], table: str, *key: str, **declared: str | Column | Columns[Any]
) -> Table[R]:
    """A table whose rows a session's id and `key` tell apart."""
    return Table(record, table, key=", ".join(("session_id", *key)), of="session_id", **declared)


SEATS = _of_session(play.Seat, "seat", "seat")
TURNS = _of_session(
    play.Turn,
    "turn",
    "seat",
    asked_at=Column("asked_at", _time),
    due_at=Column("due_at", _until),
    look_at=Column("look_at", _time),
)
MOVES = _of_session(play.Move, "move", "number")
BEGUN = Columns(
    play.Begun, guildhall="begun_with", rules_version="begun_rules", components="components"
)
SPEED = Columns(play.Speed, nudge="nudge_after", limit="choose_within")
PAUSE = Columns(
    play.Pause,
    at="paused_at",
    by_host="paused_by_host",
    host_spent="host_paused",
    votes="pause_votes",
)


def beginners(db: Database, session_id: int) -> tuple[int, ...]:
    """The ids of those for whom it is one of their first games of the kind."""
    sql = "SELECT user_id FROM beginner WHERE session_id = ? ORDER BY user_id"
    return tuple(ids(db, sql, (session_id,)))


LISTS: Mapping[str, Table[Any]] = {
    "seats": SEATS,
    "invitations": _of_session(play.Invitation, "invitation", "user_id"),
    "departed": _of_session(play.Departed, "departed", "user_id"),
    "offers": _of_session(play.Offer, "offer", "seat"),
    "retractable": _of_session(play.Retractable, "retractable", "seat"),
    "turns": TURNS,
}
"""By field of a session, the tables of its lists."""
ONES: Mapping[str, Table[Any]] = {
    "takeback": _of_session(play.Takeback, "takeback"),
    "open_hands": _of_session(play.OpenHands, "open_hands"),
    "lesson": _of_session(play.Learnt, "lesson"),
    "tried": _of_session(
        play.Tried,
        "tried",
        beside=Column("beside", _TEXT.validate_json, lambda said: _TEXT.dump_json(said).decode()),
    ),
}
"""The tables in which it has one row, or none."""


def _any(table: str) -> Column:
    """Whether there is anything in a list: most sessions have nothing in most of them."""
    return Column(
        f"EXISTS (SELECT 1 FROM {table} WHERE {table}.session_id = session.id)"  # noqa: S608
    )


_ASKED = {_any(table.table): table.of for table in LISTS.values()} | {_any("beginner"): beginners}

SESSION = Columns(
    Session,
    "session",
    seed=Column("seed", _seed, lambda seed: None if seed is None else str(seed)),
    rules_version="snapshot.rules_version",
    moves=Column("moves", _number),
    snapshot="snapshot.state",
    story=Column("snapshot.story", _told),
    board_message_id="post.message_id",
    speed=SPEED,
    pause=PAUSE,
    begun=BEGUN,
    awards=Column("result.awards", _told),
    beginners=_any("beginner"),
    **ONES,
    **{field: _any(table.table) for field, table in LISTS.items()},
)
"""Of a session without its lists; those of `session` itself are named `session.…`."""
OUTLINE = Columns(Outline, "session", board_message_id="post.message_id", begun=BEGUN)

_PLACES = [(SESSION.names.index(asked.name), of) for asked, of in _ASKED.items()]


def session_of(db: Database, row: Sequence[Any]) -> Session:
    """The session of a row of `SESSION`; raises TypeError and ValueError."""
    check_finite(row)
    values = list(row)
    for place, of in _PLACES:
        values[place] = of(db, row[0]) if row[place] else ()
    return SESSION.read(values)


def advance(db: Database, session_id: int) -> None:
    """Count a change that is made whatever was before, the first thing in its transaction."""
    db.execute("UPDATE session SET version = version + 1 WHERE id = ?", (session_id,))


def is_newest(db: Database, session_id: int, version: int) -> bool:
    """Whether the session hasn't been changed since this version."""
    row = db.execute("SELECT version FROM session WHERE id = ?", (session_id,)).fetchone()
    return row is not None and row[0] == version


# -- read and found -----------------------------------------------------------------------------

_SELECT = f"""{SESSION.select}
FROM session LEFT JOIN snapshot ON snapshot.session_id = session.id
    LEFT JOIN result ON result.session_id = session.id
    LEFT JOIN post ON post.session_id = session.id AND kind = 'board'
    LEFT JOIN takeback ON takeback.session_id = session.id
    LEFT JOIN open_hands ON open_hands.session_id = session.id
    LEFT JOIN lesson ON lesson.session_id = session.id
    LEFT JOIN tried ON tried.session_id = session.id
WHERE session.id = ?
"""
_OF_USER = """
SELECT id FROM session WHERE id IN (SELECT session_id FROM seat WHERE user_id = ?)
    AND (? OR status IN ('lobby', 'playing') AND set_apart IS NULL) ORDER BY id DESC
"""
_LIVE_IN = """
SELECT id FROM session WHERE channel_id = ? AND status IN ('lobby', 'playing')
    AND set_apart IS NULL
"""
_LIVE_OF_GUILDS = """
SELECT guild_id, id FROM session WHERE guild_id IS NOT NULL AND set_apart IS NULL
    AND status IN ('lobby', 'playing') ORDER BY id
"""
_OUTLINE = f"""{OUTLINE.select}
FROM session LEFT JOIN post ON session_id = id AND kind = 'board'
"""
_IN = """
WHERE session.channel_id = ? AND status IN ('lobby', 'playing')
ORDER BY set_apart IS NOT NULL, id DESC LIMIT 1
"""
_APART = "WHERE set_apart IS NOT NULL AND status IN ('lobby', 'playing')"
_OF_HIS = "AND id IN (SELECT session_id FROM seat WHERE user_id = ?)"
_RUNNING = """
SELECT id FROM session WHERE guild_id = ? AND status = 'playing' AND set_apart IS NULL
ORDER BY updated_at DESC, id DESC LIMIT ?
"""
_OVER_IN = """
SELECT id FROM session
WHERE guild_id = ? AND status = 'over' AND updated_at > ? AND channel_id = ? AND set_apart IS NULL
ORDER BY updated_at DESC, id DESC LIMIT 1
"""
_ENDED = """
SELECT id, game, guild_id, channel_id, updated_at,
    EXISTS (SELECT 1 FROM seat WHERE seat.session_id = session.id AND user_id = ?)
FROM session WHERE status = 'over'
    AND (guild_id = ? OR id IN (SELECT session_id FROM seat WHERE user_id = ?))
ORDER BY updated_at DESC, id DESC LIMIT ?
"""
_ABSENT = """
SELECT id FROM session WHERE status IN ('lobby', 'playing') AND NOT host_away
    AND host_seen <= ? AND paused_at IS NULL AND set_apart IS NULL ORDER BY id
"""
_PAUSED = """
SELECT id FROM session WHERE paused_by_host AND paused_at + ? - host_paused <= ?
    AND status = 'playing' AND set_apart IS NULL ORDER BY id
"""
_DUE = """
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at <= ? AND status = 'playing' AND set_apart IS NULL
    AND paused_at IS NULL ORDER BY session_id
"""
_AT_ONCE = 500
"""Values in one statement, far below what either database takes."""


def find(db: Database, session_id: int) -> Session | None:
    """The session, if there is one; raises DamagedSession."""
    with reading(db, session_id):
        row = db.execute(_SELECT, (session_id,)).fetchone()
        return None if row is None else session_of(db, row)


def outline(db: Database, session_id: int) -> Outline | None:
    """What is known of a session without reading its game."""
    return next(iter(_outlines(db, "WHERE id = ?", session_id)), None)


def outlines(db: Database) -> list[Outline]:
    """The same of all sessions, in order."""
    return _outlines(db, "ORDER BY id")


def live_outlines(db: Database) -> list[Outline]:
    """The same of each lobby and running game."""
    return [one for one in outlines(db) if one.live]


def outline_in(db: Database, channel_id: int) -> Outline | None:
    """The live session of a channel; where there is none, the latest that was set apart there."""
    return next(iter(_outlines(db, _IN, channel_id)), None)


def get(db: Database, session_id: int) -> Session:
    """The session; raises UnknownSession, DamagedSession."""
    session = find(db, session_id)
    if session is None:
        raise UnknownSession(session_id)
    return session


def live_in(db: Database, channel_id: int) -> Session | None:
    """The lobby or running game of a channel; raises DamagedSession."""
    row = db.execute(_LIVE_IN, (channel_id,)).fetchone()
    return None if row is None else get(db, row[0])


def of_user(db: Database, user_id: int, *, live_only: bool = True) -> list[Session]:
    """The sessions in which somebody has a seat, the newest first; without damaged ones."""
    found = []
    for session_id in ids(db, _OF_USER, (user_id, not live_only)):
        with suppress(DamagedSession):
            found.append(get(db, session_id))
    return found


def counts(db: Database) -> dict[tuple[str, str], int]:
    """How many sessions there are of each game and status; "apart" is one, too."""
    rows = db.execute(
        "SELECT game, CASE WHEN set_apart IS NULL THEN status ELSE 'apart' END AS standing,"
        " count(*) FROM session GROUP BY game, standing"
    )
    return {(game, state): number for game, state, number in rows}


def live_by_guild(db: Database) -> dict[int, list[int]]:
    """Ids of the lobbies and running games of each server."""
    found: dict[int, list[int]] = {}
    for guild_id, session_id in db.execute(_LIVE_OF_GUILDS):
        found.setdefault(guild_id, []).append(session_id)
    return found


def servers_of(db: Database, session_ids: Sequence[int]) -> dict[int, int | None]:
    """By session, the server in which it is played."""
    found: dict[int, int | None] = {}
    for first in range(0, len(session_ids), _AT_ONCE):
        some = session_ids[first : first + _AT_ONCE]
        marks = ", ".join("?" for _ in some)
        sql = f"SELECT id, guild_id FROM session WHERE id IN ({marks})"  # noqa: S608  (marks alone)
        found.update(db.execute(sql, some).fetchall())
    return found


def set_apart(db: Database) -> list[Outline]:
    """All sessions that were set apart and have not been ended."""
    return _outlines(db, f"{_APART} ORDER BY id")


def set_apart_of_user(db: Database, user_id: int) -> list[Outline]:
    """What is known of the live sessions of a person that were set apart."""
    return _outlines(db, f"{_APART} {_OF_HIS} ORDER BY id", user_id)


def running_in(db: Database, guild_id: int, most: int) -> list[int]:
    """Ids of the games that run in a server, the liveliest first."""
    return ids(db, _RUNNING, (guild_id, most))


def over_in(
    db: Database, now: float, guild_id: int, channel_id: int, *, within: float
) -> int | None:
    """The id of a channel's last game, if it has ended within so many seconds."""
    return next(iter(ids(db, _OVER_IN, (guild_id, now - within, channel_id))), None)


def ended_for(db: Database, user_id: int, guild_id: int | None, most: int) -> list[PastGame]:
    """The latest games that ended in a server, and those in which somebody had a seat."""
    rows = db.execute(_ENDED, (user_id, guild_id, user_id, most)).fetchall()
    return [
        PastGame(
            *(number, game, guild, channel, ended_at, bool(own)),
            tuple(seat.name for seat in SEATS.of(db, number)),
        )
        for number, game, guild, channel, ended_at, own in rows
    ]


def hosts_absent(db: Database, since: float) -> list[int]:
    """Ids of the lobbies and running games whose hosts weren't there since that time.

    But for games that are paused, and where that is known.
    """
    return ids(db, _ABSENT, (since,))


def paused_by_host(db: Database, now: float, longest: float) -> list[int]:
    """Ids of the games that their hosts alone have paused for so many seconds in all by now."""
    return ids(db, _PAUSED, (longest, now))


def due_turns(db: Database, now: float) -> list[int]:
    """Ids of the running games in which something is to be done about a deadline by now."""
    return ids(db, _DUE, (now,))


timed = finds("""
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at IS NOT NULL AND nudge_after IS NOT NULL AND status = 'playing'
    AND set_apart IS NULL ORDER BY session_id
""")
"""Ids of the running games in which somebody has a deadline."""
undecided_takebacks = finds("""
SELECT session_id FROM takeback JOIN session ON id = session_id
WHERE NOT refused AND status = 'playing' AND set_apart IS NULL AND paused_at IS NULL
ORDER BY session_id
""")
"""Ids of the running games in which a take-back is being decided."""
hands_asked = finds("SELECT session_id FROM open_hands WHERE state = 'asked' ORDER BY session_id")
"""Ids of the games that are over whose players are asked whether all hands are opened."""
threads_to_name = finds(
    "SELECT id FROM session WHERE own_thread AND status IN ('over', 'abandoned') ORDER BY id"
)
"""Ids of the ended sessions whose own thread doesn't say so yet, in order."""


def moves(db: Database, session_id: int) -> list[play.Move]:
    """The whole log, in order; raises DamagedSession."""
    with reading(db, session_id):
        return list(MOVES.of(db, session_id))


@contextmanager
def reading(db: Database, session_id: int) -> Iterator[None]:
    """Tell damage of one session from trouble with the disk; no word of what was read is said."""
    try:
        yield
    except (TypeError, ValueError):
        raise DamagedSession(session_id, "its columns make no sense") from None
    except Exception as error:
        if not db.is_damage(error):
            raise
        raise DamagedSession(session_id, "its rows are damaged") from None


def _outlines(db: Database, which: str, *values: int) -> list[Outline]:
    return [OUTLINE.read(row) for row in db.execute(f"{_OUTLINE} {which}", values)]
