"""Refused of what whoever runs the bot may do: to others, or for how it was asked."""

from __future__ import annotations

from bot.sessions.refusals import Refused
from bot.store.records.people import LONGEST_NOTICE
from engine.text import text


class NotOperator(Refused):
    """Only who runs the bot may do this."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_operator"))


class NumberNeeded(Refused):
    """What is to be ended, blocked or unblocked is named by its number."""

    def __init__(self) -> None:
        super().__init__(text("refused.number_needed"))


class NoSuchNumber(Refused):
    """No game has this number."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_such_number"))


class NotBlocked(Refused):
    """The server isn't blocked."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_blocked"))


class NoticeTooLong(Refused):
    """A notice is a line."""

    def __init__(self, length: int) -> None:
        super().__init__(text("refused.notice_too_long", most=LONGEST_NOTICE, n=length))
