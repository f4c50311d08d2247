"""What is done in a running game: refused by its rules, its moment or its clock."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from engine.text import text


class NoMoreTime(Refused):
    """The player has taken more time as often as anybody may."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_more_time"))


class MoveRefused(Refused):
    """The rules don't allow the choice."""


class Paused(Refused):
    """The game is paused, or waits until it has a channel again."""


class IsPaused(Refused):
    """The game is paused already."""

    def __init__(self) -> None:
        super().__init__(text("refused.paused"))


class NotPaused(Refused):
    """The game isn't paused."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_paused"))


class AlreadyVoted(Refused):
    """The person has asked for this already."""

    def __init__(self) -> None:
        super().__init__(text("refused.already_voted"))


class NoSuggestions(Refused):
    """The table's host hasn't allowed them."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_suggestions"))
