"""How games run, in SQL: from a lobby to the first move, from move to move, to the end."""

from __future__ import annotations

from bot.store.errors import ChannelTaken, MoveTaken, Overtaken, UnknownSession, WrongStatus
from bot.store.records.play import Learnt, Move
from bot.store.records.sessions import NewGame, NewLobby, Played, Session, Status
from bot.store.sql import Database, inserted
from bot.store.tables import changing, finding, results
from bot.store.tables.session_rows import LESSON, MOVES, SPEED, TRIED, TURNS, advance


def create_session(db: Database, now: float, lobby: NewLobby) -> Session:
    """A lobby with its host seated; raises ChannelTaken while the channel has a live one."""
    taken = changing.occupant(db, lobby.channel_id)
    if taken is not None:
        raise ChannelTaken(taken)
    created = db.execute(
        "INSERT INTO session (game, options, guild_id, channel_id, locale, host_id, status, moves,"
        " changes, computers_due, created_at, updated_at, invited_only, own_thread,"
        " nudge_after, choose_within, host_seen, takebacks, suggestions)"
        " VALUES (?, ?, ?, ?, ?, ?, 'lobby', 0, 1, FALSE, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
        (
            *(lobby.game, lobby.options, lobby.guild_id, lobby.channel_id, lobby.locale),
            *(lobby.host.user_id, now, now, lobby.invited_only, lobby.own_thread),
            *(SPEED.row(lobby.speed) if lobby.speed else (None, None)),
            *(lobby.host_seen, lobby.takebacks, lobby.suggestions),
        ),
    )
    session_id = inserted(created)
    seats = [lobby.host, *lobby.others]
    changing.save_lists(db, session_id, seats=seats, invitations=lobby.invitations)
    if lobby.lesson:
        LESSON.save(db, [Learnt()], session_id)
    if lobby.tried is not None:
        TRIED.save(db, [lobby.tried], session_id)
    return finding.get(db, session_id)


def start(
    db: Database, now: float, session_id: int, game: NewGame, known: int | None = None
) -> Session:
    """Make a game of a lobby; all its messages lag.

    Raises UnknownSession, Overtaken, WrongStatus.
    """
    advance(db, session_id, known)
    begun = game.begun
    changed = db.execute(
        "UPDATE session SET status = 'playing', seed = ?, changes = changes + 1,"
        " computers_due = ?, updated_at = ?, suggestions = suggestions OR ?,"
        " begun_with = ?, begun_rules = ?, components = ?, examined = ?"
        " WHERE id = ? AND status = 'lobby'",
        (
            *(str(game.seed), game.computers_due, now, game.alone),
            *(begun.guildhall, begun.rules_version, begun.components, game.examined),
            session_id,
        ),
    )
    if not changed.rowcount:
        raise WrongStatus(finding.get(db, session_id))
    changing.save_lists(db, session_id, seats=game.seats)
    changing.find_beginners(db, session_id)
    db.execute(
        "INSERT INTO snapshot (session_id, rules_version, story, state) VALUES (?, ?, ?, ?)",
        (session_id, begun.rules_version, game.story, game.snapshot),
    )
    TURNS.save(db, game.turns, session_id)
    return finding.get(db, session_id)


def commit(
    db: Database, now: float, session_id: int, move: Move, played: Played, known: int | None = None
) -> float:
    """Log a move and what came of it, all or nothing; gives the session's `updated_at`.

    Raises MoveTaken unless it is the next one, WrongStatus unless the game is running, Overtaken,
    UnknownSession.
    """
    changed = db.execute(
        "UPDATE session SET moves = moves + 1, changes = changes + 1, version = version + 1,"
        " computers_due = ?, updated_at = ?"
        " WHERE id = ? AND status = 'playing' AND moves = ? AND version = coalesce(?, version)",
        (played.computers_due, now, session_id, move.number - 1, known),
    )
    if not changed.rowcount:
        session = finding.get(db, session_id)
        if known not in (None, session.version):
            raise Overtaken(session_id)
        if session.status != "playing":
            raise WrongStatus(session)
        raise MoveTaken(session_id, move.number)
    if played.status != "playing":
        # Only then: SQLite writes every index that asks for the status anew where one is set.
        db.execute("UPDATE session SET status = ? WHERE id = ?", (played.status, session_id))
    MOVES.add(db, [move], session_id)
    db.execute(
        "UPDATE snapshot SET state = ?, story = ?, rules_version = coalesce(?, rules_version)"
        " WHERE session_id = ?",
        (played.snapshot, played.story, played.rules_version, session_id),
    )
    TURNS.save(db, played.turns, session_id)
    if played.retractable is not None:
        changing.save_lists(db, session_id, retractable=played.retractable)
    if played.asked or played.takeback is not None:
        changing.save_takeback(db, session_id, played.takeback)
    if played.learnt is not None:
        LESSON.save(db, [played.learnt], session_id)
    if played.status == "over":
        results.owe_result(db, session_id)
    if played.ended is not None:
        results.add(db, session_id, played.ended, now)
    return now


def end(
    db: Database, now: float, session_id: int, status: Status, known: int | None = None
) -> None:
    """End a live session, one that has ended stays as it is; all its messages lag.

    Raises UnknownSession, Overtaken.
    """
    advance(db, session_id, known)
    changed = db.execute(
        "UPDATE session SET status = ?, computers_due = FALSE, changes = changes + 1,"
        " updated_at = ? WHERE id = ? AND status IN ('lobby', 'playing')",
        (status, now, session_id),
    )
    if not changed.rowcount and finding.outline(db, session_id) is None:
        raise UnknownSession(session_id)
