"""What a computer would choose in somebody's place, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import Any, Final

from engine.bots.players import AnyGame, Picks, asked, picks, policy_of
from engine.bots.search import answered, behind, best, contenders, imagined, menu, playout
from engine.game import Prompt
from engine.parts.policy import LITTLE, Policy
from engine.parts.rng import Rng
from engine.parts.values import State, View
from engine.text import Text, frozen, text

PLAYOUTS: Final = 240
"""With which moves are compared."""
ROUND: Final = 8
"""Worlds played out before the worse moves are dropped."""
MOST_STEPS: Final = 12
"""Of a turn that is suggested as a whole."""


@frozen
class Ranked:
    """A choice and how well games go that begin with it, from 0 to 100."""

    picks: Picks
    worth: int


@frozen
class Step:
    """A later choice of the same turn: what will be asked, and what would be chosen."""

    prompt: Prompt
    picks: Picks


@frozen
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


def advise(
    game: AnyGame, view: View, seed: int, playouts: int = PLAYOUTS, *, by_rule: bool = False
) -> Advice:
    """Advice on the prompt of this view, and from it alone; raises NotAsked.

    What the normal computer would choose, unless another choice surely does better when both are
    played out; of a game without a judgement of its own, what does best then. `by_rule`: nothing
    else than the normal computer's, as a lesson teaches it.
    """
    seat = asked(view)
    world = game.sample(view, seed)
    policy = policy_of(game)
    move = policy.normal(world, seat, Rng(seed))
    reason = policy.reason(world, seat, move)
    if reason is None:
        ends = _raced(game, view, seat, menu(policy, world, seat), (), seed, playouts)
        ranked = sorted(ends, key=lambda one: -fmean(ends[one]))
        two = tuple(
            Ranked(picks(game, world, seat, one), round(100 * fmean(ends[one])))
            for one in ranked[:2]
        )
        return Advice(picks(game, world, seat, move) if game.policy else two[0].picks, None, two)
    other = policy.second(world, seat, move)
    why = None if other is None else policy.why_second(world, seat, move, other)
    if other is not None and not by_rule and policy.played_out(world, seat):
        compared = dict.fromkeys((move, other, *menu(policy, world, seat)))
        ends = _raced(game, view, seat, [*compared], (move, other), seed, playouts)
        if behind(ends[best(ends)], ends[move]):
            move, other = best(ends), move
            why, reason = _played(ends[other], ends[move]), policy.reason(world, seat, move)
        elif LITTLE in (why, reason) and behind(ends[move], ends[other]):
            why = _played(ends[other], ends[move])
    second = None
    if other is not None and why is not None:
        second = picks(game, world, seat, other), None if why == LITTLE else why
    then = tuple(_rest(game, policy, world, seat, move, seed))
    return Advice(picks(game, world, seat, move), reason, second=second, then=then)


def _played(ends: Sequence[float], better: Sequence[float]) -> Text:
    """How much worse games went on with the next best."""
    n, mine = (round(100 * fmean(one)) for one in (ends, better))
    return text("suggest.played", n=n, mine=mine) if n < mine else LITTLE


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


def _raced(
    game: AnyGame,
    view: View,
    seat: int,
    moves: Sequence[int],
    kept: Sequence[int],
    seed: int,
    playouts: int,
) -> dict[int, list[float]]:
    """How games end, world by world, that begin with the moves that last longest, two at least;
    `kept`: those that are never dropped."""
    rewards: dict[int, list[float]] = {move: [] for move in moves}
    policy = policy_of(game)
    secret = answered(game, view, seed)
    left, number = playouts, 0
    while left > 0:
        world = imagined(game, policy, view, secret, seed + number)
        for move, ends in rewards.items():
            ends.append(playout(game, policy, world, seat, (move,), seed + number))
        left -= len(rewards)
        number += 1
        if number % ROUND == 0:
            last = {**{move: rewards[move] for move in kept}, **contenders(rewards)}
            rewards = last if len(last) >= 2 else rewards
    return rewards
