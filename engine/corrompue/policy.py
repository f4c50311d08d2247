"""How computer players judge La Cité corrompue."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.corrompue.greedy import choose
from engine.corrompue.state import State
from engine.policy import Policy
from engine.rng import Rng
from engine.values import Outcome

CARELESS: Final = 40
"""Of a hundred choices of a beginner, those made without a thought."""


class CorrompuePolicy(Policy[State]):
    """Wants tricks with Paysans, and none with Noblesse."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """Every move."""
        return state.moves(seat)

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Greedy, but often anything at all."""
        if rng.below(100) < CARELESS:
            return rng.choice(state.moves(seat))
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """The card that looks best for this trick."""
        return choose(state, seat)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1, by the place alone: nothing else is left of a game."""
        place = next(number for number, seats in enumerate(outcome.places) if seat in seats)
        return 1 - place / max(1, len(outcome.places) - 1)
