"""What somebody loses most by, told of the games that they had reviewed."""

from __future__ import annotations

import pytest

from bot.languages import Languages
from bot.screens.people import ENOUGH, statistics
from engine import games
from engine.review import Answer, Choice, Review
from images.records import Statistics
from tests.bot.catalogues import messages

LANGUAGES = Languages.load()
IN_POINTS = "chance to win, in points a choice"
NOBODY = Statistics("Ada", 0, 0, 0, 0, None, None, ())


def reviewed(*costs: tuple[str, int]) -> Review:
    """A review of choices, each by what was asked and what it cost in thousandths."""
    answer = Answer(picks=("x",), chance=500, low=400, high=600, worlds=10)
    choices = tuple(
        Choice(entry=number, round=1, cost=cost, answers=(answer,), ask=ask)
        for number, (ask, cost) in enumerate(costs, 1)
    )
    return Review(seat=0, result=0, total=len(choices), choices=choices)


def said(found: dict[str, list[Review]], language: str = "en", *, own: bool = True) -> str:
    return str(statistics(NOBODY, LANGUAGES.words(language), None, 7, found, own=own).frame)


GUILDES = reviewed(
    *[("guildes.ask.draft", 40), ("guildes.ask.draft", 2), ("guildes.ask.draft", 21)],
    *[("guildes.ask.lay", 4), ("guildes.ask.sacrifice.own", 10), ("guildes.ask.use", 0)],
    ("guildes.ask.redistribution", 0),
)


def test_from_five_reviewed_games_on_what_costs_most_is_told_by_kind_of_choice() -> None:
    assert ENOUGH == 5
    assert "costs you the most" not in said({"guildes": [GUILDES] * 4})
    told = said({"guildes": [GUILDES] * 5})
    # 63 thousandths in three choices of a game; 10 in two; 4 in one.
    kinds = "keeping cards (2.1), dirty tricks (0.5) and laying cards (0.4)"
    assert f"Guildes, what costs you the most {IN_POINTS}: {kinds}" in told


def test_a_kind_of_choice_that_was_made_less_than_five_times_tells_nothing() -> None:
    rare = reviewed(("guildes.ask.lay", 4), ("guildes.ask.redistribution", 300))
    told = said({"guildes": [rare] * 4 + [reviewed(("guildes.ask.lay", 4))]})
    assert f"costs you the most {IN_POINTS}: laying cards (0.4)" in told
    often = said({"guildes": [rare] * 5})
    kinds = "discarding for the redistribution (30.0) and laying cards (0.4)"
    assert f"costs you the most {IN_POINTS}: {kinds}" in often


def test_it_is_told_in_french_too() -> None:
    told = said({"guildes": [GUILDES] * 5}, "fr")
    assert "garder des cartes (2,1), les coups tordus (0,5) et poser des cartes (0,4)" in told


def test_each_game_is_told_by_itself_and_one_that_lost_nothing_not_at_all() -> None:
    lost, kept = reviewed(("majority.ask.play", 30)), reviewed(("london.ask.play", 0))
    told = said({"majority": [lost] * 5, "london": [kept] * 5, "guildes": [GUILDES] * 4})
    assert told.count("costs you the most") == 1
    assert f"The Majority, what costs you the most {IN_POINTS}: playing cards (3.0)" in told


def test_reviews_from_before_it_was_noted_what_was_asked_say_nothing_of_it() -> None:
    assert "costs you the most" not in said({"guildes": [reviewed(("", 30))] * 5})


def test_others_see_the_accuracy_alone() -> None:
    told = said({"guildes": [GUILDES] * 5}, own=False)
    assert "Accuracy of the latest reviewed games, out of 100: Guildes 92 (5 games)" in told
    assert "costs you the most" not in told


@pytest.mark.parametrize(
    ("language", "told"), [("en", "costs you the most"), ("fr", "coûte le plus")]
)
def test_every_question_of_the_house_s_games_is_of_a_kind(language: str, told: str) -> None:
    asks = [key for key in messages(language) if ".ask." in key and key.split(".")[0] in games]
    assert len(asks) > 40
    for ask in asks:
        assert told in said({"majority": [reviewed((ask, 30))] * 5}, language), ask
