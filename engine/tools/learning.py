"""Learn what a round's beginning promises: many games of a game's own quick judgement, and a fit.

`python -m engine learn GAME` writes what it found as TOML; it belongs beside the game's policy.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from math import exp
from typing import Any, Final, NamedTuple, TypeAlias, get_args

from rich.console import Console

from engine.game import Game, Options, Outcome, State
from engine.parts.policy import Key, Policy, Signs
from engine.parts.rng import stream
from engine.tools.simulate import ended, progress_bar

AnyGame: TypeAlias = Game[Any, Any, Any]
Row: TypeAlias = Sequence[float]

ASTRAY: Final = 8
"""One move of so many is any at all, so that games part even where judgement never wavers."""
STEPS: Final = 12
"""Newton's steps; the fit has one summit and is there after half as many."""
REINS: Final = 0.1
"""How much a weight is held back: enough for one that no game tells anything of."""


class Moment(NamedTuple):
    """The signs of every side as a round begins, and its share of the victory in the end."""

    signs: Sequence[Row]
    shares: Row


def learn(game: AnyGame, games: int, seed: int) -> Mapping[Key, Row]:
    """The weights of every number of players and stage, from so many games of each number."""
    found: dict[Key, list[Moment]] = defaultdict(list)
    with progress_bar(Console(stderr=True)) as progress:
        for seats in game.seats:
            variants = list(variants_of(game, seats))
            for number in progress.track(range(games), description=f"{seats} players"):
                options = variants[number % len(variants)]
                for stage, moment in played(game, seats, options, seed + number):
                    found[seats, stage].append(moment)
    return {key: fit(moments) for key, moments in sorted(found.items())}


def variants_of(game: AnyGame, seats: int) -> Iterator[Options]:
    """Every combination of the options that matter with so many players."""
    fields = game.Options.model_fields
    names = [name for name in fields if game.applies(name, seats)]
    values = [get_args(fields[name].annotation) or (False, True) for name in names]
    for each in product(*values):
        yield game.Options.model_validate(dict(zip(names, each, strict=True)))


def played(game: AnyGame, seats: int, options: Options, seed: int) -> Iterator[tuple[int, Moment]]:
    """Stage and moment of every round of one game but the first."""
    policy = game.policy
    if policy is None:
        raise ValueError(f"{game.name} judges nothing")
    state, numbers = game.setup(seats, options, seed), stream(seed)
    begun: list[Signs] = []
    round_ = game.round_of(state)
    while movers := game.asked(state):
        if game.round_of(state) != round_:
            round_ = game.round_of(state)
            begun.append(policy.signs(state))
        mover = movers[0]
        astray = next(numbers) % ASTRAY == 0
        judged = policy.quick(state, mover, numbers)
        game.apply(state, mover, some(policy, state, mover, numbers) if astray else judged)
    sides = game.parties(seats) or tuple((seat,) for seat in range(seats))
    shares = shared(ended(game, state), sides)
    if any(shares):
        for stage, by_seat in begun:
            yield stage, Moment([added(by_seat[seat] for seat in side) for side in sides], shares)


def some(policy: Policy[Any], state: State, seat: int, numbers: Iterator[int]) -> int:
    """Any candidate."""
    candidates = policy.candidates(state, seat)
    return candidates[next(numbers) % len(candidates)]


def added(rows: Iterable[Row]) -> Row:
    """The signs of a side, from those of its seats."""
    return [sum(column) for column in zip(*rows, strict=True)]


def shared(outcome: Outcome, sides: Sequence[Sequence[int]]) -> Row:
    """Each side's share of the victory."""
    return [sum(map(outcome.share, side)) for side in sides]


# -- the fit: conditional logit, the likeliest weights by Newton's method ---------------------


def fit(moments: Sequence[Moment]) -> Row:
    """The weights under which what happened is likeliest."""
    weights: Row = [0.0] * len(moments[0].signs[0])
    for _ in range(STEPS):
        step = solved(*summed(moments, weights))
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return weights


def summed(moments: Sequence[Moment], weights: Row) -> tuple[Sequence[Row], Row]:
    """How the likelihood bends at these weights, and its slope there."""
    places = range(len(weights))
    bend = [[REINS * (one == other) for other in places] for one in places]
    slope = [-REINS * weight for weight in weights]
    for signs, shares in moments:
        chances = softmax(signs, weights)
        means = [
            sum(chance * sign for chance, sign in zip(chances, column, strict=True))
            for column in zip(*signs, strict=True)
        ]
        for row, chance, share in zip(signs, chances, shares, strict=True):
            off = [sign - mean for sign, mean in zip(row, means, strict=True)]
            for one in places:
                slope[one] += (share - chance) * row[one]
                for other in places:
                    bend[one][other] += chance * off[one] * off[other]
    return bend, slope


def softmax(signs: Sequence[Row], weights: Row) -> Row:
    """Each side's chance."""
    forces = [sum(w * sign for w, sign in zip(weights, row, strict=True)) for row in signs]
    each = [exp(force - max(forces)) for force in forces]
    return [force / sum(each) for force in each]


def solved(matrix: Sequence[Row], right: Row) -> Row:
    """x of matrix * x = right, for a positive definite matrix (Gauss)."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for at, pivot in enumerate(rows):
        for row in rows[at + 1 :]:
            part = row[at] / pivot[at]
            row[at:] = [one - part * other for one, other in zip(row[at:], pivot[at:], strict=True)]
    found: list[float] = []
    for row in reversed(rows):
        known = sum(a * x for a, x in zip(row[-2 : -2 - len(found) : -1], found, strict=True))
        found.append((row[-1] - known) / row[len(row) - 2 - len(found)])
    return found[::-1]


def run(game: AnyGame, games: int, seed: int) -> None:
    """Learn with a progress bar, and print the file of prospects."""
    print(f"# python -m engine learn {game.name} --games {games} --seed {seed}")
    for (seats, stage), weights in learn(game, games, seed).items():
        numbers = ", ".join(f"{weight:.4f}" for weight in weights)
        print(f"\n[[prospect]]\nseats = {seats}\nstage = {stage}\nweights = [{numbers}]")
