"""The rules to read: whole in every language, for every number of players and all options."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.languages import Languages
from bot.screens import reading
from bot.screens.custom_ids import Browse
from bot.screens.parts import LONGEST_TEXT
from bot.testing.seatings import combinations
from engine import games
from engine.text import text
from tests.bot.catalogues import messages

LANGUAGES = Languages.load()
LONDON = re.compile(r"(game\.)?london\.")


def turned(page: int) -> Browse:
    return Browse(7, "rules", page)


def pages(game: str, seats: int, language: str = "en", **options: Any) -> list[str]:
    words = LANGUAGES.words(language)
    return [words(page) for page in games[game].rules(seats, games[game].Options(**options))]


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("game", games)
def test_every_page_has_a_heading_and_fits_in_a_message(game: str, language: str) -> None:
    words = LANGUAGES.words(language)
    for seats in games[game].seats:
        for options in combinations(games[game]):
            told = [words(page) for page in games[game].rules(seats, options)]
            assert all(page.startswith("### ") and len(page) <= LONGEST_TEXT for page in told)


@pytest.mark.parametrize(
    ("game", "seats", "said"),
    [
        ("guildes", 3, "dealt 10 cards and lays 8"),
        ("guildes", 3, "Alchimistes 14 and Milice 3"),
        ("guildes", 4, "dealt 9 cards and lays 7"),
        ("guildes", 5, "dealt 7 cards and lays 5"),
        ("guildes", 6, "dealt 6 cards and lays 5"),
        ("guildes", 6, "Alchimistes (alchemists) 14\u2060–\u20607\u2060–\u20604\u2060–\u20602"),
        ("majority", 3, "**Cards.** 54"),
        ("majority", 4, "**Cards.** 72"),
        ("majority", 4, "opposite each other"),
        ("corrompue", 2, "ten are set aside unseen"),
        ("corrompue", 3, "10 cards each"),
        ("corrompue", 4, "8 cards each"),
        ("corrompue", 3, "Noblesse (nobility), Paysan (peasants) and Milice (militia)"),
        ("corrompue", 3, "If somebody loses and nobody wins, the game is over too: those who hav"),
        ("london", 2, "16 rounds. Tiles are voted on in even rounds"),
        ("london", 2, "the plantation after rounds 4, 8, 12, 16"),
        ("london", 3, "15 rounds"),
        ("london", 3, "after rounds 3, 6, 9, 12, 15. 10 tiles at the start; 5 more"),
        ("london", 4, "12 rounds"),
        ("london", 4, "6 more at each growth but the last. The pool holds 8"),
    ],
)
def test_the_set_up_is_that_of_this_number_of_players(game: str, seats: int, said: str) -> None:
    assert said in "\n".join(pages(game, seats))


@pytest.mark.parametrize(
    ("game", "options", "said"),
    [
        ("guildes", {"tie_break": "milice"}, "most Milice cards wins"),
        ("guildes", {"tie_break": "shared"}, "same number of votes share the victory"),
        ("majority", {}, "who played it. A bribed 3 or 7 has no effect"),
        ("majority", {"first_edition_spy": True}, "A 2 or a 3 acts even if it was bribed"),
        ("majority", {"stolen_assassin_acts": False}, "A bribed 2, 3 or 7 has no effect"),
        ("guildes", {"events": True}, "**Ties ignored**: "),
        ("guildes", {"tricks": True}, "- **I, ±1 Alchimistes**: "),
        ("corrompue", {"four_player_deal": "seven"}, "7 cards each"),
        ("london", {"plantation_side": "ulster"}, "The plantation is Ulster"),
    ],
)
def test_an_option_is_told_as_it_is_chosen(game: str, options: dict[str, Any], said: str) -> None:
    assert said in "\n".join(pages(game, 4, **options))


def test_with_three_players_there_is_no_mark_for_the_alchimistes() -> None:
    said = "\n".join(pages("guildes", 3, tricks=True))
    assert "±1 Prêtres" in said
    assert "±1 Alchimistes" not in said


@pytest.mark.parametrize(
    ("game", "said"),
    [("guildes", "a card laid in turn likewise"), ("majority", "A card that you played openly")],
)
def test_a_card_laid_openly_is_among_what_can_be_taken_back(game: str, said: str) -> None:
    assert said in LANGUAGES.words("en")(text(f"game.{game}.takebacks"))


def test_variants_that_are_not_played_have_no_page() -> None:
    said = "\n".join(pages("guildes", 4))
    assert "### Event cards" not in said
    assert "### Dirty tricks" not in said


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("game", games)
def test_no_page_speaks_of_options(game: str, language: str) -> None:
    """They are the lobby's: at a table its own rules hold, and no others are told."""
    for seats in games[game].seats:
        for options in combinations(games[game]):
            said = pages(game, seats, language, **options.model_dump())
            assert not re.search("option|variant", "\n".join(said), re.IGNORECASE)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("guildes", "discards never come back"),
        ("guildes", "Cards laid in earlier ballots count again"),
        ("guildes", "A secret choice can be changed until the last player has chosen"),
        ("majority", "the bribe itself isn’t"),
        ("majority", "The holder’s own spy comes first"),
        ("majority", "wait until all are down"),
        ("majority", "drawn by lot"),
        ("majority", "add up all cards won since the game began"),
        ("majority", "have no effect; 0 is worth nothing"),
        ("majority", "The last card in hand after round 4 counts for nothing"),
        ("corrompue", "1 to 10 each"),
        ("corrompue", "The first dealer is drawn by lot"),
        ("corrompue", "leads the first trick of an event, and deals the next event"),
        ("corrompue", "nobody wins"),
        ("corrompue", "nothing but Culte was played, the highest takes the trick"),
        ("london", "never on the Guildhall; it never starts or ends on the plantation"),
        ("london", "only to somebody who is alone there"),
        ("london", "takes back the printed number of liverymen to the supply"),
        ("london", "counts for its tile’s threshold but has no vote"),
        ("london", "may be declined"),
        ("london", "not with two players"),
        ("london", "there no master counts"),
        ("london", "In the last round nobody draws at the end of a turn, and nobody discards"),
        ("london", "takes place even if that takes the tile below its threshold"),
        ("london", "a tie goes to the most mayor’s cards"),
        ("london", "goes to any other unresolved tile, whatever its colours"),
        ("london", "the reward is 5 VP instead"),
        ("london", "8 for the master of the University of London"),
        ("london", "**Answers that hold for later**"),
        ("corrompue", "those who haven’t lost are ranked"),
    ],
)
def test_what_is_easily_missed_is_told(game: str, said: str) -> None:
    assert said in "\n".join(pages(game, games[game].seats[-1]))


@pytest.mark.parametrize(
    ("language", "others"), [("en", "activat|decided"), ("fr", "activ[ée]|décidé|indécis")]
)
def test_a_tile_of_london_is_resolved_or_unresolved_and_nothing_else(
    language: str, others: str
) -> None:
    """One word for it in all that people read of that game."""
    own = [one for key, one in messages(language).items() if LONDON.match(str(key))]
    said = "\n".join(str(one.string) for one in own)
    assert "resolved" in said or "résolue" in said
    assert re.findall(others, said, re.IGNORECASE) == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_standing_answer_of_london_is_told_in_the_rules(language: str) -> None:
    words = LANGUAGES.words(language)
    (page,) = (one for one in pages("london", 3, language) if words(text("london.pick.ask")) in one)
    for answer in ("always", "only", "home", "spare", "never"):
        assert words(text(f"london.pick.{answer}")) in page
    assert words(text("london.pick.ends")) in page


@pytest.mark.parametrize("game", games)
def test_what_is_easily_missed_is_marked_and_the_mark_explained(game: str) -> None:
    words = LANGUAGES.words("en")
    told = games[game].rules(games[game].seats[-1], games[game].Options())
    shown = [str(reading.rules(told, words, turned, page)) for page in range(len(told))]
    marked = ["☞" in words(page) for page in told]
    assert any(marked)
    assert ["☞ easily missed" in page for page in shown] == marked


def test_the_pages_go_round() -> None:
    told = (text("game.guildes.rules"), text("guildes.rules.ties"))
    words = LANGUAGES.words("en")
    first, last = (str(reading.rules(told, words, turned, page)) for page in (0, 1))
    assert ("in short" in first, "look:7:rules:1" in first) == (True, True)
    assert ("Ties in numbers" in last, "look:7:rules:0" in last) == (True, True)
    assert "look:" not in str(reading.rules(told[:1], words, turned))
