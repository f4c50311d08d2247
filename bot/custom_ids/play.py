"""Presses of those who play: choices, and what becomes of the game."""

from __future__ import annotations

from bot.custom_ids.reading import Bits, OfSession

NO_OPTION = "-"
"""Picks nothing, where a prompt allows that."""
OF_GROUP = "="
"""Before the number of a group: the values of its select."""
TICKED = "+"
"""Picks every option that is ticked at first."""
AND = "&"
"""Between options that are picked together."""
THEN = ">"
"""Between choices that are made one after the other."""
ADVISED = "!"
"""Picks what was suggested, for this choice and those that follow in the turn."""


class Pick(OfSession, kind="pick"):
    """A choice; `option` None: the options are the values of the select."""

    step: int
    option: str | None = None


class Sure(OfSession, kind="sure"):
    """That a marked choice counts: the bits of its options, in the order of the prompt."""

    step: int
    options: Bits


class Page(OfSession, kind="page"):
    """Another page of a prompt with many options."""

    step: int
    page: int


class Abandon(OfSession, kind="abandon"):
    """To end a game without a result: "ask" whether really, and the answers "yes" and "no"."""

    answer: str


class Due(OfSession, kind="due"):
    """Something about one's own deadline.

    "more": more time for the choice of this step; "back": the seat that the computer has.
    """

    what: str
    step: int


class Vote(OfSession, kind="vote"):
    """A wish for the whole table: "pause" or "resume"."""

    what: str


class TakingBack(OfSession, kind="takeback"):
    """Something about a choice of the log: "ask" to take it back, "agree", "refuse", "withdraw"."""

    what: str
    number: int


class Suggest(OfSession, kind="suggest"):
    """What a computer would choose at this step; the page of the options that stays in sight."""

    step: int
    page: int = 0
