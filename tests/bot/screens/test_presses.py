"""How often somebody presses in a whole game of Guilds of London, and what buttons say."""

from __future__ import annotations

from statistics import fmean

import pytest

from bot.languages import Languages
from bot.screens.play.prompts import prompt_rows
from engine.text import text
from tests.bench.choosing import by_hand
from tests.images.london.played import GAME, SEATS, played

BUTTON = 2
ON_A_PHONE = 38
"""Letters of a button that has a line of a phone to itself."""


@pytest.mark.parametrize(("seats", "most"), [(2, 90), (3, 90), (4, 75)])
def test_a_whole_game_of_london_by_hand_takes_few_presses_a_person(seats: int, most: int) -> None:
    pressed = by_hand(seats, seed=1)
    assert fmean(pressed[seat] for seat in range(seats)) <= most


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("seats", SEATS)
def test_no_button_of_london_is_cut_on_a_phone_or_looks_like_another(
    seats: int, language: str
) -> None:
    words = Languages.load().words(language, ["Ada", "Benoît", "Chiara", "Dmitri"][:seats])
    asked = set()
    for state in played(seats)[:-1]:
        seat = GAME.asked(state)[0]
        prompt = GAME.view(state, seat).prompt
        assert prompt is not None
        asked.add(prompt.ask.key)
        made = prompt_rows(1, prompt, words, pictured=True)
        held = [part for row in made for part in row["components"] if part["type"] == BUTTON]
        labels = [part["label"] for part in held if not part["custom_id"].startswith("page:")]
        assert [label for label in labels if len(label) > ON_A_PHONE] == []
        assert len(set(labels)) == len(labels), labels
    assert len(asked) > 8


def test_what_leads_back_in_a_turn_is_not_called_like_what_takes_a_choice_back() -> None:
    """They stand below each other."""
    for language in ("en", "fr"):
        words = Languages.load().words(language)
        back = words(text("takeback.alone"))
        assert back not in {words(text(f"london.{kind}.undo")) for kind in ("pick", "brief")}


def test_a_tile_in_a_menu_has_what_it_brings_below_it() -> None:
    words = Languages.load().words("en", ["Ada", "Benoît"])
    found = 0
    for state in played(2)[:-1]:
        prompt = GAME.view(state, GAME.asked(state)[0]).prompt
        assert prompt is not None
        tiles = {one.id for one in prompt.options if one.group and "guild:" in (one.card or "")}
        for row in prompt_rows(1, prompt, words, pictured=True):
            for value in row["components"][0].get("options", ()):
                if value["value"] in tiles:
                    found += 1
                    assert value["description"].startswith("1st: ")
    assert found > 20
