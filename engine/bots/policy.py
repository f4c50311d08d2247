"""What a game tells its computer players: how to judge a choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from engine.game import Outcome, State, View
from engine.rng import Rng

S = TypeVar("S", bound=State)
V = TypeVar("V", bound=View)


class Policy(Generic[S, V]):
    """A game's judgement; this one knows nothing of the game and chooses at random.

    States come from `Game.sample`, never from the table: what is hidden in them is made up.
    """

    def candidates(self, state: S, seat: int) -> Sequence[int]:
        """Moves worth a thought, at least one; not those that only take a choice back."""
        moves = state.moves(seat)
        prompt = state.prompts()[seat]
        backward = {option.id for option in prompt.options if option.role in ("back", "undo")}
        forward = [move for move in moves if backward.isdisjoint(state.decode(seat, move))]
        return forward or moves

    def easy(self, state: S, seat: int, rng: Rng) -> int:
        """A sensible move of a beginner."""
        return rng.choice(self.candidates(state, seat))

    def normal(self, state: S, seat: int, rng: Rng) -> int:
        """A good move by the game's own rule of thumb."""
        return self.easy(state, seat, rng)

    def quick(self, state: S, seat: int, numbers: Iterator[int]) -> int:
        """A move within a playout: as good as can be had at once."""
        moves = state.moves(seat)
        return moves[next(numbers) % len(moves)]

    def reward(self, outcome: Outcome, seat: int) -> float:
        """How good an end is for a seat, from 0 to 1: the place first, then the score."""
        place = next(rank for rank, seats in enumerate(outcome.places) if seat in seats)
        share = 1 - place / max(1, len(outcome.places) - 1)
        others = [score for other, score in outcome.scores.items() if other != seat]
        ahead = outcome.scores[seat] - max(others, default=0)
        spread = max(map(abs, outcome.scores.values()), default=0) or 1
        return 0.5 * share + 0.5 * (0.5 + max(-1.0, min(1.0, ahead / spread)) / 2)
