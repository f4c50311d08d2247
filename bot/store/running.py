"""Running games: their log, the cache of what came of it, who plays them, in SQL."""

from __future__ import annotations

import json

from bot.store import changing, sessions, versions
from bot.store.changes import Played
from bot.store.errors import MoveTaken, Overtaken, UnknownSession, WrongStatus
from bot.store.records.play import Move
from bot.store.records.sessions import Status
from bot.store.sql import Database
from bot.store.tables import results
from bot.store.tables.session_rows import LESSON, TURNS


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
    TURNS.save(db, played.turns, session_id)
    if played.retractable is not None:
        changing.save_lists(db, session_id, retractable=played.retractable)
    changing.save_takeback(db, session_id, played.takeback)
    if played.learnt is not None:
        LESSON.save(db, [played.learnt], session_id)
    if played.status == "over":
        results.owe_result(db, session_id)
    if played.ended is not None:
        results.add(db, session_id, played.ended, now)
    return now


def moves(db: Database, session_id: int) -> list[Move]:
    """The whole log, in order; raises DamagedSession."""
    with sessions.reading(db, session_id):
        rows = db.execute(
            "SELECT number, seat, picks, back_to, digest, chosen_by FROM move"
            " WHERE session_id = ? ORDER BY number",
            (session_id,),
        )
        return [
            Move(number, seat, tuple(json.loads(picks)), back_to, digest, chosen_by)
            for number, seat, picks, back_to, digest, chosen_by in rows
        ]


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
