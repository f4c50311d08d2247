"""What a session refuses, each with the text for whoever asked; here what all parts share."""

from __future__ import annotations

from typing import Final

from bot.sessions.exactness import ANOTHER_GAME, NO_GAME, OTHER_COMPONENTS, OTHER_RULES
from bot.store.records.sessions import Outline
from engine.text import Text, text

_FAULTS: Final = {
    NO_GAME: "no_game",
    OTHER_COMPONENTS: "other_components",
    OTHER_RULES: "other_rules",
    ANOTHER_GAME: "another_game",
}


class Refused(Exception):
    """Something that can't be done; `reason` is for the person who asked."""

    def __init__(self, reason: Text) -> None:
        super().__init__(reason.key)
        self.reason = reason


class NoSuchSession(Refused):
    """The message belongs to a session that isn't in the store."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_session"))


class Unreadable(Refused):
    """The session can't be played on as it was; it was set apart: `outline`."""

    def __init__(self, outline: Outline) -> None:
        super().__init__(why_apart(outline))
        self.outline = outline


def why_apart(outline: Outline) -> Text:
    """Why a session that was set apart stands still, what brings it back, and who may end it.

    Of one that was ended since, how.
    """
    if not outline.live:
        return text(f"refused.status.{outline.status}")
    return text("apart.told", why=text(f"apart.{fault(outline.set_apart)}"))


def fault(why: str | None) -> str:
    """What texts call the reason for which a log can't be played again: one of `exactness`."""
    return _FAULTS.get(why or "", "damaged")


class NotPlaying(Refused):
    """The game hasn't begun yet, is over or was abandoned."""

    def __init__(self, status: str) -> None:
        super().__init__(text(f"refused.status.{status}"))


class NotSeated(Refused):
    """The person has no seat in this session."""

    def __init__(self) -> None:
        super().__init__(text("refused.not_seated"))


class UnknownOption(Refused):
    """No such option, or no such value."""

    def __init__(self) -> None:
        super().__init__(text("refused.unknown_option"))


class Stale(Refused):
    """The press belongs to a moment that is past."""

    def __init__(self) -> None:
        super().__init__(text("refused.stale"))


class SeatNowhere(Refused):
    """The person has no seat in any game."""

    def __init__(self) -> None:
        super().__init__(text("games.none"))
