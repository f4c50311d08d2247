"""Whether the hands of a game that is over may be seen by everybody, in SQL."""

from __future__ import annotations

import json

from bot.store import versions
from bot.store.errors import UnknownSession
from bot.store.records.play import OpenHands
from bot.store.sql import Database, replacing

_SAVE = replacing("open_hands", "session_id", "state, agreed")


def save(db: Database, session_id: int, hands: OpenHands, known: int | None = None) -> None:
    """Replace what was asked and answered; all messages lag. Raises UnknownSession, Overtaken."""
    versions.advance(db, session_id, known)
    changed = db.execute("UPDATE session SET changes = changes + 1 WHERE id = ?", (session_id,))
    if not changed.rowcount:
        raise UnknownSession(session_id)
    db.execute(_SAVE, (session_id, hands.state, json.dumps(hands.agreed)))
