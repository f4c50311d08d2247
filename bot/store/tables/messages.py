"""Our messages, who was told by them, and rights to edit them, in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

import orjson

from bot.store.records.people import LIFETIME, Attachment, Attendance, Post, PostKind, PressToken
from bot.store.sql import Column, Columns, Database, Table, finds, ids
from engine.text import frozen


def _picture(stored: str | None) -> Attachment | None:
    """None also where the note is damaged: the next edit uploads the picture again."""
    try:
        return None if stored is None else Attachment(**orjson.loads(stored))
    except (ValueError, TypeError):
        return None


def _json(picture: Attachment | None) -> str | None:
    return None if picture is None else orjson.dumps(picture).decode()


@frozen
class _Pressed:
    post: Post
    token: PressToken | None


POSTS = Table(
    Post,
    "post",
    key="session_id, kind, user_id",
    of="session_id",
    picture=Column("picture", _picture, _json),
)
ATTENDANCES = Table(Attendance, "attendance", key="session_id, user_id", of="session_id")
TOKENS = Table(PressToken, "press_token", key="message_id")
_PRESSED = Columns(_Pressed, post=POSTS, token=TOKENS)

_WITH_TOKENS = f"""{_PRESSED.select}
FROM post LEFT JOIN press_token ON press_token.message_id = post.message_id
WHERE session_id = ? ORDER BY kind, post.user_id
"""
_NO_TOKENS: Mapping[int, PressToken | None] = MappingProxyType({})
lagging = finds("""
SELECT id FROM session WHERE set_apart IS NOT NULL AND status <> 'over' AND EXISTS (
    SELECT 1 FROM post
    WHERE post.session_id = id AND shown < changes AND kind IN ('board', 'hand')
) OR set_apart IS NULL AND (
    computers_due
    OR EXISTS (
        SELECT 1 FROM post
        WHERE post.session_id = id AND shown < changes
            AND (
                kind = 'board'
                OR kind = 'hand' AND status <> 'lobby'
                AND user_id IN (SELECT user_id FROM seat WHERE seat.session_id = id)
                AND coalesce(
                    (SELECT dm_open FROM person WHERE person.user_id = post.user_id), TRUE
                )
            )
    )
    OR EXISTS (
        SELECT 1 FROM post JOIN departed ON departed.session_id = post.session_id
            AND departed.user_id = post.user_id
        WHERE post.session_id = id AND kind = 'hand'
    )
    OR EXISTS (
        SELECT 1 FROM post
        WHERE post.session_id = id AND kind = 'offer'
            AND NOT (status = 'playing' AND EXISTS (
                SELECT 1 FROM offer WHERE offer.session_id = post.session_id
                    AND CASE WHEN post.user_id < 0 THEN post.user_id = -1 - offer.seat
                        ELSE offer.user_id IS NULL OR offer.user_id = post.user_id END
            ))
            AND NOT (status = 'lobby' AND EXISTS (
                SELECT 1 FROM invitation WHERE invitation.session_id = post.session_id
                    AND invitation.user_id = post.user_id AND kept
            ))
    )
    OR EXISTS (
        SELECT 1 FROM post
        WHERE post.session_id = id AND kind = 'reminder' AND NOT (status = 'playing' AND EXISTS (
            SELECT 1 FROM turn JOIN seat ON seat.session_id = turn.session_id
                AND seat.seat = turn.seat
            WHERE turn.session_id = post.session_id AND seat.user_id = post.user_id
                AND step IS NOT NULL AND reminded > 0
        ))
    )
    OR status IN ('lobby', 'playing') AND NOT EXISTS (
        SELECT 1 FROM post WHERE post.session_id = id AND kind = 'board'
    )
    OR status = 'playing' AND EXISTS (
        SELECT 1 FROM seat JOIN person ON person.user_id = seat.user_id
            LEFT JOIN post ON post.session_id = id AND kind = 'hand'
                AND post.user_id = seat.user_id
        WHERE seat.session_id = id AND dm_open AND message_id IS NULL
    )
)
ORDER BY status <> 'playing', status <> 'lobby', id
""")
"""Ids of the sessions that start-up must bring up to date, in order.

Those set apart whose messages don't say so yet; and those whose computers owe a choice, whose board
or a hand shows less than there is, that are live without a board, where somebody whose direct
messages are open has no hand of a running game yet, or where a message offers a seat that isn't
offered any more, or reminds of what was done. Lobbies and running games come first.
"""

# Presses may be noted by one process and what somebody is told by another: the later one holds.
_SAVE_ATTENDANCE = """
INSERT INTO attendance (session_id, user_id, pressed_at, told_step, told_at, due_at)
VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (session_id, user_id) DO UPDATE SET
    pressed_at = CASE WHEN excluded.pressed_at > attendance.pressed_at
        THEN excluded.pressed_at ELSE attendance.pressed_at END,
    told_step = CASE WHEN attendance.told_step IS NULL OR excluded.told_step > attendance.told_step
        THEN excluded.told_step ELSE attendance.told_step END,
    told_at = CASE WHEN excluded.told_at > attendance.told_at
        THEN excluded.told_at ELSE attendance.told_at END,
    due_at = CASE WHEN excluded.pressed_at <= attendance.pressed_at
            AND coalesce(excluded.told_step, -2) <= coalesce(attendance.told_step, -2)
            AND excluded.told_at <= attendance.told_at
            AND (excluded.pressed_at, coalesce(excluded.told_step, -2), excluded.told_at)
                <> (attendance.pressed_at, coalesce(attendance.told_step, -2), attendance.told_at)
        THEN attendance.due_at ELSE excluded.due_at END
"""


def changed_within(db: Database, now: float, seconds: float) -> list[int]:
    """Ids of the sessions, but for abandoned ones, that were changed so lately, in order."""
    return ids(
        db,
        "SELECT id FROM session WHERE updated_at >= ? AND status <> 'abandoned' ORDER BY id",
        (now - seconds,),
    )


def with_tokens(db: Database, session_id: int) -> list[tuple[Post, PressToken | None]]:
    """Our messages of a session, each with the token of its last press; some may have expired."""
    found = map(_PRESSED.read, db.execute(_WITH_TOKENS, (session_id,)))
    return [(pressed.post, pressed.token) for pressed in found]


def of_session(db: Database, session_id: int) -> list[Post]:
    """Our messages of a session."""
    return list(POSTS.of(db, session_id))


def attendances(db: Database, session_id: int) -> list[Attendance]:
    """When the people of a session pressed and were told, as far as known."""
    return list(ATTENDANCES.of(db, session_id))


def save(db: Database, session_id: int, post: Post, told: Attendance | None = None) -> None:
    """Remember where a message stands and what it shows, in place of its kind's last one.

    `told`: whom it tells, all or nothing.
    """
    if told is not None:
        save_attendance(db, session_id, told)
    POSTS.save(db, [post], session_id)


def forget(db: Database, session_id: int, kind: PostKind, user_id: int) -> None:
    """Drop a message that is gone."""
    db.execute(
        "DELETE FROM post WHERE session_id = ? AND kind = ? AND user_id = ?",
        (session_id, kind, user_id),
    )


def note(
    db: Database,
    shown: Sequence[tuple[int, Post]],
    attendances: Sequence[tuple[int, Attendance]],
    tokens: Mapping[int, PressToken | None] = _NO_TOKENS,
) -> None:
    """Remember what messages show, unless they were replaced since, and who attended, by session.

    `tokens`: by message, the last press's; None where Discord refused it.
    """
    refused = [(message_id,) for message_id, token in tokens.items() if token is None]
    db.executemany("DELETE FROM press_token WHERE message_id = ?", refused)
    kept = [token for token in tokens.values() if token is not None]
    if kept:
        drop_expired_tokens(db, max(token.expires for token in kept) - LIFETIME)
        TOKENS.save(db, kept)
    db.executemany(
        "UPDATE post SET shown = ?, picture = ?"
        " WHERE session_id = ? AND kind = ? AND user_id = ? AND message_id = ?",
        [
            (
                *(post.shown, _json(post.picture)),
                *(session_id, post.kind, post.user_id, post.message_id),
            )
            for session_id, post in shown
        ],
    )
    db.executemany(
        _SAVE_ATTENDANCE, [(whose, *ATTENDANCES.row(each)) for whose, each in attendances]
    )


def doubt_boards(db: Database) -> None:
    """Whatever was noted of them, the boards of live sessions show something else now."""
    db.execute(
        "UPDATE post SET shown = -1 WHERE kind = 'board' AND session_id IN"
        " (SELECT id FROM session WHERE status IN ('lobby', 'playing'))"
    )


def save_attendance(db: Database, session_id: int, attendance: Attendance) -> None:
    """Remember when somebody pressed and was told."""
    db.execute(_SAVE_ATTENDANCE, (session_id, *ATTENDANCES.row(attendance)))


def due(db: Database) -> dict[int, float]:
    """By session, the first time at which somebody is to be told that the table waits."""
    rows = db.execute(
        "SELECT session_id, min(due_at) FROM attendance JOIN session ON id = session_id"
        " WHERE due_at IS NOT NULL AND status = 'playing' AND set_apart IS NULL"
        " GROUP BY session_id"
    )
    return dict(rows.fetchall())


def drop_expired_tokens(db: Database, now: float) -> None:
    """Delete the tokens that are worth nothing any more at that time of day."""
    db.execute("DELETE FROM press_token WHERE expires <= ?", (now,))
