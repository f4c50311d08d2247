"""Pages of the records: full and empty, with the longest names, in both languages."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.testing.names import LONGEST_NAMES
from images.indexed import HEAVY
from images.records import Leaderboard, OfGame, Ranked, Statistics
from images.records.book import leaderboard, statistics
from tests.images.soundness import LANGUAGES, assert_sound
from tests.images.speech import Speech

GAMES = ("guildes", "london", "majority", "corrompue")
FULL = Statistics(
    "",
    games=12_345,
    wins=10_000,
    place=60,
    streak=1_234,
    favourite="london",
    strongest="corrompue",
    of_games=tuple(OfGame(game, 9_999, 9_999, 60, 9_999, 12_345, True) for game in GAMES),
)
LEAST = Statistics(
    "Bo",
    games=1,
    place=10,
    streak=-1,
    favourite="guildes",
    of_games=(OfGame("guildes", 1, 0, 10, 0, None),),
)


@pytest.fixture(params=LANGUAGES)
def words(request):
    return Speech(request.param, ())


@pytest.mark.parametrize("name", LONGEST_NAMES)
def test_the_fullest_page_has_room_for_everything(words, name):
    picture = statistics(replace(FULL, name=name), words)
    assert_sound(picture, HEAVY)
    assert name in picture.alt


def test_the_emptiest_page_says_that_there_is_no_rating(words):
    picture = statistics(LEAST, words)
    assert_sound(picture, HEAVY)
    assert "1" in picture.alt


def test_a_full_leaderboard_has_room_for_the_longest_names(words):
    names = [LONGEST_NAMES[number % len(LONGEST_NAMES)] for number in range(10)]
    ranked = tuple(
        Ranked(number, name, 9_999, 9_999, 60, 12_345, number > 7)
        for number, name in enumerate(names, start=1)
    )
    picture = leaderboard(Leaderboard("corrompue", ranked), words)
    assert_sound(picture, HEAVY)


def test_a_leaderboard_names_everybody_in_order(words):
    ranked = (Ranked(1, "Ada", 3, 2, 13, 1_500), Ranked(2, "Bo", 3, 1, 17, 1_200, True))
    alt = leaderboard(Leaderboard("guildes", ranked), words).alt
    assert alt.index("Ada") < alt.index("Bo")
    assert "1.3" in alt or "1,3" in alt
