"""Refused because somebody else may do it."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from engine.text import text


class NotHost(Refused):
    """Only the host may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_host"))


class NotHostNorModerator(Refused):
    """Only the host or a moderator may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_host_nor_moderator"))


class NotModerator(Refused):
    """In this server only moderators may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_moderator"))


class NotPlayerNorModerator(Refused):
    """Only who has a seat in the game, or a moderator, may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_player_nor_moderator"))


class NotManager(Refused):
    """Only who manages the server may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_manager"))
