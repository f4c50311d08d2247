"""Who knows the rules of a game and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from engine.game import Game, State
from engine.policy import Policy
from engine.rng import Rng

S = TypeVar("S", bound=State)


class Chance(Policy[S]):
    """The judgement of a game that brings none: at random."""

    def __init__(self, game: Game[S, Any, Any]) -> None:
        self._game = game

    def candidates(self, state: S, seat: int) -> Sequence[int]:
        """All moves but those that take a choice back."""
        game = self._game
        moves = game.moves(state, seat)
        options = game.prompts(state)[seat].options
        backward = {option.id for option in options if option.role in ("back", "undo")}
        return [m for m in moves if backward.isdisjoint(game.decode(state, seat, m))] or moves

    def easy(self, state: S, seat: int, rng: Rng) -> int:
        """Any of them."""
        return rng.choice(self.candidates(state, seat))

    def normal(self, state: S, seat: int, rng: Rng) -> int:
        """Any of them."""
        return rng.choice(self.candidates(state, seat))

    def quick(self, state: S, seat: int, numbers: Iterator[int]) -> int:
        """Any move at all."""
        moves = self._game.moves(state, seat)
        return moves[next(numbers) % len(moves)]
