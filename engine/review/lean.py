"""What playouts leave out of a chance, learned from games of computers of mixed strengths.

A playout's hard computers play by a rule, and its hidden hands are any that fit, where people and
computers keep their best cards: both matter the more, the longer a game still goes on.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from math import exp, log
from statistics import fmean
from typing import Final, NamedTuple, TypeAlias

from engine.bots.players import AnyGame

FILE: Final = "lean.toml"
RATED: Final = ("normal", "hard")
"""Strengths beyond a beginner's, who plays in playouts as he does, from the weaker on."""
AS_IT_IS: Final = (0.0, 0.0, 1.0, 0.0, *(0.0, 0.0) * len(RATED))
"""The weights of `Lean.signs` that change nothing."""

Strengths: TypeAlias = Sequence[str | None]
"""By seat the computer's strength; a person's is None."""


class Learned(NamedTuple):
    """What is known of a game: the weights, and by number of players how long games are."""

    weights: Sequence[float]
    moves: dict[str, float]


@cache
def learned(game: str) -> Learned | None:
    """What `engine calibrate GAME --fit` has found; None for a game that isn't the house's."""
    found = tomllib.loads(files(__package__).joinpath(FILE).read_text("utf-8")).get(game)
    return None if found is None else Learned(found["weights"], found["moves"])


class Lean:
    """Sets right the chances of a seat among players of these strengths."""

    def __init__(
        self, game: AnyGame, seats: int, seat: int, strengths: Strengths, known: Learned | None
    ) -> None:
        self._weights = AS_IT_IS if known is None else known.weights
        self._moves = 1.0 if known is None else known.moves[str(seats)]
        sides = game.parties(seats) or tuple((one,) for one in range(seats))
        ours = next(side for side in sides if seat in side)
        even = len(ours) / seats
        self.even: Final = log(even / (1 - even))
        """The log odds of whoever is neither ahead nor behind."""
        who = strengths or (None,) * seats
        others = [side for side in sides if side is not ours]
        over = []
        for strength in RATED:
            own = _share(who, ours, strength)
            theirs = [_share(who, side, strength) for side in others]
            over += [own - max(theirs), own - fmean(theirs)]
        self._over = tuple(over)

    def signs(self, chance: float, moves: float) -> tuple[float, ...]:
        """What a chance is set right by: always, by how much is to come (`moves`: that games from
        there have on average), by the chance itself, and by strength by how much better one's own
        side plays than the strongest of the others, and than they do on average."""
        left = min(1.0, moves / self._moves)
        raw = log(chance / (1 - chance)) - self.even
        return (1.0, left, raw, raw * left, *(left * over for over in self._over))

    def told(self, chance: float, moves: float) -> float:
        """The chance to tell where so many playouts' share is won; 0 and 1 stay what they are."""
        if not 0 < chance < 1:
            return chance
        return foretold(self._weights, self.signs(chance, moves), self.even)


def foretold(weights: Sequence[float], signs: Sequence[float], even: float) -> float:
    """The chance under these weights; `even`: the log odds where nothing speaks for anybody."""
    force = sum(weight * sign for weight, sign in zip(weights, signs, strict=True))
    return 1 / (1 + exp(-force - even))


def _share(who: Strengths, seats: Sequence[int], strength: str) -> float:
    """Of these seats, the part that plays at least so well; people count as normal computers."""
    enough = RATED[RATED.index(strength) :]
    return sum((who[seat] or "normal") in enough for seat in seats) / len(seats)
