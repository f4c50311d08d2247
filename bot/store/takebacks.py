"""What can be taken back, and what somebody asks to take back, in SQL."""

from __future__ import annotations

import json
from collections.abc import Iterable

from bot.store import turns, versions
from bot.store.records.play import Retractable, Takeback, Turn
from bot.store.sql import Database, replacing

_OPEN = """
SELECT session_id FROM takeback JOIN session ON id = session_id
WHERE NOT refused AND status = 'playing' AND set_apart IS NULL AND paused_at IS NULL
ORDER BY session_id
"""

_SAVE_ASKED = replacing("takeback", "session_id", "seat, number, due_at, agreed, refused")


def allow(db: Database, session_id: int, *, takebacks: bool) -> None:
    """Play with take-backs, or without."""
    db.execute("UPDATE session SET takebacks = ? WHERE id = ?", (takebacks, session_id))


def save_retractable(db: Database, session_id: int, choices: Iterable[Retractable]) -> None:
    """Replace the choices that could be taken back."""
    db.execute("DELETE FROM retractable WHERE session_id = ?", (session_id,))
    db.executemany(
        "INSERT INTO retractable (session_id, seat, number, own_turn) VALUES (?, ?, ?, ?)",
        [(session_id, choice.seat, choice.number, choice.own_turn) for choice in choices],
    )


def save_asked(db: Database, session_id: int, takeback: Takeback | None) -> None:
    """Replace what somebody asks to take back."""
    if takeback is None:
        db.execute("DELETE FROM takeback WHERE session_id = ?", (session_id,))
        return
    db.execute(
        _SAVE_ASKED,
        (
            *(session_id, takeback.seat, takeback.number, takeback.due_at),
            *(json.dumps(takeback.agreed), takeback.refused),
        ),
    )


def change(
    db: Database,
    now: float,
    session_id: int,
    takeback: Takeback | None,
    story: str,
    known: int | None = None,
) -> None:
    """Replace what is asked in a running game, with what was told of it; its messages lag.

    Raises Overtaken.
    """
    versions.advance(db, session_id, known)
    save_asked(db, session_id, takeback)
    db.execute("UPDATE snapshot SET story = ? WHERE session_id = ?", (story, session_id))
    db.execute(
        "UPDATE session SET changes = changes + 1, updated_at = ? WHERE id = ?",
        (now, session_id),
    )


def postpone(
    db: Database,
    session_id: int,
    owed: Iterable[Turn],
    takeback: Takeback | None,
    known: int | None = None,
) -> None:
    """Replace times of a running game that waits; nobody is shown anything. Raises Overtaken."""
    versions.advance(db, session_id, known)
    turns.save(db, session_id, owed)
    save_asked(db, session_id, takeback)


def undecided(db: Database) -> list[int]:
    """Ids of the running games in which a take-back is being decided."""
    return [session_id for (session_id,) in db.execute(_OPEN)]
