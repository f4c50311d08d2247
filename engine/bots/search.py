"""Flat search: the same worlds played out from every row of moves, the worse dropped early."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from math import sqrt
from statistics import fmean, pstdev
from typing import Any, Final, TypeAlias, TypeVar

from engine.game import Game, State, View
from engine.parts.policy import MENU, Policy
from engine.parts.rng import stream

TimeLeft: TypeAlias = Callable[[], Callable[[], bool]]
"""Called when a choice begins; what it gives says whether there is still time to think. The
engine has no clock: whoever has one passes it in."""

Foresight: TypeAlias = Callable[[Any], float | None]
"""See `Policy.foresight`."""
Row: TypeAlias = tuple[int, ...]
"""A seat's next choices."""
C = TypeVar("C")
"""What is compared."""

FIRST_LOOK: Final = 8
"""Worlds played out before a row may be dropped."""
DOUBT: Final = 2.0
"""A row is dropped when it lies this many standard errors behind the best."""
MOST_WORLDS: Final = 2000


def counted(playouts: int) -> TimeLeft:
    """Time for so many playouts a choice."""

    def begin() -> Callable[[], bool]:
        left = iter(range(playouts))
        return lambda: next(left, None) is not None

    return begin


def menu(policy: Policy[Any], state: State, seat: int) -> Sequence[int]:
    """Moves to be held against each other: of many candidates those with which a search begins."""
    moves = policy.candidates(state, seat)
    return moves if len(moves) <= MENU else [row[0] for row in policy.rows(state, seat)]


def search(
    game: Game[Any, Any, Any],
    policy: Policy[Any],
    view: View,
    seat: int,
    rows: Iterable[Sequence[int]],
    seed: int,
    goes_on: Callable[[], bool],
) -> Row:
    """The row whose playouts end best for the seat; the first one if there is no time."""
    rewards: dict[Row, list[float]] = {tuple(row): [] for row in rows}
    secret = answered(game, view, seed)
    for number in range(MOST_WORLDS):
        if len(rewards) == 1:
            break
        world = imagined(game, policy, view, secret, seed + number)
        foresight = policy.foresight(world, seat)
        ends = []
        for row in rewards:
            if not goes_on():
                return best(rewards)
            ends.append(playout(game, policy, world, seat, row, seed + number, foresight))
        for row, end in zip(rewards, ends, strict=True):
            rewards[row].append(end)
        if number + 1 >= FIRST_LOOK and number % 4 == 3:
            rewards = contenders(rewards)
    return best(rewards)


def seed_of(view: View) -> int:
    """Of the worlds of a view: the same for whoever sees the same."""
    return int.from_bytes(blake2b(view.model_dump_json().encode(), digest_size=5).digest())


def answered(game: Game[Any, Any, Any], view: View, seed: int) -> Sequence[int]:
    """The other seats whose choice of this moment is made, in secret."""
    prompts = game.prompts(game.sample(view, seed))
    return [seat for seat in prompts if seat != view.viewer and prompts[seat].answered is not None]


def imagined(
    game: Game[Any, Any, Any], policy: Policy[Any], view: View, secret: Sequence[int], seed: int
) -> State:
    """A world that could be real, with the secret choices that the others would make in it."""
    world: State = game.sample(view, seed)
    numbers = stream(seed)
    for seat in secret:
        game.apply(world, seat, policy.quick(world, seat, numbers))
    return world


def playout(
    game: Game[Any, Any, Any],
    policy: Policy[Any],
    world: State,
    seat: int,
    row: Sequence[int],
    seed: int,
    foresight: Foresight | None = None,
) -> float:
    """What a seat gets in a world if it begins with this row: at the end, or by what the next
    round promises, or as soon as foresight tells."""
    state, numbers = world.clone(), stream(seed)
    first, *planned = row
    asked, apply, quick, round_of = game.asked, game.apply, policy.quick, game.round_of
    begun = round_of(state)
    apply(state, seat, first)
    while movers := asked(state):
        if round_of(state) != begun:
            begun = round_of(state)
            prospect = policy.prospect(state, seat)
            if prospect is not None:
                return prospect
        if foresight is not None:
            foreseen = foresight(state)
            if foreseen is not None:
                return foreseen
        mover = movers[0]
        if planned and mover == seat:
            move = planned.pop(0)
            if move in game.moves(state, seat):
                apply(state, seat, move)
                continue
            planned = []
        apply(state, mover, quick(state, mover, numbers))
    outcome = game.outcome(state)
    return 0.0 if outcome is None else policy.reward(outcome, seat)


def best(rewards: dict[C, list[float]]) -> C:
    """What has the best mean so far."""
    return max(rewards, key=lambda one: fmean(rewards[one]) if rewards[one] else 0.0)


def contenders(rewards: dict[C, list[float]]) -> dict[C, list[float]]:
    """What could still be the best: compared world by world with the leader."""
    leader = rewards[best(rewards)]
    return {one: ends for one, ends in rewards.items() if not behind(leader, ends)}


def behind(leader: Sequence[float], ends: Sequence[float]) -> bool:
    """Whether the leader is ahead by more than luck."""
    leads = [one - other for one, other in zip(leader, ends, strict=True)]
    error = pstdev(leads) / sqrt(len(leads))
    return fmean(leads) > DOUBT * error
