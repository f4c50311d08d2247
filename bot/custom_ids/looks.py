"""Presses that show something: of a game, of one that is over, of the server's."""

from __future__ import annotations

from dataclasses import dataclass

PUBLIC = "-"
"""No seat's view of a game that is over: the public's."""


@dataclass(frozen=True, slots=True)
class Show:
    """Something to look at: "hand", "text", "history", "rules", "topics", "closer", "bg_stats".

    "topic": the value of a select. "more": all else that can be done.
    """

    session: int
    what: str

    def __str__(self) -> str:
        return f"show:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Browse:
    """Something further to look at, in the message that is pressed.

    "topic" and "closer": the value of a select; `part` tells the selects of a message apart.
    "own" and "public": `part` is the page of a view in words; "history", "rules": that of these.
    """

    session: int
    what: str
    part: int

    def __str__(self) -> str:
        return f"look:{self.session}:{self.what}:{self.part}"


@dataclass(frozen=True, slots=True)
class Record:
    """Records of the server: "stats" of a person or the "board" of a game, for everybody.

    "game": the leaderboard of another game; the value of a select.
    """

    what: str
    value: str | None = None

    def __str__(self) -> str:
        tail = "" if self.value is None else f":{self.value}"
        return f"record:{self.what}{tail}"


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """About opening all hands of a game that is over: "ask", "agree", "refuse"."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"hands:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Watch:
    """To look on: "start" in a new message, "renew" in the pressed one; "text": in words."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"watch:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Replaying:
    """A game that is over at a step, as this seat saw it, or the public.

    "open" in a new message; "first", "back", "on", "last" in the pressed one. "round" and "hand":
    the value of a select is the step or the seat instead. "text": the view in words, with a number
    its page. "film" and "save": the whole game in another shape.
    """

    session: int
    way: str
    step: int = 0
    seat: int | None = None

    def __str__(self) -> str:
        seat = PUBLIC if self.seat is None else self.seat
        return f"replay:{self.session}:{self.way}:{self.step}:{seat}"


@dataclass(frozen=True, slots=True)
class Listed:
    """Something done in a list of games: "watch" the one that a select names."""

    what: str

    def __str__(self) -> str:
        return f"games:{self.what}"


@dataclass(frozen=True, slots=True)
class Learn:
    """A game's lesson, in the direct messages of whoever presses."""

    game: str

    def __str__(self) -> str:
        return f"learn:{self.game}"
