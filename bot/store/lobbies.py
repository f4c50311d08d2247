"""Lobbies, until a game is made of them, in SQL."""

from __future__ import annotations

from bot.store import changing, channels, learning, sessions, versions
from bot.store.changes import NewGame, NewLobby
from bot.store.errors import ChannelTaken, WrongStatus
from bot.store.records.play import Learnt, Speed
from bot.store.records.sessions import Session
from bot.store.sql import Database, inserted
from bot.store.tables.session_rows import LESSON, TURNS


def create(db: Database, now: float, lobby: NewLobby) -> Session:
    """A lobby with its host and perhaps others seated; raises ChannelTaken."""
    taken = channels.occupant(db, lobby.channel_id)
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
            *(*_spans(lobby.speed), lobby.host_seen, lobby.takebacks, lobby.suggestions),
        ),
    )
    session_id = inserted(created)
    seats = [lobby.host, *lobby.others]
    changing.save_lists(db, session_id, seats=seats, invitations=lobby.invitations)
    if lobby.lesson:
        LESSON.save(db, [Learnt()], session_id)
    return sessions.get(db, session_id)


def start(
    db: Database, now: float, session_id: int, game: NewGame, known: int | None = None
) -> Session:
    """Make a game of a lobby; raises UnknownSession, Overtaken, WrongStatus."""
    versions.advance(db, session_id, known)
    begun = game.begun
    changed = db.execute(
        "UPDATE session SET status = 'playing', seed = ?, changes = changes + 1,"
        " computers_due = ?, updated_at = ?,"
        " begun_with = ?, begun_rules = ?, components = ?, examined = ?"
        " WHERE id = ? AND status = 'lobby'",
        (
            *(str(game.seed), game.computers_due, now),
            *(begun.guildhall, begun.rules_version, begun.components, game.examined),
            session_id,
        ),
    )
    if not changed.rowcount:
        raise WrongStatus(sessions.get(db, session_id))
    changing.save_lists(db, session_id, seats=game.seats)
    learning.find_beginners(db, session_id)
    db.execute(
        "INSERT INTO snapshot (session_id, rules_version, story, state) VALUES (?, ?, ?, ?)",
        (session_id, begun.rules_version, game.story, game.snapshot),
    )
    TURNS.save(db, game.turns, session_id)
    return sessions.get(db, session_id)


def _spans(speed: Speed | None) -> tuple[int | None, int | None]:
    return (None, None) if speed is None else (speed.nudge, speed.limit)
