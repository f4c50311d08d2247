"""What the normal computer would choose in somebody's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Final

from engine.bots.players import AnyGame, Picks, asked, picks, policy_of
from engine.bots.search import contenders, playout
from engine.game import Prompt
from engine.parts.policy import LITTLE, Policy
from engine.parts.rng import Rng
from engine.parts.values import State, View
from engine.text import Text

PLAYOUTS: Final = 160
"""With which moves are compared where a judgement has no words."""
ROUND: Final = 8
"""Worlds played out before the worse moves are dropped."""
MOST_STEPS: Final = 12
"""Of a turn that is suggested as a whole."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice and how well games go that begin with it, from 0 to 100."""

    picks: Picks
    worth: int


@dataclass(frozen=True, slots=True)
class Step:
    """A later choice of the same turn: what will be asked, and what would be chosen."""

    prompt: Prompt
    picks: Picks


@dataclass(frozen=True, slots=True)
class Advice:
    """What would be chosen, and the reason in words; without one, the `best` two, best first.

    `second`: what comes next, with what is to be said for that, None where it is nothing.
    `then`: how the turn would go on, as far as nothing hidden comes out before.
    """

    picks: Picks
    reason: Text | None
    best: tuple[Ranked, ...] = ()
    second: tuple[Picks, Text | None] | None = None
    then: tuple[Step, ...] = ()


def advise(game: AnyGame, view: View, seed: int) -> Advice:
    """Advice on the prompt of this view, and from it alone; raises NotAsked.

    Of a game without a judgement of its own, what does best when played out.
    """
    seat = asked(view)
    world = game.sample(view, seed)
    policy = policy_of(game)
    move = policy.normal(world, seat, Rng(seed))
    reason = policy.reason(world, seat, move)
    if reason is not None:
        second = _second(game, policy, world, seat, move)
        then = tuple(_rest(game, policy, world, seat, move, seed))
        return Advice(picks(game, world, seat, move), reason, second=second, then=then)
    ranked = _ranked(game, policy, view, seat, world, seed)
    if game.policy is None:
        move = ranked[0][0]
    best = tuple(Ranked(picks(game, world, seat, one), round(100 * worth)) for one, worth in ranked)
    return Advice(picks(game, world, seat, move), None, best[:2])


def _second(
    game: AnyGame, policy: Policy[Any], world: State, seat: int, move: int
) -> tuple[Picks, Text | None] | None:
    other = policy.second(world, seat, move)
    reason = None if other is None else policy.why_second(world, seat, move, other)
    if other is None or reason is None:
        return None
    return picks(game, world, seat, other), None if reason == LITTLE else reason


def _rest(
    game: AnyGame, policy: Policy[Any], world: State, seat: int, move: int, seed: int
) -> Iterator[Step]:
    """The choices after this one that the seat makes in the same turn, and knows all about."""
    for at in range(1, MOST_STEPS):
        after = world.clone()
        game.apply(after, seat, move)
        alone = list(game.asked(after)) == [seat] and game.own_turn(world, after, seat)
        if not alone or game.revealed(world, after, seat):
            return
        world = after
        move = policy.normal(world, seat, Rng(seed + at))
        yield Step(game.prompts(world)[seat], picks(game, world, seat, move))


def _ranked(
    game: AnyGame, policy: Policy[Any], view: View, seat: int, world: State, seed: int
) -> list[tuple[int, float]]:
    """The candidates that last longest with their mean rewards, best first."""
    candidates: Sequence[int] = policy.candidates(world, seat)
    rewards: dict[int, list[float]] = {move: [] for move in candidates}
    left, number = PLAYOUTS, 0
    while left > 0 and (len(rewards) > 2 or number < ROUND):
        sampled = game.sample(view, seed + number)
        for move, ends in rewards.items():
            ends.append(playout(game, policy, sampled, seat, (move,), seed + number))
        left -= len(rewards)
        number += 1
        if number % ROUND == 0 and len(kept := contenders(rewards)) >= 2:
            rewards = kept
    means = [(move, fmean(ends)) for move, ends in rewards.items()]
    return sorted(means, key=lambda one: -one[1])
