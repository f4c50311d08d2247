"""A part of the town from near."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import ImageChops

from images import pictures
from images.london import closer, facts, frames, nearby, places
from images.london.detail import BAND, Detail, closeup
from images.london.tile import Face, Stand
from images.pictures import Map
from tests.images.london.played import GAME, SEATS, crowded, emptiest, first, fullest, over, played
from tests.images.soundness import LANGUAGES, assert_sound, longest
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

ENGLISH = Speech("en", PLAIN_NAMES)


def test_london_has_a_map_and_guildes_has_none():
    assert isinstance(pictures["london"], Map)
    assert not isinstance(pictures["guildes"], Map)


@pytest.mark.parametrize("seats", SEATS)
def test_every_tile_can_be_looked_at(seats):
    view = fullest(seats)
    found = places(view, ENGLISH)
    assert sorted(place for place, _ in found) == sorted(tile.cell.lower() for tile in view.tiles)
    assert len(found) <= 100
    assert all(0 < len(label) <= 100 for _, label in found)


def test_in_words_a_tile_comes_first_and_what_lies_around_it_has_a_heading():
    view = fullest(4)
    tile = view.tiles[len(view.tiles) // 2]
    here, heading, *around = nearby(view, ENGLISH, tile.cell.lower())
    assert f"({tile.cell})" in here
    assert heading == "Around it:"
    assert around
    assert not any(f"({tile.cell})" in line for line in around)


def test_at_the_end_the_whole_town_comes_first():
    view = over(2)
    assert places(view, ENGLISH)[0] == ("town", "The whole city")
    assert closer(view, ENGLISH, "town").alt == pictures["london"].board(view, ENGLISH).alt
    assert len(nearby(view, ENGLISH, "town")) == len(view.tiles)


def test_the_tile_being_resolved_comes_first():
    view = first(4, None, lambda one: any(tile.active for tile in one.tiles))
    active = next(tile for tile in view.tiles if tile.active)
    name = ENGLISH(view.printed.tiles[active.id].name)
    assert places(view, ENGLISH)[0] == (active.cell.lower(), f"{active.cell} {name}")


def test_an_unknown_place_is_refused():
    with pytest.raises(KeyError):
        closer(emptiest(4), ENGLISH, "a1")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("view", [emptiest, fullest, over, crowded])
def test_all_that_is_printed_fits_from_near(view, seats, language):
    shown = view(seats)
    words = longest(language, seats)
    for tile in shown.tiles[::3]:
        assert_sound(closer(shown, words, tile.cell.lower()))


@pytest.mark.parametrize("seats", [3, 4])
def test_the_tile_asked_for_is_shown_with_its_neighbours(seats):
    view = fullest(seats)
    for tile in view.tiles:
        part = facts.near(view, tile)
        assert len(part.columns) == len(part.rows) == 3
        assert tile.x in part.columns
        assert tile.y in part.rows
        inside = {(tile.x + dx, tile.y + dy) for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}
        built = {*view.by_cell(), *view.guildhall}
        for x, y in inside & built:
            assert x in part.columns
            assert y in part.rows


def test_a_part_of_the_town_that_is_won_is_no_higher_than_what_it_says():
    view = fullest(4)
    won = tuple(replace(one, resolved=True, master=0, marker=None) for one in view.tiles)
    place = max(view.tiles, key=lambda one: len(facts.within(view, facts.near(view, one)))).cell
    drawn = [
        closer(shown, ENGLISH, place.lower())
        for shown in (view.model_copy(update={"tiles": won}), opened(view))
    ]
    assert drawn[0].height < drawn[1].height * 0.8


def opened(view):
    tiles = tuple(replace(one, resolved=False, master=None) for one in view.tiles)
    return view.model_copy(update={"tiles": tiles})


def test_alt_text_tells_the_tile_and_its_neighbours():
    view = emptiest(4)
    alt = closer(view, ENGLISH, "e3").alt
    assert alt.startswith(
        "Church of St Lawrence Jewry (E3), special building, blue, green, yellow, and purple: "
        "0 of 5, no liveryman. First: 4 VP. Draw 4 cards. Second: marker "
    )
    assert "(E2): " in alt


def test_no_tile_of_a_game_has_words_that_do_not_fit():
    for state in played(3)[::40]:
        view = GAME.view(state, None)
        for place, _ in places(view, ENGLISH)[::4]:
            assert closer(view, ENGLISH, place).cut == ()


@pytest.mark.parametrize("width", [300, 360, 380])
def test_the_accent_of_a_capital_keeps_off_the_colours(width):
    standing = Stand((0, 0, 0, 0), "", beadle=False, active=False, resolved=True, master=0)
    colours = ("blue", "green", "yellow", "purple")

    def named(name):
        face = Face(name, "", colours, 5, (), ())
        return closeup((width, 400), Detail(face, (), (), "", "Odon"), standing, False).image

    changed = ImageChops.difference(named("Église St Lawrence Jewry"), named("x"))
    band = frames.cloth(resolved=True, master=0).thick + BAND
    assert changed.convert("RGB").getbbox()[1] > band
