"""Learn what playouts leave out of chances: mixed games, and a fit of what came of them.

`python -m engine calibrate GAME --fit` prints it as TOML; it belongs in `engine/review/lean.toml`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from engine.review.lean import AS_IT_IS, Lean, Learned, foretold
from engine.tools.kept import Line
from engine.tools.learning import solved
from engine.tools.simulate import AnyGame

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


def foreseen(lines: Iterable[Line]) -> Iterator[Foreseen]:
    """The chances of a calibration, as playouts have them."""
    for line in lines:
        for seat, _, ends, worlds, moves in line["told"]:
            chance, won = (ends + 0.5) / (worlds + 1), line["won"][seat]
            strengths = tuple(line["strengths"])
            yield Foreseen(line["seats"], seat, strengths, chance, moves / worlds, won)


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


def run(game: AnyGame, lines: Iterable[Line]) -> None:
    """Learn from the games of a calibration, and print what was found."""
    print(toml(game, fit(game, list(foreseen(lines)))))


def toml(game: AnyGame, learned: Learned) -> str:
    """A game's part of the file."""
    weights = ", ".join(f"{weight:.3f}" for weight in learned.weights)
    moves = ", ".join(f"{seats} = {number:.0f}" for seats, number in sorted(learned.moves.items()))
    return f"[{game.name}]\nweights = [{weights}]\nmoves = {{ {moves} }}"
