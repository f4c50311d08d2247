"""Computer players of three strengths. Each is given a view and a seed, never a state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from engine.bots.search import TimeLeft, answered, imagined, search, seed_of
from engine.game import Game, State, View
from engine.parts.policy import MENU, Policy
from engine.parts.rng import Rng

S = TypeVar("S", bound=State)


class Chance(Policy[S]):
    """The judgement of a game that brings none: at random."""

    def __init__(self, game: Game[S, Any, Any]) -> None:
        self._game = game

    def candidates(self, state: S, seat: int) -> Sequence[int]:
        """All moves but those that take a choice back."""
        game = self._game
        moves = game.moves(state, seat)
        backward = game.prompts(state)[seat].backward
        return [m for m in moves if backward.isdisjoint(game.decode(state, seat, m))] or moves

    def rows(self, state: S, seat: int) -> Sequence[Sequence[int]]:
        """Each of them; of many some, as far apart as can be, from the first to the last."""
        moves = self.candidates(state, seat)
        last, most = len(moves) - 1, MENU - 1
        chosen = moves if last <= most else [moves[at * last // most] for at in range(MENU)]
        return [(move,) for move in chosen]

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


AnyGame: TypeAlias = Game[Any, Any, Any]
Picks: TypeAlias = tuple[str, ...]


class NotAsked(Exception):
    """A view without a prompt: there is nothing to choose."""


class Player(Protocol):
    """Somebody who can play any seat of any game."""

    def choose(self, game: AnyGame, view: View, seed: int) -> Picks:
        """Picks for the prompt of this view; raises NotAsked if it has none."""
        ...


class Easy:
    """Sensible and quick."""

    def choose(self, game: AnyGame, view: View, seed: int) -> Picks:
        """A beginner's picks."""
        seat = asked(view)
        world = game.sample(view, seed)
        return picks(game, world, seat, policy_of(game).easy(world, seat, Rng(seed)))


class Normal:
    """A good rule of thumb, the game's own."""

    def choose(self, game: AnyGame, view: View, seed: int) -> Picks:
        """Picks by the rule."""
        seat = asked(view)
        world = game.sample(view, seed)
        return picks(game, world, seat, policy_of(game).normal(world, seat, Rng(seed)))


class Hard:
    """Plays out worlds that could be real, as long as there is time."""

    def __init__(self, time_left: TimeLeft) -> None:
        self._time_left = time_left

    def choose(self, game: AnyGame, view: View, seed: int) -> Picks:
        """The picks that end best."""
        seat = asked(view)
        world = game.sample(view, seed)
        policy = policy_of(game)
        rows = policy.rows(world, seat)
        goes_on = self._time_left()
        return picks(game, world, seat, search(game, policy, view, seat, rows, seed, goes_on)[0])


def asked(view: View) -> int:
    """The viewer, who has to be asked; raises NotAsked."""
    if view.viewer is None or view.prompt is None:
        raise NotAsked
    return view.viewer


def policy_of(game: AnyGame) -> Policy[Any]:
    """The game's own judgement, or none at all."""
    return game.policy or Chance(game)


def picks(game: AnyGame, world: State, seat: int, move: int) -> Picks:
    """A move as picks."""
    return tuple(game.decode(world, seat, move))


def moment(game: AnyGame, view: View, number: int) -> State:
    """A whole game to be played on from what a seat sees, of which it tells no more than that.

    `number`: which of them, from 0; equal views, equal worlds. Others' secret choices of this
    moment are made, as good as in a playout.
    """
    seed, policy = seed_of(view) + number, policy_of(game)
    return imagined(game, policy, view, answered(game, view, seed), seed)
