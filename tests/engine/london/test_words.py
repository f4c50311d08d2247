"""Every text that the rules can emit exists in every language, with its arguments."""

from __future__ import annotations

from itertools import chain
from string import Formatter
from typing import cast

import pytest

from bot.languages import Languages
from bot.testing.suite.words import sentences, texts
from engine.london.components import load
from engine.london.components.vocabulary import COUNTS
from engine.london.prompts.options import worth
from engine.london.prompts.plays import MOVING
from engine.london.telling import phrase, words
from engine.london.telling.deeds import _NAMES, SIGNATURES
from engine.text import Text, text
from tests import boxes
from tests.engine.london.builders import GAME, TOWN, box_with_card, place, scene, turns

LONGEST_DESCRIPTION = 100
"""Characters that Discord takes below an option."""
STATE = turns(scene(tiles=TOWN))

LANGUAGES = Languages.load().tags
(BOX,) = (box for box in boxes.BOXES if box.game.name == "london")


def unknown(language: str, said: list[Text]) -> set[str]:
    """Keys without a sentence, without a plural, or whose sentence needs other arguments."""
    known = sentences(language, BOX)
    faults = set()
    for one in said:
        forms = known.get(one.key, ())
        needed = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
        plural = "n" in one.args and len(forms) == 1
        if not forms or not all(forms) or not needed <= set(one.args) or plural:
            faults.add(one.key)
    return faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_printed_is_translated(language: str) -> None:
    said = list(texts(GAME.view(STATE, 0).printed))
    assert len(said) > 500
    assert not unknown(language, said)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", SIGNATURES)
def test_every_deed_is_told(what: str, language: str) -> None:
    one = {"p": (STATE.open[0],), "q": (STATE.open[0],), "E": (STATE.box.first[0], 0)}
    numbers = tuple(chain.from_iterable(one.get(letter, (1,)) for letter in SIGNATURES[what]))
    said = list(texts(phrase(STATE, (what, numbers))))
    assert not unknown(language, said)
    assert {_NAMES[letter] for letter in SIGNATURES[what]} == set(said[0].args)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", COUNTS)
def test_every_count_has_words(count: str, language: str) -> None:
    box = box_with_card(
        {"do": "vp", "per": count, "max": 3, "if": f"{count}>=2"},
        {"do": "vp", "if": [f"{count}<=1", f"{count}==1", f"most:{count}"]},
    )
    assert not unknown(language, list(texts(words.card(box.components.cards[0]))))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words(language: str) -> None:
    steps = [
        *({"do": "move", "from": place} for place in ("any", "guildhall", "tiles", "plantation")),
        {"do": "move", "n": 2, "from": "tiles", "to": "red|blue|green"},
        {"do": "move", "to": "red|blue"},
        *({"do": "plantation", "from": place} for place in ("any", "guildhall", "tiles")),
        *({"do": "recruit", "to": to} for to in ("any", "red", "red|blue")),
        *(
            {"do": "each_time", "event": event, "max": 2, "then": [{"do": "vp"}, {"do": "draw"}]}
            for event in ("move", "recruit", "plantation")
        ),
        {"do": "choose", "options": [[{"do": "vp"}], [], [{"do": "neutral"}]], "n": 2},
        {"do": "trade", "give": "card", "n": 2, "then": [{"do": "vp"}]},
        {"do": "mayor", "draw": 2, "keep": 1},
        {"do": "beadle"},
        {"do": "draw", "n": 2, "when": "end"},
    ]
    cost = {"cards": 1, "pawns": 2, "pawns_from": "plantation"}
    box = box_with_card(*steps, cost=cost, needs="masters>=1")
    assert not unknown(language, list(texts(words.card(box.components.cards[0]))))


def test_an_owners_own_card_is_told_from_its_steps() -> None:
    box = box_with_card({"do": "move", "n": 2, "to": "red"}, name="Procession")
    assert words.card(box.components.cards[0]).key == "london.step.move_to"
    assert len({words.card(card).key for card in load().cards}) > 5


def test_a_line_of_a_menu_says_what_the_tile_brings_first_and_second() -> None:
    town = scene(tiles={"b3": "weavers", "c2": "cutlers"}, markers_on={"b3": "s2", "c2": "s2"})
    say = Languages.load().words("en")
    said = [say(worth(town, place(cell))) for cell in ("b3", "c2")]
    assert said == [
        "1st: 9 VP, 1 recruit and 1 neutral. 2nd: 2 VP, 2 recruits and 1 card.",
        "1st: 5 VP and 1 neutral. 2nd: 2 VP and 1 move.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_any_tile_brings_is_said_whole_below_a_line_of_a_menu(language: str) -> None:
    box, say = load(), Languages.load().words(language)
    for tile in box.guilds:
        first = words.reward((*tile.first, *tile.bonus))
        for marker in box.markers:
            second = words.reward((*marker.reward, *tile.second))
            said = say(text("london.pick.worth", first=first, second=second))
            assert len(said) <= LONGEST_DESCRIPTION


def test_every_move_of_a_menu_names_its_tile() -> None:
    """Also those to the tiles nearest at hand, which are buttons of signs elsewhere."""
    prompt = GAME.view(STATE, STATE.actor).prompt
    assert prompt is not None
    moves = [one.text for one in prompt.options if one.menu == MOVING and "cell" in one.text.args]
    assert moves
    say = Languages.load().words("en")
    assert all(say(cast("Text", move.args["place"])) in say(move) for move in moves)
