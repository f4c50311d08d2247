"""How computer players judge The Majority."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final

from engine.majority.greedy import choose
from engine.majority.result import PARTIES
from engine.majority.state import State
from engine.policy import Policy
from engine.rng import Rng
from engine.values import Outcome

CARELESS: Final = 40
"""Of a hundred choices of a beginner, those made without a thought."""
SPREAD: Final = 5
"""Gold ahead that makes a party fairly sure to win."""


class MajorityPolicy(Policy[State]):
    """Greedy for the gold of the next debate."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every move."""
        return state.moves(seat)

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Greedy, but often anything at all."""
        if rng.below(100) < CARELESS:
            return rng.choice(state.moves(seat))
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """The card that looks best by the gold that it would bring now."""
        return choose(state, seat)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1, by how far the seat's party is ahead of the best other, in gold."""
        partners = next((party for party in PARTIES if seat in party), ())
        alone = len(outcome.scores) != len(PARTIES) * 2
        ours = (seat,) if alone else partners
        best = max(gold for other, gold in outcome.scores.items() if other not in ours)
        return 1 / (1 + exp((best - outcome.scores[seat]) / SPREAD))
