"""Running games: their log, the cache of what came of it, who plays them, in SQL."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bot.store import learning, seats, sessions, takebacks, turns, versions
from bot.store.changes import Played
from bot.store.errors import MoveTaken, Overtaken, UnknownSession, WrongStatus
from bot.store.records.play import Move, Turn
from bot.store.records.sessions import Session, Status
from bot.store.sql import Database, replacing
from bot.store.tables import results

_STARTED = "SELECT 1 FROM session WHERE id = ? AND seed IS NOT NULL"
_SNAPSHOT = replacing("snapshot", "session_id", "rules_version, story, state")


def commit(
    db: Database,
    now: float,
    session_id: int,
    move: Move,
    played: Played,
    known: int | None = None,
) -> float:
    """Log the next move, at the returned time.

    Raises UnknownSession, Overtaken, WrongStatus, MoveTaken.
    """
    changed = db.execute(
        "UPDATE session SET moves = moves + 1, changes = changes + 1, version = version + 1,"
        " computers_due = ?, updated_at = ?"
        " WHERE id = ? AND status = 'playing' AND moves = ? AND version = coalesce(?, version)",
        (played.computers_due, now, session_id, move.number - 1, known),
    )
    if not changed.rowcount:
        session = sessions.get(db, session_id)
        if known not in (None, session.version):
            raise Overtaken(session_id)
        if session.status != "playing":
            raise WrongStatus(session)
        raise MoveTaken(session_id, move.number)
    if played.status != "playing":
        # Only then: SQLite writes every index that asks for the status anew where one is set.
        db.execute("UPDATE session SET status = ? WHERE id = ?", (played.status, session_id))
    db.execute(
        "INSERT INTO move (session_id, number, seat, picks, back_to, digest, chosen_by)"
        " VALUES (?, ?, ?, ?, ?, ?, ?)",
        (
            *(session_id, move.number, move.seat),
            *(json.dumps(move.picks, separators=(",", ":")), move.back_to, move.digest),
            move.chosen_by,
        ),
    )
    db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = coalesce(?, rules_version)"
        " WHERE session_id = ?",
        (played.snapshot, played.story, played.rules_version, session_id),
    )
    turns.save(db, session_id, played.turns)
    if played.retractable is not None:
        takebacks.save_retractable(db, session_id, played.retractable)
    takebacks.save_asked(db, session_id, played.takeback)
    if played.learnt is not None:
        learning.save_lesson(db, session_id, played.learnt)
    if played.status == "over":
        results.owe_result(db, session_id)
    if played.ended is not None:
        results.add(db, session_id, played.ended, now)
    return now


def moves(db: Database, session_id: int) -> list[Move]:
    """The whole log, in order; raises DamagedSession."""
    with sessions.reading(session_id):
        rows = db.execute(
            "SELECT number, seat, picks, back_to, digest, chosen_by FROM move"
            " WHERE session_id = ? ORDER BY number",
            (session_id,),
        )
        return [
            Move(number, seat, tuple(json.loads(picks)), back_to, digest, chosen_by)
            for number, seat, picks, back_to, digest, chosen_by in rows
        ]


def replace_snapshot(  # noqa: PLR0913  (a snapshot, and what goes with it)
    db: Database,
    session_id: int,
    *,
    snapshot: str | None,
    story: str,
    rules_version: int,
    owed: Sequence[Turn] = (),
    asked_anew: bool = False,
    known: int | None = None,
) -> None:
    """Cache what came of the moves anew, also where that was lost.

    `asked_anew`: the messages of a running game lag. Raises Overtaken, and UnknownSession for a
    session never started.
    """
    versions.advance(db, session_id, known)
    if not db.execute(_STARTED, (session_id,)).fetchone():
        raise UnknownSession(session_id)
    db.execute(_SNAPSHOT, (session_id, rules_version, story, snapshot))
    turns.save(db, session_id, owed)
    if asked_anew:
        db.execute("UPDATE session SET changes = changes + 1 WHERE id = ?", (session_id,))


def save_pause(db: Database, now: float, changed: Session, owed: Sequence[Turn]) -> None:
    """Store pause, take-back and host of a running game, with the turns that are moved by it.

    Raises Overtaken.
    """
    pause, session_id = changed.pause, changed.id
    versions.advance(db, session_id, changed.version)
    db.execute(
        "UPDATE session SET paused_at = ?, paused_by_host = ?, host_paused = ?, pause_votes = ?,"
        " host_seen = ?, changes = changes + 1, updated_at = ? WHERE id = ?",
        (
            *(pause.at, pause.by_host, pause.host_spent, json.dumps(pause.votes)),
            *(changed.host_seen, now, session_id),
        ),
    )
    turns.save(db, session_id, owed)
    takebacks.save_asked(db, session_id, changed.takeback)


def change_holders(db: Database, now: float, changed: Session, *, computers_due: bool) -> Session:
    """Store who plays a running game, and what was told of it.

    Raises UnknownSession, Overtaken, WrongStatus.
    """
    versions.advance(db, changed.id, changed.version)
    updated = db.execute(
        "UPDATE session SET host_id = ?, host_seen = ?, host_away = ?, computers_due = ?,"
        " changes = changes + 1, updated_at = ? WHERE id = ? AND status = 'playing'",
        (
            *(changed.host_id, changed.host_seen, changed.host_away, computers_due),
            *(now, changed.id),
        ),
    )
    if not updated.rowcount:
        raise WrongStatus(sessions.get(db, changed.id))
    seats.save(db, changed.id, changed.seats)
    learning.find_beginners(db, changed.id)
    db.execute("UPDATE snapshot SET story = ? WHERE session_id = ?", (changed.story, changed.id))
    seats.save_departed(db, changed.id, changed.departed)
    seats.save_offers(db, changed.id, changed.offers)
    turns.save(db, changed.id, changed.turns)
    takebacks.save_asked(db, changed.id, changed.takeback)
    return sessions.get(db, changed.id)


def end(
    db: Database, now: float, session_id: int, status: Status, known: int | None = None
) -> None:
    """End a live session; one that has ended stays as it is. Raises UnknownSession, Overtaken."""
    versions.advance(db, session_id, known)
    changed = db.execute(
        "UPDATE session SET status = ?, computers_due = FALSE, changes = changes + 1,"
        " updated_at = ? WHERE id = ? AND status IN ('lobby', 'playing')",
        (status, now, session_id),
    )
    if not changed.rowcount and sessions.outline(db, session_id) is None:
        raise UnknownSession(session_id)
