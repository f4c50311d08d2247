"""How computers judge a choice of a game, and how a round's beginning promises to end."""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.resources import files
from math import exp
from typing import Final, Generic, NamedTuple, TypeAlias, TypeVar

from engine.parts.rng import Rng
from engine.parts.values import Outcome, State
from engine.text import Text, text

FILE: Final = "prospects.toml"
MENU: Final = 16
"""Ways to go on that are played out beside each other: of more, each would be in few worlds."""
LITTLE: Final = text("suggest.little")
"""The `reason` where nothing that a seat can check speaks for a move."""

Key: TypeAlias = tuple[int, int]
"""Number of players and stage."""


class Signs(NamedTuple):
    """What shows how a game will end: the same numbers for every seat, each with its weight.

    `stage`: which weights count, where they are others at another time of the game.
    """

    stage: int
    by_seat: Sequence[Sequence[float]]


class Prospects:
    """Chances to win: those of two sides are as the exponentials of their weighted signs."""

    def __init__(self, weights: Mapping[Key, Sequence[float]]) -> None:
        self._weights = weights

    @classmethod
    def of(cls, package: str) -> Prospects:
        """What `python -m engine learn` has written beside a policy."""
        rows = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))["prospect"]
        return cls({(row["seats"], row["stage"]): row["weights"] for row in rows})

    def chance(self, signs: Signs, seat: int, parties: Sequence[Sequence[int]] = ()) -> float:
        """The chance of a seat, or of its party; from 0 to 1, together 1."""
        seats = range(len(signs.by_seat))
        weights = self._weights[len(seats), signs.stage]
        forces = [
            sum(weight * sign for weight, sign in zip(weights, row, strict=True))
            for row in signs.by_seat
        ]
        sides = [sum(forces[one] for one in side) for side in parties] or forces
        own = next((at for at, side in enumerate(parties) if seat in side), seat)
        return 1 / sum(exp(side - sides[own]) for side in sides)


S = TypeVar("S", bound=State)


class Measure(NamedTuple):
    """What speaks for or against a move, in a number that its seat can see.

    `key`: of the sentence that sets two moves side by side, `better` and `mine`. `less`: the fewer
    the better. `said`: what is said instead of the number. `about`: the key of what is counted,
    where the sentence names it.
    """

    key: str
    number: int
    less: bool = False
    said: Text | None = None
    about: str = ""

    def beside(self, other: Measure) -> Text:
        """Both in one sentence."""
        about = {"about": text(self.about)} if self.about else {}
        better, mine = (one.number if one.said is None else one.said for one in (self, other))
        return text(self.key, better=better, mine=mine, **about)


class Policy(ABC, Generic[S]):
    """A game's judgement.

    States come from `Game.sample`, never from the table: what is hidden in them is made up.
    """

    @abstractmethod
    def candidates(self, state: S, seat: int) -> Sequence[int]:
        """Moves worth a thought, at least one; not those that only take a choice back."""

    def rows(self, state: S, seat: int) -> Sequence[Sequence[int]]:
        """Ways to go on that are worth playing out: a seat's next choices, at least one each.

        At most `MENU`, for all are played out in each world. One choice each, unless a policy plans
        a turn of several as a whole. Where a world turns out otherwise, `quick` goes on.
        """
        return [(move,) for move in self.candidates(state, seat)]

    @abstractmethod
    def easy(self, state: S, seat: int, rng: Rng) -> int:
        """A sensible move of a beginner."""

    @abstractmethod
    def normal(self, state: S, seat: int, rng: Rng) -> int:
        """A good move by the game's own rule of thumb."""

    @abstractmethod
    def quick(self, state: S, seat: int, numbers: Iterator[int]) -> int:
        """A move within a playout: as good as can be had at once."""

    def reason(self, state: S, seat: int, move: int) -> Text | None:
        """Why `normal` would choose this move, of what the seat can see alone; None: unsaid."""
        return None

    def measures(self, state: S, seat: int, move: int) -> Sequence[Measure]:
        """By what such a move can be held against another, what says most first."""
        return ()

    def against(self, state: S, seat: int, move: int, chosen: int) -> Text | None:
        """What speaks for a move by a measure of both; None where any measure speaks for what was
        chosen, or none for either."""
        theirs = {(one.key, one.about): one for one in self.measures(state, seat, chosen)}
        said: Text | None = None
        for one in self.measures(state, seat, move):
            other = theirs.get((one.key, one.about))
            if other is None or one.number == other.number:
                continue
            if (one.number < other.number) != one.less:
                return None
            said = said or one.beside(other)
        return said

    def played_out(self, state: S, seat: int) -> bool:
        """Whether a suggestion is held against other moves by playouts: not where these take long,
        nor within a plan of several choices, which another choice would break."""
        return True

    def second(self, state: S, seat: int, move: int) -> int | None:
        """What `normal` would choose if it weren't for this move; None: nothing worth naming."""
        return None

    def why_second(self, state: S, seat: int, move: int, other: int) -> Text | None:
        """What is said of `other`, the `second` to this move: its own reason.

        A policy that has the same reason for both says here what tells them apart.
        """
        return self.reason(state, seat, other)

    def shortcut(self, state: S, seat: int, move: int) -> int:
        """The same choice as a practised person makes it who answers for later questions too.

        Computers don't: the seat may be a person's again.
        """
        return move

    def signs(self, state: S) -> Signs:
        """What shows, as a round begins, how the game will end; see `engine/tools/learning.py`."""
        raise NotImplementedError

    def prospect(self, state: S, seat: int) -> float | None:
        """How good a seat's chances are as a round begins, on the scale of `reward`.

        None where only the end of the game tells: playouts then go on to it.
        """
        return None

    def foresight(self, world: S, seat: int) -> Callable[[S], float | None] | None:
        """What tells how states that come of this world will end for a seat, by the cards as they
        lie, on the scale of `reward`; it answers None where they have to be played on.
        """
        return None

    def reward(self, outcome: Outcome, seat: int) -> float:
        """How good an end is for a seat, from 0 to 1: the place first, then the score."""
        place = next(rank for rank, seats in enumerate(outcome.places) if seat in seats)
        share = 1 - place / max(1, len(outcome.places) - 1)
        others = [score for other, score in outcome.scores.items() if other != seat]
        ahead = outcome.scores[seat] - max(others, default=0)
        spread = max(map(abs, outcome.scores.values()), default=0) or 1
        return 0.5 * share + 0.5 * (0.5 + max(-1.0, min(1.0, ahead / spread)) / 2)
