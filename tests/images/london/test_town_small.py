"""The town small, in the hand of whoever chooses."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.london.numbers.asks import Ask
from images import pictures
from images.london import facts, tile_small, town, town_small
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
def test_a_crowded_town_with_every_tile_to_choose_fits(seats):
    view = crowded(seats)
    prompt = asked(seats, Ask.PLAY).prompt
    choosable = tuple(tile.cell for tile in view.tiles)
    full = view.model_copy(update={"viewer": 0, "choosable": choosable, "prompt": prompt})
    assert_sound(LONDON.hand(full, longest("fr", seats)))


def test_no_town_without_a_question_nor_while_mayors_cards_are_chosen():
    assert not town_small.shown(emptiest(3, 0))
    waiting = first(3, 0, lambda view: view.phase == "turns" and view.on_turn != 0)
    assert not town_small.shown(waiting)


def test_an_option_calls_a_tile_as_the_map_does():
    view = asked(3, Ask.PLAY)
    called = {
        option.card: option.text.args["place"].args["cell"]
        for option in view.prompt.options
        if "place" in option.text.args and option.card is not None
    }
    cells = {tile.id: tile.cell for tile in view.tiles}
    assert {cells[card.partition(":")[2]] for card in called} == set(view.choosable)
    assert all(cells[card.partition(":")[2]] == cell for card, cell in called.items())


def test_what_can_be_chosen_is_told_in_full():
    view = asked(3, Ask.PLAY)
    bare = view.model_copy(update={"choosable": ()})
    fewer = view.model_copy(update={"choosable": view.choosable[:-1]})
    pictures_ = {LONDON.hand(each, ENGLISH).png for each in (view, bare, fewer)}
    assert len(pictures_) == 3
    assert LONDON.hand(view, ENGLISH).height > LONDON.hand(bare, ENGLISH).height


def test_a_town_that_would_be_too_heavy_in_full_says_which_tiles_can_be_chosen():
    view = asked(3, Ask.PLAY)
    bare = view.model_copy(update={"choosable": ()})
    heights = [town_small.height(each, full=False) for each in (view, bare)]
    assert heights[0] == heights[1]


def test_every_unresolved_tile_has_its_cell_also_where_it_cannot_be_chosen():
    view = asked(3, Ask.PLAY)
    bare = view.model_copy(update={"choosable": ()})
    others = [
        bare.model_copy(update={"tiles": tuple(renamed(one, resolved) for one in view.tiles)})
        for resolved in (False, True)
    ]
    shown = [LONDON.hand(each, ENGLISH).png for each in (bare, *others)]
    assert shown[0] != shown[1]
    assert shown[0] == shown[2]


def renamed(tile, resolved):
    """With another cell's name, if it is resolved or not."""
    return replace(tile, cell="Z9") if tile.resolved is resolved else tile


@pytest.mark.parametrize("pawns", [(0, 0, 0), (3, 0, 0), (0, 1, 2)])
@pytest.mark.parametrize("columns", [4, 5, 6, 7])
def test_a_tile_seen_from_afar_tells_what_a_second_gets(columns, pawns):
    view = emptiest(3)
    width = town.across(facts.Part(tuple(range(columns)), (0,)))
    for tile in view.tiles:
        found = replace(tile, pawns=pawns, beadle=False)
        seen = {
            tile_small.tile(view, replace(found, marker=marker), width).image.tobytes()
            for marker in ("s1", "s2", "s3")
        }
        assert len(seen) == 3, found.id


def test_a_tile_seen_from_afar_says_that_a_second_gets_something_without_a_marker():
    view = emptiest(3)
    found = replace(view.tiles[0], pawns=(0, 0, 0), beadle=False, marker=None)
    faces = dict(view.printed.tiles)
    faces[found.id] = faces[found.id].model_copy(update={"second": ()})
    bare = view.model_copy(update={"printed": view.printed.model_copy(update={"tiles": faces})})
    assert view.printed.tiles[found.id].second
    seen = [tile_small.tile(each, found, 136).image.tobytes() for each in (view, bare)]
    assert seen[0] != seen[1]


def test_the_tiles_that_can_be_chosen_are_told_to_who_cannot_see_them():
    view = asked(3, Ask.PLAY)
    tiles = {tile.cell: tile for tile in view.tiles}
    name = ENGLISH(view.printed.tiles[tiles[view.choosable[0]].id].name)
    assert f"To choose: {name} ({view.choosable[0]})" in LONDON.hand(view, ENGLISH).alt


def test_the_town_grows_with_the_game():
    assert town_small.height(fullest(4, 0), full=False) > town_small.height(
        emptiest(4, 0), full=False
    )


def test_a_tile_that_can_be_chosen_is_among_the_first_to_ask_about():
    view = asked(3, Ask.PLAY)
    tiles = [t for t in GAME.topics(view) if t.id.startswith(("guild:", "building:"))]
    first = [topic.title.args["cell"] for topic in tiles[: len(view.choosable)]]
    assert first == list(view.choosable)
