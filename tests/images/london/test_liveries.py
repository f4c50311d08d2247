"""Colours, symbols and liverymen that everyone can tell apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.london.vocabulary import COLOURS
from images import theme
from images.colour import contrast
from images.london import emblems as london
from images.london.emblems import emblems
from images.london.pawns import liveryman, master
from images.london.theme import THEME
from images.palette import palette
from tests.images.london.played import emptiest
from tests.images.test_palette import SIGHTS, distance


@pytest.mark.parametrize("sight", SIGHTS)
def test_tiles_and_liveries_keep_their_distance_for_every_sight(sight):
    trades = [one.colour for one in emblems().colours.values()]
    liveries = [one.colour for one in emblems().liveries]
    for colours in (trades, liveries):
        for one, other in combinations(colours, 2):
            assert distance(one, other, sight) >= 20, (one, other)


def test_every_colour_has_a_symbol_of_its_own():
    assert set(emblems().colours) == set(COLOURS)
    assert len({one.emblem for one in emblems().colours.values()}) == 5


def test_every_seat_has_a_head_of_its_own():
    assert len(emblems().liveries) == 4
    heads = [liveryman(seat, 44, 56).getchannel("A").tobytes() for seat in range(4)]
    assert len(set(heads)) == 4
    assert len({master(seat, 50).getchannel("A").tobytes() for seat in range(4)}) == 4


@pytest.mark.parametrize("colour", COLOURS)
def test_a_symbol_stands_out_from_its_ground(colour):
    one = emblems().colours[colour]
    assert contrast(one.colour, one.ink) >= 4.5


@pytest.mark.parametrize("seat", range(4))
def test_a_number_stands_out_from_its_gown_and_a_name_from_its_ground(seat):
    livery = emblems().liveries[seat]
    assert contrast(livery.colour, livery.ink) >= 4.5
    assert contrast(theme.INK, livery.tint) >= 4.5


@pytest.mark.parametrize("ground", ["WATER", "STONE", "STREET"])
def test_ink_is_easy_to_read_on_every_ground(ground):
    assert contrast(theme.INK, getattr(london, ground)) >= 4.5


def test_every_verb_has_an_icon():
    printed = emptiest(4).printed
    steps = [
        step
        for steps in (
            *(tile.first + tile.bonus + tile.second for tile in printed.tiles.values()),
            *(card.effect for card in printed.cards.values()),
            *(marker.reward for marker in printed.markers.values()),
        )
        for step in steps
    ]
    assert {step.verb for step in steps} - {"vp"} <= set(emblems().icons)


def test_the_palette_has_room_for_all_colours():
    found = set(palette(THEME, london.ramps()).colours)
    assert {one.colour for one in emblems().colours.values()} <= found
    assert {one.colour for one in emblems().liveries} <= found
    assert {one.tint for one in emblems().liveries} <= found
