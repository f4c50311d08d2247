"""How much stronger one player is than another, on Elo's scale, from shares of victories."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot, log10

from engine.review.chances import interval

POINTS = 400
"""Ten times the chances of another, on Elo's scale."""
WEAKEST = 1000
"""What the weakest has."""


@dataclass(frozen=True)
class Result:
    """What a match came to: `won` of so many games, where `chance` is what equals would win.

    `paired`: both members of a party were of the challenger's strength, and won together.
    """

    challenger: str
    other: str
    games: int
    won: float
    chance: float
    paired: bool = False

    @property
    def name(self) -> str:
        """The match in words."""
        if self.paired:
            return f"a pair of {self.challenger} against {self.other}"
        return f"{self.challenger} among {self.other}"

    @property
    def share(self) -> float:
        """Of the games, how many were won."""
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share."""
        return interval(self.won, self.games)


@dataclass(frozen=True)
class Rating:
    """A strength in points, with its 95 % interval."""

    strength: str
    points: float
    low: float
    high: float


def ahead(share: float, chance: float) -> float:
    """The points by which whoever wins this share is ahead of those among whom that happens.

    Each is first as often as its strength's part in all strengths at the table.
    """
    return POINTS * log10(share / (1 - share) * (1 - chance) / chance)


def ratings(strengths: Sequence[str], results: Sequence[Result]) -> list[Rating]:
    """The strengths in points, weakest first: each by its match among the one before it.

    Stops where that match is missing. Pairs count where there are any.
    """
    rated = [Rating(strengths[0], WEAKEST, WEAKEST, WEAKEST)]
    for other, strength in pairwise(strengths):
        found = [one for one in results if (one.challenger, one.other) == (strength, other)]
        if not found:
            break
        result = max(found, key=lambda one: one.paired)
        below = rated[-1]
        middle, low, high = (
            ahead(_doubted(share, result.games), result.chance)
            for share in (result.share, *result.interval)
        )
        points = below.points + middle
        rated.append(
            Rating(
                strength,
                points,
                points - hypot(below.points - below.low, middle - low),
                points + hypot(below.high - below.points, high - middle),
            )
        )
    return rated


def _doubted(share: float, games: int) -> float:
    """The share as if half a game had gone otherwise where all went alike."""
    return min(max(share, 0.5 / games), 1 - 0.5 / games)
