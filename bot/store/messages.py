"""Where a session's messages stand and what they show, in SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from bot.store.errors import UnknownSession
from bot.store.records import HandMessage

_LAGGING = """
WITH behind AS (
    SELECT id FROM session WHERE computers_due OR board_shown < moves
    UNION
    SELECT id FROM session JOIN hand ON hand.session_id = id
    WHERE hand.shown < moves
    UNION
    SELECT id FROM session
        JOIN seat ON seat.session_id = id
        JOIN person ON person.user_id = seat.user_id
        LEFT JOIN hand ON hand.session_id = id AND hand.seat = seat.seat
    WHERE status = 'playing' AND dm_open AND dm_channel_id IS NOT NULL
        AND hand.message_id IS NULL
)
SELECT id FROM session JOIN behind USING (id) WHERE set_apart IS NULL
ORDER BY status <> 'playing', status <> 'lobby', id
"""


def lagging(db: sqlite3.Connection) -> list[int]:
    """Ids of sessions which owe somebody an update: see `Store.lagging`."""
    return [session_id for (session_id,) in db.execute(_LAGGING)]


def set_board(db: sqlite3.Connection, session_id: int, message_id: int | None, shown: int) -> None:
    """Remember the board message; raises UnknownSession."""
    changed = db.execute(
        "UPDATE session SET board_message_id = ?, board_shown = ? WHERE id = ?",
        (message_id, shown, session_id),
    )
    if not changed.rowcount:
        raise UnknownSession(session_id)


def set_hand(db: sqlite3.Connection, session_id: int, hand: HandMessage) -> None:
    """Remember a seat's private message; nothing if the seat was given up meanwhile."""
    db.execute(
        "INSERT OR REPLACE INTO hand (session_id, seat, channel_id, message_id, shown)"
        " SELECT session_id, seat, ?, ?, ? FROM seat WHERE session_id = ? AND seat = ?",
        (hand.channel_id, hand.message_id, hand.shown, session_id, hand.seat),
    )


def note_shown(
    db: sqlite3.Connection,
    boards: Mapping[tuple[int, int], int],
    hands: Mapping[tuple[int, int], int],
) -> None:
    """Remember what messages show, by session and message; nothing for those replaced since."""
    db.executemany(
        "UPDATE session SET board_shown = ? WHERE id = ? AND board_message_id = ?",
        [(shown, *message) for message, shown in boards.items()],
    )
    db.executemany(
        "UPDATE hand SET shown = ? WHERE session_id = ? AND message_id = ?",
        [(shown, *message) for message, shown in hands.items()],
    )


def hands(db: sqlite3.Connection, session_id: int) -> dict[int, HandMessage]:
    """The private messages by seat."""
    rows = db.execute(
        "SELECT seat, channel_id, message_id, shown FROM hand WHERE session_id = ? ORDER BY seat",
        (session_id,),
    )
    return {row[0]: HandMessage(*row) for row in rows}


def forget_hand(db: sqlite3.Connection, session_id: int, seat: int) -> None:
    """Drop a private message that is gone."""
    db.execute("DELETE FROM hand WHERE session_id = ? AND seat = ?", (session_id, seat))
