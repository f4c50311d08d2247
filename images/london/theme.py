"""Guilds of London's box: an engraved map of the City within its neatline."""

from __future__ import annotations

from PIL import Image

from images.furniture.frames import FRAME
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import CREAM, GOLD, INK, WAX, Cover, Theme

_STEP = 80
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """A map's scale: black and white in turn, between two lines."""
    sketch = Sketch(_STEP, FRAME, cover.base)
    sketch.box(Box(0, 0, _STEP, 3), cover.dark)
    sketch.box(Box(0, 9, _STEP, FRAME - 9), INK)
    sketch.box(Box(0, 11, _STEP, FRAME - 16), CREAM)
    sketch.box(Box(0, 11, _STEP // 2, FRAME - 16), cover.dark)
    sketch.box(Box(0, FRAME - 4, _STEP, 4), CREAM)
    sketch.box(Box(0, FRAME - 2, _STEP, 2), INK)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """The same scale, upright."""
    return _edging(cover).transpose(Image.Transpose.TRANSPOSE)


def _corner(cover: Cover) -> Image.Image:
    """The City's arms: a red cross on white, a sword in the first quarter."""
    sketch = Sketch(_CORNER, _CORNER)
    size = _CORNER
    sketch.box(Box(0, 0, size, size), cover.dark, 3)
    sketch.box(Box(2, 2, size - 4, size - 4), cover.trim, 2)
    sketch.box(Box(4, 4, size - 8, size - 8), CREAM)
    sketch.box(Box(4, size // 2 - 4, size - 8, 8), WAX)
    sketch.box(Box(size // 2 - 4, 4, 8, size - 8), WAX)
    sketch.line(((11, 7), (11, 15)), WAX, 2.4)
    sketch.line(((8.5, 12.5), (13.5, 12.5)), WAX, 1.6)
    return sketch.done()


THEME = Theme(
    paper=colour("#eef1ef"),
    shade=colour("#c9d6da"),
    line=colour("#a3b6bd"),
    rubric=colour("#b32e28"),
    cloth=colour("#1d3160"),
    cover=Cover(colour("#101c3d"), colour("#24407c"), colour("#7f9ac6"), GOLD),
    face="heading",
    hem=((0, 0.6), (0.12, 1), (0.88, 1), (1, 0.6)),
    back=(
        "fill M42 2 L58 2 L58 42 L98 42 L98 58 L58 58 L58 98 L42 98 L42 58 L2 58 L2 42 L42 42 Z",
        "oval 22 22 8 8 0",
        "oval 78 22 8 8 0",
        "oval 22 78 8 8 0",
        "oval 78 78 8 8 0",
    ),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
