"""How a round's beginning promises to end, by weights learned from games played to their end."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from importlib.resources import files
from math import exp
from typing import Final, NamedTuple, TypeAlias

FILE: Final = "prospects.toml"

Key: TypeAlias = tuple[int, int]
"""Number of players and stage."""


class Signs(NamedTuple):
    """What shows how a game will end: the same numbers for every seat, each with its weight.

    `stage`: which weights count, where they are others at another time of the game.
    """

    stage: int
    by_seat: Sequence[Sequence[float]]


class Prospects:
    """Chances to win: those of two sides are as the exponentials of their weighted signs."""

    def __init__(self, weights: Mapping[Key, Sequence[float]]) -> None:
        self._weights = weights

    @classmethod
    def of(cls, package: str) -> Prospects:
        """What `python -m engine learn` has written beside a policy."""
        rows = tomllib.loads(files(package).joinpath(FILE).read_text("utf-8"))["prospect"]
        return cls({(row["seats"], row["stage"]): row["weights"] for row in rows})

    def chance(self, signs: Signs, seat: int, parties: Sequence[Sequence[int]] = ()) -> float:
        """The chance of a seat, or of its party; from 0 to 1, together 1."""
        seats = range(len(signs.by_seat))
        weights = self._weights[len(seats), signs.stage]
        forces = [
            sum(weight * sign for weight, sign in zip(weights, row, strict=True))
            for row in signs.by_seat
        ]
        sides = [sum(forces[one] for one in side) for side in parties] or forces
        own = next((at for at, side in enumerate(parties) if seat in side), seat)
        return 1 / sum(exp(side - sides[own]) for side in sides)
