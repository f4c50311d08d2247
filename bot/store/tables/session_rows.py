"""What is stored of a session: which columns its record has, and which tables its lists."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter

from bot.store.records import play
from bot.store.records.sessions import Outline, Session
from bot.store.sql import Column, Columns, Database, R, Table, check_finite
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
    rows = db.execute(
        "SELECT user_id FROM beginner WHERE session_id = ? ORDER BY user_id", (session_id,)
    )
    return tuple(user_id for (user_id,) in rows)


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
