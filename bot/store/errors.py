"""What the store raises."""

from __future__ import annotations

from bot.store.records.sessions import Session


class _Told(Exception):
    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class StoreUnusable(_Told):
    """The database can't be opened; `reason` is one line for whoever starts the bot."""


class StoreAway(StoreUnusable):
    """The database can't be reached just now; nothing needs mending but what serves it."""


class StoreFailed(_Told):
    """Something went wrong while running; what was asked for was rolled back whole."""


class NotOurs(StoreFailed):
    """Another process looks after the session by now, or may."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"session {session_id} is looked after by another process")


class ChannelTaken(Exception):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"channel {session.channel_id} has session {session.id}")
        self.session = session


class Overtaken(Exception):
    """Another process has changed the session since the caller knew it; nothing was changed."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"session {session_id} has changed meanwhile")


class UnknownSession(Exception):
    """No session has this id."""

    def __init__(self, session_id: int) -> None:
        super().__init__(f"no session {session_id}")


class DamagedSession(Exception):
    """What is stored of a session makes no sense; `reason` tells nothing of its game."""

    def __init__(self, session_id: int, reason: str) -> None:
        super().__init__(f"session {session_id}: {reason}")
        self.session_id = session_id
        self.reason = reason
