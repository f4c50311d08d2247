"""Our messages and who was told by them, in SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import orjson

from bot.store import press_tokens
from bot.store.records.messages import Attachment, Attendance, Post, PostKind, PressToken
from bot.store.sql import Database, replacing

_LAGGING = """
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
        WHERE post.session_id = id AND kind = 'offer' AND (status <> 'playing' OR NOT EXISTS (
            SELECT 1 FROM offer WHERE offer.session_id = post.session_id
                AND (offer.user_id IS NULL OR offer.user_id = post.user_id)
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
"""

_SAVE = replacing("post", "session_id, kind, user_id", "channel_id, message_id, shown, picture")
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


class PostNote(NamedTuple):
    """What a message was found to show, told to the store a little later."""

    session_id: int
    post: Post


def lagging(db: Database) -> list[int]:
    """Ids of sessions which owe somebody an update: see `Store.lagging`."""
    return [session_id for (session_id,) in db.execute(_LAGGING)]


def changed_since(db: Database, time: float) -> list[int]:
    """Ids of the sessions, but for abandoned ones, that were changed at that time or later."""
    rows = db.execute(
        "SELECT id FROM session WHERE updated_at >= ? AND status <> 'abandoned' ORDER BY id",
        (time,),
    )
    return [session_id for (session_id,) in rows]


def of_session(db: Database, session_id: int) -> list[tuple[Post, PressToken | None]]:
    """The messages of a session, each with the token of its last press."""
    rows = db.execute(
        "SELECT kind, post.user_id, channel_id, post.message_id, shown, picture,"
        " press_token.message_id, press_token.user_id, application_id, token, follows, expires"
        " FROM post LEFT JOIN press_token ON press_token.message_id = post.message_id"
        " WHERE session_id = ? ORDER BY kind, post.user_id",
        (session_id,),
    )
    return [(_post(row[:6]), press_tokens.known(*row[6:])) for row in rows]


def save(db: Database, session_id: int, post: Post, told: Attendance | None = None) -> None:
    """Add or replace the session's message of this kind and person, and whom it tells."""
    if told is not None:
        save_attendance(db, session_id, told)
    db.execute(
        _SAVE,
        (
            session_id,
            post.kind,
            post.user_id,
            post.channel_id,
            post.message_id,
            post.shown,
            _json(post.picture),
        ),
    )


def forget(db: Database, session_id: int, kind: PostKind, user_id: int) -> None:
    """Drop a message that is gone."""
    db.execute(
        "DELETE FROM post WHERE session_id = ? AND kind = ? AND user_id = ?",
        (session_id, kind, user_id),
    )


def note(
    db: Database,
    posts: Sequence[PostNote],
    attendances: Sequence[tuple[int, Attendance]],
    tokens: Mapping[int, PressToken | None],
) -> None:
    """Remember what messages show, nothing for those replaced since; who attends; tokens."""
    press_tokens.note(db, tokens)
    db.executemany(
        "UPDATE post SET shown = ?, picture = ?"
        " WHERE session_id = ? AND kind = ? AND user_id = ? AND message_id = ?",
        [
            (
                post.shown,
                _json(post.picture),
                session_id,
                post.kind,
                post.user_id,
                post.message_id,
            )
            for session_id, post in posts
        ],
    )
    db.executemany(_SAVE_ATTENDANCE, [_attendance(*each) for each in attendances])


def doubt_boards(db: Database) -> None:
    """Whatever was noted of them, the boards of live sessions show something else now."""
    db.execute(
        "UPDATE post SET shown = -1 WHERE kind = 'board' AND session_id IN"
        " (SELECT id FROM session WHERE status IN ('lobby', 'playing'))"
    )


def attendances(db: Database, session_id: int) -> list[Attendance]:
    """Who attended a session, and what they were told."""
    rows = db.execute(
        "SELECT user_id, pressed_at, told_step, told_at, due_at FROM attendance"
        " WHERE session_id = ?",
        (session_id,),
    )
    return [Attendance(*row) for row in rows]


def save_attendance(db: Database, session_id: int, attendance: Attendance) -> None:
    """Add or replace what is known of somebody's attendance."""
    db.execute(_SAVE_ATTENDANCE, _attendance(session_id, attendance))


def due(db: Database) -> dict[int, float]:
    """By session, the first time at which somebody is to be told that the table waits."""
    rows = db.execute(
        "SELECT session_id, min(due_at) FROM attendance JOIN session ON id = session_id"
        " WHERE due_at IS NOT NULL AND status = 'playing' AND set_apart IS NULL"
        " GROUP BY session_id"
    )
    return dict(rows.fetchall())


def _attendance(session_id: int, known: Attendance) -> tuple[object, ...]:
    who, told = (session_id, known.user_id, known.pressed_at), (known.told_step, known.told_at)
    return (*who, *told, known.due_at)


def _post(row: tuple[Any, ...]) -> Post:
    kind, user_id, channel_id, message_id, shown, stored = row
    return Post(kind, user_id, channel_id, message_id, shown, _picture(stored))


def _picture(stored: str | None) -> Attachment | None:
    """None also where the note is damaged: the next edit uploads the picture again."""
    try:
        return None if stored is None else Attachment(**orjson.loads(stored))
    except (ValueError, TypeError):
        return None


def _json(picture: Attachment | None) -> str | None:
    return None if picture is None else orjson.dumps(picture).decode()
