"""Learn what playouts leave out of chances: mixed games, and a fit of what came of them.

`python -m engine calibrate GAME --fit` prints it as TOML; it belongs in `engine/review/lean.toml`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from rich.console import Console

from engine.bots import Player
from engine.review import owed
from engine.review.chances import Came, ToWin, Worlds, won_of
from engine.review.lean import AS_IT_IS, Lean, Learned, foretold
from engine.rng import Rng
from engine.tools.calibration import mixed
from engine.tools.learning import solved
from engine.tools.simulate import AnyGame, Setting, ended, progress_bar

WORLDS: Final = 100
MOMENTS: Final = 2
"""Choices of each seat of a game."""
STEPS: Final = 12
REINS: Final = 1.0
"""How much a weight is held to where it changes nothing."""


class Foreseen(NamedTuple):
    """A chance as playouts have it, how long they were on average, and what came of it."""

    seats: int
    seat: int
    strengths: tuple[str, ...]
    chance: float
    moves: float
    won: float


def foreseen(setting: Setting, players: Mapping[str, Player], number: int) -> Iterator[Foreseen]:
    """Some choices of every seat in a game of strengths that the lot decides."""
    game, seats = setting.game, setting.seats
    lot = Rng(setting.seed + number)
    over = mixed(setting, players, lot, setting.seed + number)
    outcome = ended(game, over.last.state)
    for seat in range(seats):
        choices = list(owed(game, over.last, over.log, seat))
        lot.shuffle(choices)
        for choice in choices[:MOMENTS]:
            worlds = Worlds(game, choice.view, seat, over.strengths)
            row = (game.encode(worlds.first(), seat, choice.picks),)
            ends: list[float] = []
            moves = sum(worlds.play({row: ends}, {row: Came()}, at) for at in range(WORLDS))
            won = ToWin(game, seats).reward(outcome, seat)
            yield Foreseen(seats, seat, over.strengths, won_of(ends), moves / WORLDS, won)


def fit(game: AnyGame, found: Sequence[Foreseen]) -> Learned:
    """Under which weights what came of it is likeliest (Newton)."""
    longest: dict[str, float] = {}
    for one in found:
        longest[str(one.seats)] = max(one.moves, longest.get(str(one.seats), 1.0))
    rows = []
    for one in found:
        lean = Lean(game, one.seats, one.seat, one.strengths, Learned(AS_IT_IS, longest))
        rows.append((lean.even, lean.signs(one.chance, one.moves), one.won))
    weights, places = [*AS_IT_IS], range(len(AS_IT_IS))
    for _ in range(STEPS):
        bend = [[REINS * (one == other) for other in places] for one in places]
        slope = [REINS * (AS_IT_IS[at] - weights[at]) for at in places]
        for even, signs, won in rows:
            chance = foretold(weights, signs, even)
            for at in places:
                slope[at] += (won - chance) * signs[at]
                for other in places:
                    bend[at][other] += chance * (1 - chance) * signs[at] * signs[other]
        step = solved(bend, slope)
        weights = [weight + change for weight, change in zip(weights, step, strict=True)]
    return Learned(weights, longest)


def run(setting: Setting, players: Mapping[str, Player]) -> None:
    """Learn from games with each number of players in turn, and print what was found."""
    game, found = setting.game, list[Foreseen]()
    with progress_bar(Console(stderr=True)) as progress:
        for number in progress.track(range(setting.games), description=game.name):
            seats = game.seats[number % len(game.seats)]
            found += foreseen(replace(setting, seats=seats), players, number)
    print(toml(game, fit(game, found)))


def toml(game: AnyGame, learned: Learned) -> str:
    """A game's part of the file."""
    weights = ", ".join(f"{weight:.3f}" for weight in learned.weights)
    moves = ", ".join(f"{seats} = {number:.0f}" for seats, number in sorted(learned.moves.items()))
    return f"[{game.name}]\nweights = [{weights}]\nmoves = {{ {moves} }}"
