"""What tiles are made of at any size: a ground, a rim in the owner's livery, round corners."""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from images.london.emblems import GREY, STREET, emblems
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.sketch import Sketch

RADIUS = 10
_OPEN, _OWNED = 2, 5


class Cloth(NamedTuple):
    """Colours of a tile, and how thick its rim is."""

    ground: Colour
    rim: Colour
    thick: int


def cloth(*, resolved: bool, master: int | None) -> Cloth:
    """Cream, once it is won within a rim of its owner's livery; of stone for nobody's."""
    if not resolved:
        return Cloth(theme.CREAM, theme.INK, _OPEN)
    if master is None:
        return Cloth(THEME.shade, GREY, _OWNED)
    return Cloth(theme.CREAM, emblems().liveries[master].colour, _OWNED)


def field(*, resolved: bool, master: int | None) -> Colour:
    """The ground of a tile seen from afar: its owner's colour itself."""
    if not resolved:
        return theme.CREAM
    return THEME.shade if master is None else emblems().liveries[master].colour


@cached
def edge(width: int, height: int, colour: Colour, thick: int) -> Image.Image:
    """The rim alone, with a dark line at its outer side."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.frame(box, theme.INK, thick + 1, RADIUS)
    if colour != theme.INK:
        sketch.frame(box.inset(1), colour, thick - 1, RADIUS - 1)
    return sketch.done()


def rounded(image: Image.Image) -> Image.Image:
    """The same with round corners, which show the street."""
    street = Image.new("RGB", image.size, STREET)
    street.paste(image, (0, 0), _corners(image.width, image.height))
    return street


@cached
def _corners(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    sketch.box(Box(0, 0, width, height), theme.INK, RADIUS)
    return sketch.done().getchannel("A")
