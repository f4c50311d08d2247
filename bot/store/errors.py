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


class MoveTaken(Exception):
    """The move isn't the next one; what the caller knew of the session is out of date."""

    def __init__(self, session_id: int, number: int) -> None:
        super().__init__(f"session {session_id}: move {number} isn't the next one")


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


class WrongStatus(Exception):
    """The session isn't in the status which the change needs: `session`, as it stands."""

    def __init__(self, session: Session) -> None:
        super().__init__(f"session {session.id} is {session.status}")
        self.session = session
