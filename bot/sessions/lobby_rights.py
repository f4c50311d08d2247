"""Who may change a lobby: each function gives it back, or raises Refused."""

from __future__ import annotations

from bot.sessions import seating
from bot.sessions.refusals import NotALobby, NotHost, NotHostNorModerator, NotSeated
from bot.store.records.sessions import Session


def still_open(record: Session) -> Session:
    """A lobby, for whoever asks; raises NotALobby."""
    if record.status != "lobby":
        raise NotALobby
    return record


def seated(record: Session, user_id: int) -> Session:
    """A lobby at which the person sits; raises NotALobby, NotSeated."""
    lobby = still_open(record)
    if seating.seat_of(lobby, user_id) is None:
        raise NotSeated
    return lobby


def hosted(record: Session, user_id: int) -> Session:
    """A lobby of that host; raises NotALobby, NotHost."""
    lobby = still_open(record)
    if not seating.may_host(lobby, user_id):
        raise NotHost
    return lobby


def managed(record: Session, user_id: int, *, moderator: bool) -> Session:
    """A lobby of that host, or any for a moderator; raises NotALobby, NotHostNorModerator."""
    lobby = still_open(record)
    if not seating.may_host(lobby, user_id) and not moderator:
        raise NotHostNorModerator
    return lobby
