"""The town small, in the hand of whoever chooses."""

from __future__ import annotations

import pytest

from engine.london.numbers.asks import Ask
from images import pictures
from images.london import town_small
from tests.images.london.played import GAME, SEATS, crowded, emptiest, first, fullest, played
from tests.images.soundness import LANGUAGES, assert_sound, longest
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

LONDON = pictures["london"]
ENGLISH = Speech("en", PLAIN_NAMES)


def asked(seats, *asks):
    """The first view of somebody who is asked this."""
    state = next(state for state in played(seats) if state.ask in asks)
    return GAME.view(state, state.actor)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("ask", [Ask.PLAY, Ask.TARGET, Ask.SHIP, Ask.BEADLE, Ask.TAKE])
def test_the_town_is_drawn_wherever_something_is_chosen_about_it(ask, seats, language):
    view = asked(seats, ask)
    assert town_small.shown(view)
    assert_sound(LONDON.hand(view, longest(language, seats)))


@pytest.mark.parametrize("seats", SEATS)
def test_a_crowded_town_with_every_tile_numbered_fits(seats):
    view = crowded(seats)
    prompt = asked(seats, Ask.PLAY).prompt
    numbered = tuple(tile.cell for tile in view.tiles)
    full = view.model_copy(update={"viewer": 0, "numbered": numbered, "prompt": prompt})
    assert_sound(LONDON.hand(full, longest("fr", seats)))


def test_no_town_without_a_question_nor_while_mayors_cards_are_chosen():
    assert not town_small.shown(emptiest(3, 0))
    waiting = first(3, 0, lambda view: view.phase == "turns" and view.on_turn != 0)
    assert not town_small.shown(waiting)


def test_the_numbers_are_those_of_the_options():
    view = asked(3, Ask.PLAY)
    offered = {
        option.card: option.text.args["number"]
        for option in view.prompt.options
        if "number" in option.text.args
    }
    cells = {tile.cell: tile.id for tile in view.tiles}
    drawn = {cells[cell]: number for number, cell in enumerate(view.numbered, 1)}
    assert {card.partition(":")[2]: number for card, number in offered.items()} == drawn


def test_what_cannot_be_chosen_is_not_numbered():
    view = asked(3, Ask.PLAY)
    bare = view.model_copy(update={"numbered": ()})
    fewer = view.model_copy(update={"numbered": view.numbered[:-1]})
    pictures_ = {LONDON.hand(each, ENGLISH).png for each in (view, bare, fewer)}
    assert len(pictures_) == 3


def test_the_numbers_are_told_to_who_cannot_see_them():
    view = asked(3, Ask.PLAY)
    tiles = {tile.cell: tile for tile in view.tiles}
    name = ENGLISH(view.printed.tiles[tiles[view.numbered[0]].id].name)
    assert f"1: {name} ({view.numbered[0]})" in LONDON.hand(view, ENGLISH).alt


def test_the_town_grows_with_the_game():
    assert town_small.height(fullest(4, 0)) > town_small.height(emptiest(4, 0))


def test_a_tile_that_can_be_chosen_is_among_the_first_to_ask_about():
    view = asked(3, Ask.PLAY)
    titles = [ENGLISH(topic.title) for topic in GAME.topics(view)]
    numbered = [title for title in titles if title[0].isdigit()]
    assert [title.partition(":")[0] for title in numbered] == [
        str(number) for number in range(1, len(view.numbered) + 1)
    ]
    tiles = [title for title in titles if title.endswith(")")]
    assert tiles[: len(numbered)] == numbered
