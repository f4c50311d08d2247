"""How computer players judge Guilds of London."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from typing import Final

from engine.london.asks import ALWAYS, NEVER, Ask
from engine.london.flow import moves
from engine.london.policy import reasons
from engine.london.policy.greedy import choose, keeps_neutrals
from engine.london.policy.plans import best_move
from engine.london.state import State
from engine.policy import Policy
from engine.rng import Rng
from engine.text import Text
from engine.values import Outcome

CARELESS: Final = 38
"""Of a hundred choices of a beginner, those made without a thought."""


class LondonPolicy(Policy[State]):
    """Greedy; the strongest plans its whole turn, so that one candidate is left."""

    def candidates(self, state: State, seat: int) -> Sequence[int]:
        """The move that begins the best turn found."""
        return [best_move(state, seat)]

    def easy(self, state: State, seat: int, rng: Rng) -> int:
        """Greedy, but now and then anything at all."""
        if state.ask != Ask.TAKE and rng.below(100) < CARELESS:
            return rng.choice(moves(state, seat))
        return choose(state, seat)

    def normal(self, state: State, seat: int, rng: Rng) -> int:
        """What seems best at once."""
        return choose(state, seat)

    def quick(self, state: State, seat: int, numbers: Iterator[int]) -> int:
        """As normal."""
        return choose(state, seat)

    def shortcut(self, state: State, seat: int, move: int) -> int:
        """All rewards from now on; no neutral pawn in this activation."""
        if state.ask == Ask.TAKE and move == max(state.options):
            return ALWAYS
        if NEVER in state.options and not move and keeps_neutrals(state, seat):
            return NEVER
        return move

    def reason(self, state: State, seat: int, move: int) -> Text:
        """What this move comes to as the table stands."""
        return reasons.reason(state, seat, move)

    def reward(self, outcome: Outcome, seat: int) -> float:
        """From 0 to 1, by how far ahead of the best other."""
        ahead = outcome.scores[seat] - max(
            score for other, score in outcome.scores.items() if other != seat
        )
        return 1 / (1 + exp(-ahead / 10))
