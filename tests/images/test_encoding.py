"""PNG of a palette: as any reader of PNG sees it."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from images.guildes.theme import THEME
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.indexed import Indexed, png
from images.paint.layout import Box
from images.paint.palette import Palette, palette
from images.paint.theme import Style, shades

COLOURS = palette(THEME)
FEW = Palette((theme.INK, theme.WAX, THEME.paper, THEME.cloth, *shades(theme.GOLD, theme.PALE, 9)))
WORDS = Style("text", (27,), theme.INK)


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


def noise(colours, width, height, few=None):
    """No picture: each pixel of any colour, or of the first `few`, the later ones rarer."""
    many = few or len(colours.colours)
    size = (width + colours.filters, height)
    indices = Random(1).choices(range(many), range(many, 0, -1), k=size[0] * height)
    made = Image.frombytes("P", size, bytes(indices))
    made.paste(0, (0, 0, colours.filters, height))
    return made


@pytest.mark.parametrize("colours", [COLOURS, FEW])
@pytest.mark.parametrize("most", [1, 1_000_000])
def test_a_picture_has_its_size_and_its_colours(most, colours):
    canvas = Indexed(37, 21, colours, THEME.paper)
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


@pytest.mark.parametrize("width", [200, 201])
@pytest.mark.parametrize("colours", [COLOURS, FEW])
def test_every_packing_holds_the_same_picture(colours, width):
    drawn = noise(colours, width, 90)
    quick, small = (opened(png(drawn, colours, most)) for most in (1_000_000, 1))
    shown = drawn.crop((colours.filters, 0, drawn.width, 90))
    assert quick.tobytes() == small.tobytes() == shown.tobytes()


def test_sixteen_colours_take_half_a_byte_a_pixel():
    sixteen = Palette(shades(theme.INK, theme.CREAM, 16))
    seventeen = Palette(shades(theme.INK, theme.CREAM, 17))
    assert (sixteen.bits, seventeen.bits) == (4, 8)
    header = png(noise(sixteen, 8, 8), sixteen)[16:26]
    assert header == bytes((0, 0, 0, 8, 0, 0, 0, 8, 4, 3))


@pytest.mark.parametrize("colours", [COLOURS, FEW])
def test_a_picture_is_packed_more_tightly_only_where_it_is_too_heavy(colours):
    small = noise(colours, 300, 100, few=8)
    drawn = small.resize((4 * small.width, 400), Image.Resampling.NEAREST)
    drawn = drawn.crop((3 * colours.filters, 0, drawn.width, 400))
    quick = png(drawn, colours)
    assert png(drawn, colours, len(quick) * 6 // 5) == quick
    assert len(png(drawn, colours, len(quick) - 1000)) < len(quick)


@pytest.mark.parametrize("colours", [COLOURS, FEW])
def test_no_packing_makes_a_picture_heavier(colours):
    drawn = noise(colours, 600, 200, few=8)
    assert len(png(drawn, colours, 1)) <= len(png(drawn, colours))


def test_sprites_and_words_look_as_on_a_canvas_in_full_colour():
    sprite = ring()
    full = Image.new("RGB", (120, 80), THEME.paper)
    drawn(Canvas(full), sprite)
    expected = COLOURS.expanded(COLOURS.reduced(full)).tobytes()
    for _ in range(2):  # the second time from what is kept
        canvas = drawn(Indexed(120, 80, COLOURS, THEME.paper), sprite)
        image = opened(canvas.picture(()).png).convert("RGB").tobytes()
        off = [abs(a - b) for a, b in zip(image, expected, strict=True)]
        # Where words cross a half-clear edge, colours are reduced twice.
        assert sum(off) / len(off) < 0.5
