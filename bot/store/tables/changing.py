"""How a session changes: what differs between two records is written, and counted.

And sessions that are set apart and taken up again, and which logs are to be examined.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.store.errors import ChannelTaken, DamagedSession, Overtaken, UnknownSession
from bot.store.records.play import Move
from bot.store.records.sessions import Outcome, Session
from bot.store.sql import Database, inserted, replacing
from bot.store.tables import finding, results
from bot.store.tables.finding import LISTS, MOVES, ONES, SESSION, TURNS, advance, beginners

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


def examinations(db: Database) -> list[tuple[int, str, str | None]]:
    """Ids of the running games, and of those set apart, with their games and last marks."""
    rows = db.execute(
        "SELECT id, game, examined FROM session"
        " WHERE status = 'playing' OR set_apart IS NOT NULL ORDER BY id"
    )
    return [*rows]


def examined(db: Database, session_id: int, mark: str, components: str) -> None:
    """Remember with what a log was examined, and what is played with if that isn't known."""
    db.execute(
        "UPDATE session SET examined = ?, components = coalesce(components, ?) WHERE id = ?",
        (mark, components, session_id),
    )


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


def create(db: Database, now: float, lobby: Session) -> Session:
    """Add a lobby, as it stands then; raises ChannelTaken while the channel has a live session."""
    _check_free(db, lobby.channel_id)
    lobby = replace(lobby, created_at=now, updated_at=now)
    row = _own(dict(zip(SESSION.names, SESSION.row(lobby), strict=True)))
    del row["id"]
    marks = ", ".join("?" for _ in row)
    sql = f"INSERT INTO session ({', '.join(row)}) VALUES ({marks}) RETURNING id"  # noqa: S608
    lobby = replace(lobby, id=inserted(db.execute(sql, list(row.values()))))
    bare = replace(lobby, seats=(), invitations=(), lesson=None, tried=None)
    return _with_parts(db, bare, lobby)


def change(
    db: Database, now: float, before: Session, after: Session, *, seen: bool = True
) -> Session:
    """Write what differs between a session as it was known and as it is to be.

    `seen`: all its messages lag. The session as it stands then.

    Raises Overtaken where it isn't as `before` any more, ChannelTaken.
    """
    moved = after.channel_id != before.channel_id
    if moved:
        _check_free(db, after.channel_id)
    # A game that is over stays as old as it is, and a cache that is made anew is no sign of life.
    anew = before.rules_version not in (None, after.rules_version) and before.moves == after.moves
    after = replace(
        after,
        version=before.version + 1,
        changes=before.changes + seen,
        updated_at=now if seen and before.live and not anew else before.updated_at,
        board_message_id=None if moved else after.board_message_id,
    )
    _save_row(db, before, after)
    if moved:
        db.execute("DELETE FROM post WHERE session_id = ? AND kind <> 'hand'", (after.id,))
    after = _with_parts(db, before, after)
    if after.turns != before.turns:
        TURNS.save(db, [turn for turn in after.turns if turn not in before.turns], after.id)
    cache = (after.rules_version, after.snapshot)
    if cache != (before.rules_version, before.snapshot):
        db.execute(_SNAPSHOT, (after.id, after.rules_version, after.story, after.snapshot))
    elif after.story != before.story:
        db.execute("UPDATE snapshot SET story = ? WHERE session_id = ?", (after.story, after.id))
    return after


def commit(
    db: Database,
    now: float,
    before: Session,
    after: Session,
    move: Move,
    ended: Outcome | None = None,
) -> Session:
    """The same with the move that has made the difference, which is logged; and how it has ended.

    Raises Overtaken too unless it is the next one of a running game.
    """
    if before.status != "playing" or not before.moves + 1 == after.moves == move.number:
        raise Overtaken(before.id)
    after = change(db, now, before, after)
    MOVES.add(db, [move], after.id)
    if after.status == "over":
        results.owe_result(db, after.id)
    if ended is not None:
        results.add(db, after.id, ended, now)
    return after


def end(db: Database, now: float, session_id: int) -> None:
    """End a live session without a result, whatever was before; all its messages lag.

    One that has ended stays as it is. Raises UnknownSession.
    """
    advance(db, session_id)
    changed = db.execute(
        "UPDATE session SET status = 'abandoned', computers_due = FALSE, changes = changes + 1,"
        " updated_at = ? WHERE id = ? AND status IN ('lobby', 'playing')",
        (now, session_id),
    )
    if not changed.rowcount and finding.outline(db, session_id) is None:
        raise UnknownSession(session_id)


def thread_named(db: Database, session_id: int) -> None:
    """Remember that an ended session's thread says so, or never will."""
    db.execute("UPDATE session SET own_thread = FALSE WHERE id = ?", (session_id,))


def _check_free(db: Database, channel_id: int) -> None:
    """Raise ChannelTaken while a channel has a live session; one that can't be read makes room."""
    try:
        taken = finding.live_in(db, channel_id)
    except DamagedSession as damaged:
        set_apart(db, damaged.session_id, damaged.reason)
        return
    if taken is not None:
        raise ChannelTaken(taken)


def _save_row(db: Database, before: Session, after: Session) -> None:
    """The first thing of its transaction, so that of two changes at once one is overtaken."""
    new = _own(SESSION.changed(before, after))
    columns = ", ".join(f"{column} = ?" for column in new)
    sql = f"UPDATE session SET {columns} WHERE id = ? AND version = ?"  # noqa: S608
    if not db.execute(sql, (*new.values(), before.id, before.version)).rowcount:
        raise Overtaken(before.id)


def _own(values: Mapping[str, Any]) -> dict[str, Any]:
    """Of values by column those of the table itself."""
    own = "session."
    return {name.removeprefix(own): value for name, value in values.items() if name.startswith(own)}


def _with_parts(db: Database, before: Session, after: Session) -> Session:
    """The session with its lists in order, once what differs in other tables is written."""
    changed: dict[str, Any] = {}
    for name, table in LISTS.items():
        rows = getattr(after, name)
        if rows != getattr(before, name) and name != "turns":
            changed[name] = tuple(sorted(rows, key=table.order))
            table.replace(db, changed[name], after.id)
    for name, table in ONES.items():
        one = getattr(after, name)
        if one != getattr(before, name):
            table.replace(db, [] if one is None else [one], after.id)
    if after.status == "playing" and ("seats" in changed or before.status == "lobby"):
        _find_beginners(db, after.id)
        changed["beginners"] = beginners(db, after.id)
    return replace(after, **changed) if changed else after


def _find_beginners(db: Database, session_id: int) -> None:
    """Count for everybody at the table how many games of the kind have been played to the end."""
    for user_id, game in db.execute(_PEOPLE, (session_id,)).fetchall():
        ended = db.execute(_ENDED, (user_id, game, user_id, game, FIRST_GAMES)).fetchall()
        if len(ended) < FIRST_GAMES:
            db.execute(
                "INSERT INTO beginner (session_id, user_id) VALUES (?, ?) ON CONFLICT DO NOTHING",
                (session_id, user_id),
            )
