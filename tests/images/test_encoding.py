"""PNG of a palette: as any reader of PNG sees it."""

from io import BytesIO

import pytest
from PIL import Image

from images import theme
from images.canvas import Canvas
from images.encoding import png
from images.guildes.theme import THEME
from images.indexed import Indexed
from images.layout import Box
from images.palette import palette
from images.theme import Style

COLOURS = palette(THEME)
WORDS = Style("text", (26,), theme.INK)


def opened(data):
    image = Image.open(BytesIO(data))
    image.load()
    return image


def drawn(canvas, ring):
    """The same on any canvas: a band, a sprite on one ground and across two, words on both."""
    canvas.fill(Box(0, 40, 120, 40), THEME.cloth)
    canvas.put(ring, 10, 5)
    canvas.put(ring, 60, 25)
    canvas.put(Image.new("RGB", (10, 10), theme.WAX), 105, 10)
    canvas.write(Box(0, 0, 120, 40), "Ag", WORDS)
    canvas.write(Box(30, 20, 80, 40), "Ag", WORDS)
    return canvas


def ring():
    sprite = Image.new("RGBA", (30, 30), (*theme.GOLD, 0))
    sprite.paste((*theme.GOLD, 255), (5, 5, 25, 25))
    sprite.paste((*theme.GOLD, 128), (10, 10, 20, 20))
    return sprite


@pytest.mark.parametrize("most", [1, 1_000_000])
def test_a_picture_has_its_size_and_its_colours(most):
    canvas = Indexed.blank(37, 21, COLOURS, THEME.paper)
    canvas.fill(Box(0, 0, 1, 21), theme.INK)
    canvas.fill(Box(36, 20, 1, 1), theme.WAX)
    picture = canvas.picture(("A test.",), most)
    image = opened(picture.png).convert("RGB")
    assert image.size == (picture.width, picture.height) == (37, 21)
    assert [image.getpixel(at) for at in ((0, 0), (1, 0), (0, 20), (36, 20))] == [
        theme.INK,
        THEME.paper,
        theme.INK,
        theme.WAX,
    ]


def test_every_packing_holds_the_same_picture():
    noise = Image.effect_noise((201, 90), 80).point(lambda value: value % len(COLOURS.colours))
    noise.paste(0, (0, 0, 1, 90))
    quick, small = (opened(png(noise, COLOURS, most)) for most in (1_000_000, 1))
    assert quick.tobytes() == small.tobytes() == noise.crop((1, 0, 201, 90)).tobytes()


def test_a_picture_is_packed_more_tightly_only_where_it_is_too_heavy():
    noise = Image.effect_noise((601, 200), 80).point(lambda value: value // 32)
    quick = png(noise, COLOURS)
    assert png(noise, COLOURS, len(quick) + 2000) == quick
    assert len(png(noise, COLOURS, len(quick) - 1000)) < len(quick)


def test_sprites_and_words_look_as_on_a_canvas_in_full_colour():
    sprite = ring()
    full = Image.new("RGB", (120, 80), THEME.paper)
    drawn(Canvas(full), sprite)
    expected = COLOURS.expanded(COLOURS.reduced(full)).tobytes()
    for _ in range(2):  # the second time from what is kept
        canvas = drawn(Indexed.blank(120, 80, COLOURS, THEME.paper), sprite)
        image = opened(canvas.picture(()).png).convert("RGB").tobytes()
        off = [abs(a - b) for a, b in zip(image, expected, strict=True)]
        # Where words cross a half-clear edge, colours are reduced twice.
        assert sum(off) / len(off) < 0.5


def test_a_copy_goes_its_own_way():
    canvas = Indexed.blank(10, 10, COLOURS, THEME.paper)
    other = canvas.copy()
    other.fill(Box(0, 0, 10, 10), theme.INK)
    assert opened(canvas.picture(()).png).convert("RGB").getpixel((5, 5)) == THEME.paper
