"""How good an end is for a seat, where a game doesn't say it otherwise."""

from __future__ import annotations

import pytest

from engine.game import Outcome
from engine.guildes.policy import GuildesPolicy
from engine.parts.policy import Policy


def rewards(places: list[list[int]], *scores: int) -> list[float]:
    """Of each seat, from the first on."""
    policy, outcome = GuildesPolicy(), Outcome(places=places, scores=dict(enumerate(scores)))
    return [Policy.reward(policy, outcome, seat) for seat in range(len(scores))]


def test_the_place_comes_first_and_then_by_how_much_one_is_ahead() -> None:
    far, near = rewards([[0], [1]], 10, 2), rewards([[0], [1]], 10, 8)
    assert far[0] > near[0] > near[1] > far[1]


def test_an_end_with_everything_is_worth_one_and_one_with_nothing_is_worth_none() -> None:
    assert rewards([[0], [1]], 10, -10) == [1.0, 0.0]
    assert rewards([[0, 1]], 7, 7) == pytest.approx([0.75, 0.75])
