"""Chances to win, over worlds that a seat could take for the real one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import add
from statistics import fmean, stdev
from typing import Any, Final

from engine.bots.players import AnyGame, Chance, policy_of
from engine.bots.search import Row, answered, imagined, playout, seed_of
from engine.game import Outcome
from engine.parts.rng import Rng
from engine.parts.values import State, View, placed
from engine.review.lean import Strengths

SURE: Final = 1.96
"""Standard errors on each side of a 95 % interval."""
TWO: Final = 2
"""So few sides that a place says nothing which a win doesn't."""


@dataclass(slots=True)
class Came:
    """What the games that begin with a row came to, summed up: the seat's place, 0 of two sides,
    and by seat what its side won."""

    places: int = 0
    won: list[float] = field(default_factory=list)

    def add(self, policy: ToWin) -> None:
        """The game that this judgement has just seen the end of."""
        self.places += policy.place
        before = self.won or [0.0] * len(policy.won)
        self.won = [*map(add, before, policy.won)]


class ToWin(Chance[Any]):
    """A game's judgement, by which only the first place counts, the partner's as one's own.

    Games are played to their end, or `glances`: to what the next round promises, which takes far
    fewer moves and knows less of luck. `strengths`: who sits there; whoever isn't an easy computer
    plays as well as `quick` does. `moves`: chosen so far. `place`: of the last game's seat, or 0
    of two sides. `won`: by seat what its side won of the last game.
    """

    def __init__(
        self, game: AnyGame, seats: int, strengths: Strengths = (), *, glances: bool = False
    ) -> None:
        super().__init__(game)
        self._policy = policy_of(game)
        self._parties = game.parties(seats)
        self.moves = 0
        self._glances = glances
        self.place = 0
        self.won: Sequence[float] = ()
        self._several = len(self._parties or range(seats)) > TWO
        self._sides = [
            next((party for party in self._parties if seat in party), (seat,))
            for seat in range(seats)
        ]
        self._easy = {seat for seat, strength in enumerate(strengths) if strength == "easy"}

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As the game's own, or as a beginner."""
        self.moves += 1
        if seat in self._easy:
            return self._policy.easy(state, seat, Rng(next(numbers) << 16 | next(numbers)))
        return self._policy.quick(state, seat, numbers)

    def prospect(self, state: State, seat: int) -> float | None:
        """As the game's own, for a glance."""
        return self._policy.prospect(state, seat) if self._glances else None

    def reward(self, outcome: Outcome, seat: int) -> float:
        """The part of the first place that the seat's side has."""
        if self._several:
            self.place = placed(outcome.places, self._parties)[seat]
        self.won = [sum(map(outcome.share, side)) for side in self._sides]
        return self.won[seat]


class Worlds:
    """Worlds of one view, the same for whoever sees the same; they tell nothing of the real one."""

    def __init__(self, game: AnyGame, view: View, seat: int, strengths: Strengths = ()) -> None:
        self._game, self._view, self._seat = game, view, seat
        self.seed: Final = seed_of(view)
        self._secret = answered(game, view, self.seed)
        self._policy = ToWin(game, view.seats, strengths)
        self._glancing = ToWin(game, view.seats, strengths, glances=True)

    def first(self) -> State:
        """One of them, to ask the game's judgement about."""
        world: State = self._game.sample(self._view, self.seed)
        return world

    def play(self, ends: Mapping[Row, list[float]], came: Mapping[Row, Came], number: int) -> int:
        """Add how each of these rows ends in the world of this number; how many moves that took.

        A review is measured in them, not by a clock: it says the same on every machine.
        """
        return self._played(self._policy, ends, number, came)

    def glance(self, ends: Mapping[Row, list[float]], number: int) -> int:
        """The same, but what the next round promises."""
        return self._played(self._glancing, ends, number)

    def _played(
        self,
        policy: ToWin,
        ends: Mapping[Row, list[float]],
        number: int,
        came: Mapping[Row, Came] | None = None,
    ) -> int:
        seed, before = self.seed + number, policy.moves
        world = imagined(self._game, policy, self._view, self._secret, seed)
        for row, found in ends.items():
            found.append(playout(self._game, policy, world, self._seat, row, seed))
            if came is not None:
                came[row].add(policy)
        return policy.moves - before


def won_of(ends: Sequence[float]) -> float:
    """The part won of so many games; nothing is ever quite sure, as if half a game more was won,
    and half a game lost."""
    return (sum(ends) + 0.5) / (len(ends) + 1)


def interval(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    part, z = won / games, SURE
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(part * (1 - part) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def ahead(
    ends: Sequence[float], others: Sequence[float], errors: float = SURE
) -> tuple[float, float]:
    """The interval of how far one is ahead, compared world by world; 95 % unless said otherwise."""
    leads = differences(ends, others)
    error = errors * stdev(leads) / sqrt(len(leads))
    return fmean(leads) - error, fmean(leads) + error


def differences(ends: Sequence[float], others: Sequence[float]) -> list[float]:
    """World by world, so that what both have of a world's luck is left out."""
    return [one - other for one, other in zip(ends, others, strict=True)]
