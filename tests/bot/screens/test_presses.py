"""How often somebody presses in a whole game of Guilds of London, and what all games offer."""

from __future__ import annotations

from statistics import fmean

import pytest

from bot.languages import Languages
from bot.screens.custom_ids import THEN
from bot.screens.parts import row_lines
from bot.screens.screen import Part
from bot.testing.seatings import combinations
from engine import games
from engine.parts.rng import Rng
from engine.parts.values import Prompt
from engine.text import text
from images.words import Words
from tests.bench.choosing import by_hand
from tests.bot.prompts import prompt_rows
from tests.images.london.played import GAME, SEATS, played
from tests.tiers import by_turns, some

BUTTON = 2
PAGES = range(6)
"""Of a hand: shortcuts, then a kind of use each; the moves of a full hand are three."""
MOST = {2: 90, 3: 90, 4: 75}
"""Presses of each person in a whole game, by how many play."""
ON_A_PHONE = 38
"""Letters of a button that has a line of a phone to itself."""


@pytest.mark.parametrize("seats", some(MOST, 2))
def test_a_whole_game_of_london_by_hand_takes_few_presses_a_person(seats: int) -> None:
    pressed = by_hand(seats, seed=1)
    assert fmean(pressed[seat] for seat in range(seats)) <= MOST[seats]


@pytest.mark.parametrize(("seats", "language"), by_turns(SEATS, ["en", "fr"]))
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
        for page in PAGES:
            made = prompt_rows(1, prompt, words, page, pictured=True)
            held = [part for row in made for part in row["components"] if part["type"] == BUTTON]
            labels = [part["label"] for part in held]
            assert [label for label in labels if len(label) > ON_A_PHONE] == []
            assert len(set(labels)) == len(labels), labels
    assert len(asked) > 8


def offered_by(prompt: Prompt, words: Words) -> set[str]:
    """Ids of all that the pages of a hand offer, by button or in a menu."""
    offered: set[str] = set()
    for page in PAGES:
        for row in prompt_rows(1, prompt, words, page, pictured=True):
            for part in (*row["components"], row.get("accessory", {})):
                offered |= {value["value"] for value in part.get("options", ())}
                offered.add(part.get("custom_id", "").split(":", 3)[-1])
    return offered


@pytest.mark.parametrize("seats", some(SEATS, 1))
def test_every_choice_of_london_is_offered_on_one_of_its_pages(seats: int) -> None:
    words = Languages.load().words("en", ["Ada", "Benoît", "Chiara", "Dmitri"][:seats])
    for state in played(seats)[:-1]:
        prompt = GAME.view(state, GAME.asked(state)[0]).prompt
        assert prompt is not None
        if prompt.most == prompt.least == 1:
            missing = {one.id for one in prompt.options} - offered_by(prompt, words)
            assert not missing


def test_who_wants_to_recruit_finds_every_card_for_it_behind_one_button() -> None:
    words = Languages.load().words("en", ["Ada", "Benoît"])
    recruiting, found = words(text("london.menu.recruit")), 0
    for state in played(2)[:-1]:
        prompt = GAME.view(state, GAME.asked(state)[0]).prompt
        assert prompt is not None
        ways = {one.id for one in prompt.options if one.id.endswith(".recruit")}
        shown = [
            part
            for row in prompt_rows(1, prompt, words, pictured=True)
            for part in row["components"]
        ]
        for part in shown:
            if part.get("label") == recruiting:
                page = int(part["custom_id"].rpartition(":")[2])
                rows = prompt_rows(1, prompt, words, page, pictured=True)
                ids = [part["custom_id"] for row in rows for part in row["components"]]
                picks = {each.split(":", 3)[-1] for each in ids if each.startswith("pick:")}
                # No shortcut of another use stands beside them.
                assert {pick for pick in picks if pick.startswith("card:")} == ways
                found += 1
    assert found > 10


def test_buttons_in_the_pictures_signs_have_none_of_their_own_and_those_in_words_have() -> None:
    """“1→B2” means card 1 of the picture; the sign beside it was the tile's, or the card's."""
    words, found = Languages.load().words("en", ["Ada", "Benoît"]), set()
    for state in played(2)[:-1]:
        prompt = GAME.view(state, GAME.asked(state)[0]).prompt
        assert prompt is not None
        signs = {one.card: {"id": "5"} for one in prompt.options if one.card is not None}
        brief = {words(one.brief) for one in prompt.options if one.brief is not None}
        for page in PAGES:
            rows = prompt_rows(1, prompt, words, page, signs, pictured=True)
            parts = [part for row in rows for part in row["components"] if "label" in part]
            cards = [part for part in parts if ":card:" in part["custom_id"]]
            alone = [part for part in cards if THEN not in part["custom_id"]]
            if prompt.ask.key.endswith("ask.play") and alone:
                coded = not brief.isdisjoint(part["label"] for part in alone)
                assert {"emoji" in part for part in alone} == {not coded}
                found.add(coded)
    assert found == {True, False}


def test_a_tile_or_a_card_that_is_asked_for_has_its_sign_on_its_brief_button_too() -> None:
    """“B2” is that tile, “3” that card: whose colours those are is no question."""
    words, found = Languages.load().words("en", ["Ada", "Benoît"]), set()
    for state in played(2)[:-1]:
        prompt = GAME.view(state, GAME.asked(state)[0]).prompt
        assert prompt is not None
        asked = {one.id: one.card for one in prompt.options if one.card and one.group is None}
        signs = {card: {"id": "5"} for card in asked.values()}
        for row in prompt_rows(1, prompt, words, 0, signs, pictured=True):
            chosen = {part.get("custom_id", "").split(":", 3)[-1] for part in row["components"]}
            if chosen <= set(asked):
                assert all("emoji" in part for part in row["components"])
                assert row_lines(row["components"]) == 1
                found.add(prompt.ask.key)
    assert found >= {"london.ask.target", "london.ask.beadle", "london.ask.pay_card"}


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
        tiles = {one.id for one in prompt.options if one.menu and "guild:" in (one.card or "")}
        for row in (
            row for at in PAGES for row in prompt_rows(1, prompt, words, at, pictured=True)
        ):
            for value in row["components"][0].get("options", ()):
                if value["value"] in tiles:
                    found += 1
                    assert value["description"].startswith("1st: ")
    assert found > 20


@pytest.mark.parametrize("pictured", [True, False])
@pytest.mark.parametrize("name", games)
def test_no_two_choices_look_alike(name: str, pictured: bool) -> None:
    """Of all buttons, and of each menu's lines: in a whole game of four, with every variant."""
    game, languages, rng = games[name], Languages.load(), Rng(3)
    state = game.setup(4, list(combinations(game))[-1], seed=3)
    while game.outcome(state) is None:
        seat = game.asked(state)[0]
        prompt = game.view(state, seat).prompt
        assert prompt is not None
        for language in languages.tags:
            words = languages.words(language, ["Ada", "Benoît", "Chiara", "Dmitri"])
            parts = [
                part
                for row in prompt_rows(1, prompt, words, pictured=pictured)
                for part in held(row)
            ]
            said = [[(part["label"], "") for part in parts if part["type"] == BUTTON]]
            for menu in parts:
                lines = menu.get("options", ())
                said.append([(line["label"], line.get("description", "")) for line in lines])
            assert all(len(set(each)) == len(each) for each in said), (prompt, said)
        moves = game.moves(state, seat)
        state, _ = game.play(state, seat, game.decode(state, seat, rng.choice(moves)))


def held(row: Part) -> list[Part]:
    """What is in a row, and beside a section's text."""
    return [row["accessory"]] if "accessory" in row else row["components"]
