"""Colours that everyone can tell apart and read.

Colour blindness is simulated with the matrices of Machado, Oliveira and Fernandes (2009) for
full protanopia, deuteranopia and tritanopia, on linear RGB.
"""

from importlib import import_module
from itertools import combinations

import pytest
from PIL import Image

from images import pictures
from images.guildes.parts import arms, ramps
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.colour import colour, contrast, mix
from images.paint.palette import palette

THEMES = {name: import_module(f"images.{name}.theme").THEME for name in pictures}
IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
SIGHTS = {
    "full": IDENTITY,
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
TO_XYZ = ((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750))
TO_XYZ += ((0.0193339, 0.1191920, 0.9503041),)
WHITE = (0.95047, 1.0, 1.08883)


def applied(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def lab(of, sight):
    """CIELAB (D65) of a colour as that sight has it."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in of)
    ]
    seen = [min(1, max(0, value)) for value in applied(SIGHTS[sight], linear)]
    x, y, z = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116
        for t in (v / w for v, w in zip(applied(TO_XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other, sight):
    pairs = zip(lab(one, sight), lab(other, sight), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def test_white_and_black_are_a_hundred_apart():
    assert distance((0, 0, 0), (255, 255, 255), "full") == pytest.approx(100, abs=0.1)


@pytest.mark.parametrize("sight", SIGHTS)
def test_guilds_keep_their_distance_for_every_sight(sight):
    colours = {guild: one.colour for guild, one in arms().items()}
    assert len(colours) == 11
    for one, other in combinations(colours, 2):
        assert distance(colours[one], colours[other], sight) >= 20, (one, other)


@pytest.mark.parametrize("guild", arms())
def test_an_emblem_stands_out_from_its_ground(guild):
    assert contrast(arms()[guild].colour, arms()[guild].ink) >= 4.5


@pytest.mark.parametrize("name", THEMES)
def test_text_is_easy_to_read_on_every_ground_of_a_game(name):
    box = THEMES[name]
    pairs = [
        *((ink, ground) for ink in (theme.INK, theme.INK_SOFT) for ground in (box.paper, box.lane)),
        *((ink, theme.CREAM) for ink in (theme.INK, theme.INK_SOFT, box.rubric)),
        *((ink, theme.GOLD_LIGHT) for ink in (theme.INK, box.rubric)),
        *((ink, box.cloth) for ink in (theme.CREAM, theme.GOLD_LIGHT, theme.PALE)),
        (box.rubric, box.paper),
        (theme.CREAM, box.cover.dark),
        (theme.CREAM, theme.INK),
        (theme.CREAM, theme.WAX),
    ]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []


def test_no_two_games_have_a_box_alike():
    boxes = THEMES.values()
    for part in ("paper", "rubric", "cloth", "hem", "back"):
        assert len({getattr(box, part) for box in boxes}) == 4
    for one, other in combinations(boxes, 2):
        assert distance(one.paper, other.paper, "full") >= 5
        assert one.edging(one.cover).tobytes() != other.edging(other.cover).tobytes()


def test_the_palette_of_a_game_has_room_for_all_its_colours():
    found = set(palette(THEME, ramps()).colours)
    assert {one.colour for one in arms().values()} <= found
    assert {THEME.paper, THEME.lane, theme.INK, THEME.cloth} <= found


def test_each_colour_of_a_palette_is_reduced_to_itself():
    colours = palette(THEME, ramps())
    for index, one in enumerate(colours.colours):
        assert colours.reduced(Image.new("RGB", (1, 1), one)).tobytes() == bytes([index])
        assert colours.index(one) == index


def test_more_colours_than_a_palette_holds_are_refused():
    black = (0, 0, 0)
    with pytest.raises(ValueError, match="palette"):
        palette(THEME, tuple(((250, 20 * i, 255 - 20 * i), black, 40) for i in range(10)))


def test_a_mix_lies_between_its_colours():
    assert mix(colour("#000000"), colour("#ff8000"), 0.5) == (128, 64, 0)
