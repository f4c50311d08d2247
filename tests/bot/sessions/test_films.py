"""A film of any game stays within two minutes."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.sessions.replays import LONGEST, MOST_FRAMES, Replay, durations, plans
from engine import games
from engine.log import Step
from tests.bot.test_screens import record


def replay(steps: int, rounds: int) -> Replay:
    """A game of so many steps in equally long rounds."""
    game = games["guildes"]
    begun = [(number + 1, number * steps // rounds) for number in range(rounds)]
    return Replay(record("guildes", 3), game, [Step(None, ())] * steps, begun)


@pytest.mark.parametrize("frames", [1, 2, 3, 50, 120, MOST_FRAMES])
def test_no_film_is_longer_than_two_minutes(frames: int) -> None:
    times = durations(frames)
    assert len(times) == frames
    assert sum(times) <= LONGEST == 120_000
    assert min(times) >= 450


def test_a_film_has_a_frame_a_step() -> None:
    assert next(plans(replay(MOST_FRAMES, 12))) == list(range(MOST_FRAMES))


def test_of_a_longer_game_it_has_a_frame_a_round() -> None:
    assert next(plans(replay(400, 4))) == [0, 99, 199, 299, 399]


def test_a_long_game_without_rounds_has_some_of_its_steps() -> None:
    plan = next(plans(replay(600, 1)))
    assert len(plan) <= MOST_FRAMES
    assert (plan[0], plan[-1]) == (0, 599)
    assert max(b - a for a, b in pairwise(plan)) <= 4


def test_what_weighs_too_much_has_ever_fewer_frames() -> None:
    found = list(plans(replay(100, 8)))
    assert found[0] == list(range(100))
    assert [len(plan) for plan in found] == sorted({len(plan) for plan in found}, reverse=True)
    assert found[-1] == [0, 99]
