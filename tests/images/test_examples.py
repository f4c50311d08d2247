"""The examples of the rules: real counts, drawn and told; expected values come from the rules."""

from __future__ import annotations

import pytest

from bot.languages import Languages
from engine import games
from images import pictures
from images.guildes import parts
from tests.images.soundness import LANGUAGES, assert_sound, longest
from tests.images.speech import Speech
from tests.images.views import middle_view

NAMES = ("Ana", "Bo", "Cy", "Dee")
ENGLISH = Languages.load().words("en", NAMES, [None] * len(NAMES))


def told(game: str) -> list[str]:
    return list(pictures[game].example_said(games[game].example(), ENGLISH))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", games)
def test_an_example_is_drawn_in_every_language(game: str, language: str) -> None:
    view = games[game].example()
    assert_sound(pictures[game].example(view, Speech(language, NAMES)), 64_000)
    assert_sound(pictures[game].example(view, longest(language, 4)), 64_000)


@pytest.mark.parametrize("game", games)
def test_an_example_is_the_same_each_time(game: str) -> None:
    assert games[game].example() == games[game].example()


@pytest.mark.parametrize("game", games)
def test_an_example_is_described_by_how_it_came_about(game: str) -> None:
    drawn = pictures[game].example(games[game].example(), ENGLISH)
    assert told(game)[0] in drawn.alt


def test_guildes_shows_a_lone_second_tied_seconds_tied_firsts_and_the_milice() -> None:
    assert told("guildes") == [
        "Paysans: Ana, Bo, Cy and Dee, 1 card each: (6 + 3) ÷ 4 = 2 votes each.",
        (
            "Bourgeois: Ana, Cy and Dee, 2 cards each: (10 + 5) ÷ 3 = 5 votes each; "
            "Bo, 1 card: no rank left."
        ),
        (
            "Chevaliers: Cy, 3 cards: 11 votes; Ana, 2 cards: 5 votes; "
            "Bo and Dee, 1 card each: no rank left."
        ),
        "Prêtres: Cy, 3 cards: 13 votes; Bo and Dee, 1 card each: 6 ÷ 2 = 3 votes each.",
        (
            "Milice: Ana, 1 card at 3: 3 votes; Bo, 2 cards at 3: 6 votes; "
            "Cy, 3 cards at 3: 9 votes; Dee, 2 cards at 3: 6 votes."
        ),
    ]


def test_the_majority_shows_a_lone_first_two_firsts_and_two_seconds() -> None:
    assert told("majority") == [
        "red: Ana is first with 10: 2 gold; Bo is second with 9 and gets 10 ÷ 5: 2 gold.",
        (
            "blue: Ana and Bo are first with 10 each: 2 gold each; "
            "Cy is second with 6 and gets 10 ÷ 5 for each of the 2 in front: 4 gold."
        ),
        (
            "yellow: Bo is first with 10: 2 gold; "
            "Ana and Cy are second with 5 each and get 10 ÷ 5: 2 gold each."
        ),
    ]


def test_la_cite_shows_most_cards_all_cards_and_a_tie() -> None:
    assert told("corrompue") == [
        "Noblesse cards won: Ana 6, Bo 2 and Cy 2. A Noblesse token for Ana.",
        "Paysan cards won: Ana 10. Ana took all the Paysans: a token each for Bo and Cy.",
        "Milice cards won: Ana 2, Bo 4 and Cy 4. Tied for most: nobody gets the token.",
    ]


def test_london_shows_a_vote_that_masters_decide_and_a_second_by_liverymen_alone() -> None:
    assert told("london") == [
        "Company Hall (C4): 5 of 5, so it is voted on. Liverymen: Ana 2, Bo 1 and Cy 2.",
        "Ana and Cy are tied at 2. Masters on the adjacent tiles add 1 for Cy, who wins.",
        "First, Cy: 4 VP. Recruit 3 liverymen.",
        "By liverymen alone Ana is second, with 2.",
        "Second, Ana: 1 VP. Recruit 2 liverymen.",
    ]


def test_votes_by_rank_look_in_an_example_as_on_the_board(monkeypatch) -> None:
    shapes, chip = set(), parts.chip
    monkeypatch.setattr(
        parts, "chip", lambda *size, **how: shapes.add(size[1]) or chip(*size, **how)
    )
    parts._column.cache_clear()
    pictures["guildes"].example(games["guildes"].example(), ENGLISH)
    example = shapes.copy()
    shapes.clear()
    parts._column.cache_clear()
    pictures["guildes"].board(middle_view(4), ENGLISH)
    assert example <= shapes
