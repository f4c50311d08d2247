"""Colours, symbols and liverymen that everyone can tell apart."""

from __future__ import annotations

from itertools import combinations

import pytest

from engine.london.components.vocabulary import COLOURS
from images.london.emblems import STREET, emblems, sixteen
from images.london.pawns import crest, liveryman, master
from images.london.theme import THEME
from images.paint import theme
from images.paint.colour import contrast
from tests.images.london.played import emptiest
from tests.images.paint.test_palette import SIGHTS, distance


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


def _inked(sprite, ink):
    """Where a sprite has exactly this colour."""
    pixels = zip(*[iter(sprite.tobytes())] * 3, strict=True)
    return tuple(pixel == ink for pixel in pixels)


def test_every_seat_has_a_head_of_its_own():
    assert len(emblems().liveries) == 4
    heads = [liveryman(seat, 44, 56).getchannel("A").tobytes() for seat in range(4)]
    assert len(set(heads)) == 4
    assert len({master(seat, 50).getchannel("A").tobytes() for seat in range(4)}) == 4
    assert len({_inked(crest(seat, 50), emblems().liveries[seat].ink) for seat in range(4)}) == 4


@pytest.mark.parametrize("colour", COLOURS)
def test_a_symbol_stands_out_from_its_ground(colour):
    one = emblems().colours[colour]
    assert contrast(one.colour, one.ink) >= 4.5


@pytest.mark.parametrize("seat", range(4))
def test_a_number_stands_out_from_its_gown(seat):
    livery = emblems().liveries[seat]
    assert contrast(livery.colour, livery.ink) >= 4.5


@pytest.mark.parametrize("ground", [THEME.shade, STREET])
def test_ink_is_easy_to_read_on_river_and_street(ground):
    assert contrast(theme.INK, ground) >= 4.5


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


def test_half_a_byte_has_room_for_all_colours():
    assert sixteen().bits == 4
    found = set(sixteen().colours)
    assert {one.colour for one in emblems().colours.values()} <= found
    assert {one.colour for one in emblems().liveries} <= found


@pytest.mark.parametrize("gold", [theme.GOLD, theme.GOLD_LIGHT])
def test_gold_stays_gold_in_sixteen_colours(gold):
    assert sixteen().colours[sixteen().index(gold)] == emblems().colours["yellow"].colour
