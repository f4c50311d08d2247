"""What a table is to be like: refused before the game begins."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from engine.text import text


class NotALobby(Refused):
    """The game has begun, or the lobby was closed."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_a_lobby"))


class WrongNumber(Refused):
    """The game isn't made for so many players."""

    def __init__(self, allowed: tuple[int, ...]) -> None:
        numbers = ", ".join(map(str, allowed))
        super().__init__(text("refused.wrong_number", numbers=numbers))


class NoSpeed(Refused):
    """The spans of a table's speed make no sense."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_speed"))


class NoQuietHours(Refused):
    """The quiet hours make no sense, or the time zone isn't known."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_quiet_hours"))


class NoLesson(Refused):
    """The game has none."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_lesson"))
