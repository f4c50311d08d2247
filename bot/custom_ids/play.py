"""Presses of those who play: choices, and what becomes of the game."""

from __future__ import annotations

from dataclasses import dataclass

NO_OPTION = "-"
"""Picks nothing, where a prompt allows that."""
OF_GROUP = "="
"""Before the number of a group: the values of its select."""
TICKED = "+"
"""Picks every option that is ticked at first."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice; `option` None: the options are the values of the select."""

    session: int
    step: int
    option: str | None

    def __str__(self) -> str:
        tail = "" if self.option is None else f":{self.option}"
        return f"pick:{self.session}:{self.step}{tail}"


@dataclass(frozen=True, slots=True)
class Sure:
    """That a marked choice counts: the bits of its options, in the order of the prompt."""

    session: int
    step: int
    options: int

    def __str__(self) -> str:
        return f"sure:{self.session}:{self.step}:{self.options:x}"


@dataclass(frozen=True, slots=True)
class Page:
    """Another page of a prompt with many options."""

    session: int
    step: int
    page: int

    def __str__(self) -> str:
        return f"page:{self.session}:{self.step}:{self.page}"


@dataclass(frozen=True, slots=True)
class Abandon:
    """To end a game without a result: "ask" whether really, and the answers "yes" and "no"."""

    session: int
    answer: str

    def __str__(self) -> str:
        return f"abandon:{self.session}:{self.answer}"


@dataclass(frozen=True, slots=True)
class Due:
    """Something about one's own deadline.

    "more": more time for the choice of this step; "back": the seat that the computer has.
    """

    session: int
    what: str
    step: int

    def __str__(self) -> str:
        return f"due:{self.session}:{self.what}:{self.step}"


@dataclass(frozen=True, slots=True)
class Vote:
    """A wish for the whole table: "pause" or "resume"."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"vote:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class TakingBack:
    """Something about a choice of the log: "ask" to take it back, "agree", "refuse", "withdraw"."""

    session: int
    what: str
    number: int

    def __str__(self) -> str:
        return f"takeback:{self.session}:{self.what}:{self.number}"


@dataclass(frozen=True, slots=True)
class Suggest:
    """What a computer would choose at this step; the page of the options that stays in sight."""

    session: int
    step: int
    page: int = 0

    def __str__(self) -> str:
        page = f":{self.page}" if self.page else ""
        return f"suggest:{self.session}:{self.step}{page}"
