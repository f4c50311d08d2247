"""What each seat owes and until when, in SQL."""

from __future__ import annotations

from collections.abc import Iterable

from bot.store import versions
from bot.store.records.play import Turn
from bot.store.sql import Database, replacing

_DUE = """
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at <= ? AND status = 'playing' AND set_apart IS NULL
    AND paused_at IS NULL ORDER BY session_id
"""
_TIMED = """
SELECT DISTINCT session_id FROM turn JOIN session ON id = session_id
WHERE look_at IS NOT NULL AND nudge_after IS NOT NULL AND status = 'playing'
    AND set_apart IS NULL ORDER BY session_id
"""

_SAVE = replacing(
    "turn",
    "session_id, seat",
    "step, asked_at, due_at, look_at, reminded, extended, missed, away, gone",
)


def save(db: Database, session_id: int, turns: Iterable[Turn]) -> None:
    """Add or replace turns."""
    db.executemany(
        _SAVE,
        [
            (
                *(session_id, turn.seat, turn.step, turn.asked_at, turn.due_at, turn.look_at),
                *(turn.reminded, turn.extended, turn.missed, turn.away, turn.gone),
            )
            for turn in turns
        ],
    )


def change(
    db: Database,
    now: float,
    session_id: int,
    turns: Iterable[Turn],
    *,
    seen: bool,
    known: int | None = None,
) -> None:
    """Replace turns of a running game; `seen`: its messages lag. Raises Overtaken."""
    versions.advance(db, session_id, known)
    save(db, session_id, turns)
    if seen:
        db.execute(
            "UPDATE session SET changes = changes + 1, updated_at = ? WHERE id = ?",
            (now, session_id),
        )


def due(db: Database, now: float) -> list[int]:
    """Ids of the running games about which something is to be done by now."""
    return [session_id for (session_id,) in db.execute(_DUE, (now,))]


def timed(db: Database) -> list[int]:
    """Ids of the running games in which somebody has a deadline."""
    return [session_id for (session_id,) in db.execute(_TIMED)]
