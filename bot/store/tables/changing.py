"""How a session changes but by a move: what differs between two records is written, and counted.

And sessions that are set apart and taken up again, and which logs are to be examined.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.store.errors import ChannelTaken, DamagedSession, Overtaken
from bot.store.records.play import Takeback
from bot.store.records.sessions import Session
from bot.store.sql import Database, replacing
from bot.store.tables import finding
from bot.store.tables.session_rows import (
    LISTS,
    OPEN_HANDS,
    SESSION,
    TAKEBACK,
    TURNS,
    advance,
    beginners,
)

_EXAMINED = """
SELECT id, game, examined FROM session
WHERE status = 'playing' OR set_apart IS NOT NULL ORDER BY id
"""
_OCCUPIED = """
SELECT 1 FROM session JOIN session AS other ON other.channel_id = session.channel_id
WHERE session.id = ? AND session.status IN ('lobby', 'playing')
    AND other.id <> session.id AND other.status IN ('lobby', 'playing')
    AND other.set_apart IS NULL
"""


def set_apart(
    db: Database, session_id: int, reason: str, mark: str | None = None, at: float | None = None
) -> None:
    """Keep a session that can't be played on, and free its channel; its messages lag.

    `mark`: with what that was found out, `at`: when, in the tables' own time.
    """
    advance(db, session_id)
    db.execute(
        "UPDATE session SET changes = changes + CASE WHEN status IN ('lobby', 'playing')"
        " AND coalesce(set_apart, '') <> ? THEN 1 ELSE 0 END,"
        " set_apart_at = CASE WHEN set_apart IS NULL THEN ? ELSE set_apart_at END,"
        " set_apart = ?, examined = coalesce(?, examined) WHERE id = ?",
        (reason, at, reason, mark, session_id),
    )


def take_up(db: Database, session_id: int, at: float) -> bool:
    """Have a session back that was set apart, its deadlines moved; all its messages lag.

    `at`: the tables' own time. Nothing is done, and False given, while its channel has
    another one.
    """
    if db.execute(_OCCUPIED, (session_id,)).fetchone():
        return False
    advance(db, session_id)
    row = db.execute("SELECT set_apart_at FROM session WHERE id = ?", (session_id,)).fetchone()
    lost = 0.0 if row is None or row[0] is None else at - row[0]
    db.execute(
        "UPDATE turn SET asked_at = asked_at + ?, due_at = due_at + ?, look_at = look_at + ?"
        " WHERE session_id = ? AND look_at IS NOT NULL",
        (lost, lost, lost, session_id),
    )
    db.execute("UPDATE takeback SET due_at = due_at + ? WHERE session_id = ?", (lost, session_id))
    db.execute(
        "UPDATE session SET paused_at = paused_at + ?, host_seen = host_seen + ?,"
        " set_apart = NULL, set_apart_at = NULL,"
        " changes = changes + CASE WHEN status IN ('lobby', 'playing') THEN 1 ELSE 0 END"
        " WHERE id = ?",
        (lost, lost, session_id),
    )
    return True


def unexamined(db: Database, marks: Mapping[str, str]) -> list[int]:
    """Ids of the running games, and of those set apart, that were examined with other marks.

    `marks`: by game; a game without one has "".
    """
    rows = db.execute(_EXAMINED)
    return [session_id for session_id, game, mark in rows if mark != marks.get(game, "")]


def games_to_examine(db: Database) -> list[str]:
    """The games of those sessions which `unexamined` looks through."""
    return list(dict.fromkeys(game for _, game, _ in db.execute(_EXAMINED)))


def examined(db: Database, session_id: int, mark: str, components: str) -> None:
    """Remember with what a log was examined, and what is played with if that isn't known."""
    db.execute(
        "UPDATE session SET examined = ?, components = coalesce(components, ?) WHERE id = ?",
        (mark, components, session_id),
    )


def occupant(db: Database, channel_id: int) -> Session | None:
    """The live session of a channel; one that can't be read is set apart and makes room."""
    try:
        return finding.live_in(db, channel_id)
    except DamagedSession as damaged:
        set_apart(db, damaged.session_id, damaged.reason)
        return None


_OWN = "session."
_SNAPSHOT = replacing("snapshot", "session_id", "rules_version, story, state")

FIRST_GAMES = 3
"""Games of a kind in which somebody is a beginner."""

_PEOPLE = """
SELECT user_id, game FROM seat JOIN session ON id = session_id
WHERE session_id = ? AND user_id IS NOT NULL
"""
_ENDED = """
SELECT session_id FROM seat JOIN session ON id = session_id
WHERE user_id = ? AND game = ? AND status = 'over'
UNION
SELECT session_id FROM standing JOIN result USING (session_id) WHERE user_id = ? AND game = ?
LIMIT ?
"""
"""Results outlive the sessions, and some games that ended have none."""


def change(
    db: Database, now: float, before: Session, after: Session, *, seen: bool = True
) -> Session:
    """Write what differs between a session as it was known and as it is to be.

    `seen`: all its messages lag. The session as it stands then.

    Raises Overtaken where it isn't as `before` any more, ChannelTaken.
    """
    moved = after.channel_id != before.channel_id
    if moved:
        taken = occupant(db, after.channel_id)
        if taken is not None:
            raise ChannelTaken(taken)
    # A game that is over stays as old as it is, and a cache that is made anew is no sign of life.
    lives = seen and before.live and after.rules_version == before.rules_version
    after = replace(
        after,
        version=before.version + 1,
        changes=before.changes + seen,
        updated_at=now if lives else before.updated_at,
        board_message_id=None if moved else after.board_message_id,
    )
    _save_row(db, before, after)
    if moved:
        db.execute("DELETE FROM post WHERE session_id = ? AND kind <> 'hand'", (after.id,))
    after = _with_lists(db, before, after)
    known = set(before.turns)
    TURNS.save(db, [turn for turn in after.turns if turn not in known], after.id)
    if after.takeback != before.takeback:
        save_takeback(db, after.id, after.takeback)
    if after.open_hands is not None and after.open_hands != before.open_hands:
        OPEN_HANDS.save(db, [after.open_hands], after.id)
    cache = (after.rules_version, after.snapshot)
    if cache != (before.rules_version, before.snapshot):
        db.execute(_SNAPSHOT, (after.id, after.rules_version, after.story, after.snapshot))
    elif after.story != before.story:
        db.execute("UPDATE snapshot SET story = ? WHERE session_id = ?", (after.story, after.id))
    return after


def save_lists(db: Database, session_id: int, **lists: Iterable[Any]) -> None:
    """Replace such fields."""
    for name, rows in lists.items():
        LISTS[name].replace(db, rows, session_id)


def save_takeback(db: Database, session_id: int, takeback: Takeback | None) -> None:
    """Replace what somebody asks to take back."""
    if takeback is None:
        db.execute("DELETE FROM takeback WHERE session_id = ?", (session_id,))
    else:
        TAKEBACK.save(db, [takeback], session_id)


def find_beginners(db: Database, session_id: int) -> None:
    """Count for everybody at the table how many games of the kind have been played to the end."""
    for user_id, game in db.execute(_PEOPLE, (session_id,)).fetchall():
        ended = db.execute(_ENDED, (user_id, game, user_id, game, FIRST_GAMES)).fetchall()
        if len(ended) < FIRST_GAMES:
            db.execute(
                "INSERT INTO beginner (session_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (session_id, user_id),
            )


def thread_named(db: Database, session_id: int) -> None:
    """Remember that an ended session's thread says so, or never will."""
    db.execute("UPDATE session SET own_thread = FALSE WHERE id = ?", (session_id,))


def _save_row(db: Database, before: Session, after: Session) -> None:
    """The first thing of its transaction, so that of two changes at once one is overtaken."""
    new = {
        column.removeprefix(_OWN): value
        for column, value in SESSION.changed(before, after).items()
        if column.startswith(_OWN)
    }
    columns = ", ".join(f"{column} = ?" for column in new)
    sql = f"UPDATE session SET {columns} WHERE id = ? AND version = ?"  # noqa: S608
    given: Sequence[Any] = (*new.values(), before.id, before.version)
    if not db.execute(sql, given).rowcount:
        raise Overtaken(before.id)


def _with_lists(db: Database, before: Session, after: Session) -> Session:
    """The session with its lists in order, once they are written."""
    changed: dict[str, Any] = {}
    for name, table in LISTS.items():
        rows = getattr(after, name)
        if rows != getattr(before, name) and name != "turns":
            changed[name] = tuple(sorted(rows, key=table.order))
            table.replace(db, changed[name], after.id)
    if "seats" in changed and after.status == "playing":
        find_beginners(db, after.id)
        changed["beginners"] = beginners(db, after.id)
    return replace(after, **changed) if changed else after
