"""What a server's managers allow there, and how new tables begin."""

from __future__ import annotations

from bot.sessions.refusals import (
    ChannelNotWanted,
    NotHostNorModerator,
    NotModerator,
    NotPlayerNorModerator,
    ThreadsNotWanted,
)
from bot.sessions.speeds import SPEEDS
from bot.store.records.people import Server
from bot.store.records.play import RELAXED, Speed


def speed_of(server: Server) -> Speed | None:
    """How fast a new table plays; None: without a clock."""
    return RELAXED if server.speed is None else SPEEDS[server.speed]


def check_channel(server: Server, channel_id: int) -> None:
    """Raise ChannelNotWanted unless games are wanted there; of a thread, in its channel."""
    if server.channels and channel_id not in server.channels:
        raise ChannelNotWanted(server.channels)


def check_threads(server: Server) -> None:
    """Raise ThreadsNotWanted where no thread is to be made for a table."""
    if server.threads == "never":
        raise ThreadsNotWanted


def check_abandoning(server: Server, *, host: bool, player: bool, moderator: bool) -> None:
    """Raise unless such a person may end a running game there.

    NotModerator, NotHostNorModerator, NotPlayerNorModerator.
    """
    if moderator:
        return
    match server.abandoning:
        case "moderators":
            raise NotModerator
        case "host" if not host:
            raise NotHostNorModerator
        case "players" if not (host or player):
            raise NotPlayerNorModerator
