"""Shares of victories as points: Elo's scale with two players, and its like with more."""

from __future__ import annotations

import pytest

from engine.review.chances import interval
from engine.tools.tournament import Result, ahead, ratings


def test_the_interval_of_a_share() -> None:
    # Wilson's interval for 40 of 100, by hand: 0.3094 to 0.4980.
    low, high = interval(40, 100)
    assert (round(low, 4), round(high, 4)) == (0.3094, 0.498)
    assert interval(0, 10)[0] == 0.0


@pytest.mark.parametrize(
    ("share", "chance", "points"),
    [
        (1 / 2, 1 / 2, 0.0),
        (1 / 4, 1 / 4, 0.0),
        # Elo with two players: ten times the chances are 400 points.
        (10 / 11, 1 / 2, 400.0),
        (1 / 11, 1 / 2, -400.0),
        # One of strength 10 among three of strength 1 is first in 10 of 13 games.
        (10 / 13, 1 / 4, 400.0),
    ],
)
def test_points_are_told_by_the_chances_of_being_first(share, chance, points) -> None:
    assert ahead(share, chance) == pytest.approx(points)


def test_each_strength_stands_above_the_one_it_was_among() -> None:
    results = [
        Result("normal", "easy", 110, 100.0, 1 / 2),
        Result("hard", "normal", 130, 100.0, 1 / 4),
    ]
    easy, normal, hard = ratings(("easy", "normal", "hard"), results)
    assert (easy.points, normal.points, hard.points) == pytest.approx((1000, 1400, 1800))
    assert easy.low == easy.high == 1000
    assert normal.low < 1400 < normal.high
    assert hard.high - hard.points > normal.high - normal.points


def test_pairs_say_more_than_one_with_a_weaker_partner() -> None:
    results = [
        Result("normal", "easy", 100, 30.0, 1 / 4),
        Result("normal", "easy", 110, 100.0, 1 / 2, paired=True),
    ]
    assert ratings(("easy", "normal"), results)[1].points == pytest.approx(1400)


def test_what_has_not_played_has_no_rating() -> None:
    results = [Result("hard", "normal", 10, 5.0, 1 / 2)]
    assert [one.strength for one in ratings(("easy", "normal", "hard"), results)] == ["easy"]


def test_whoever_has_won_everything_is_ahead_by_no_infinity() -> None:
    (_, normal) = ratings(("easy", "normal"), [Result("normal", "easy", 50, 50.0, 1 / 2)])
    assert 1000 < normal.low < normal.points <= normal.high < 3000
