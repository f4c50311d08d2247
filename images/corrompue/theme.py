"""La Cité corrompue's box: lichened plaster within a wall of dark stones."""

from __future__ import annotations

from PIL import Image

from images.furniture.frames import FRAME
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import INK, Cover, Theme

_STEP = 60
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """Two courses of stones, their joints apart."""
    sketch = Sketch(_STEP, FRAME, cover.dark)
    half = FRAME // 2
    for x in (1 - _STEP // 2, 1 + _STEP // 2):
        sketch.box(Box(x, 1, _STEP - 2, half - 2), cover.base, 2)
        sketch.box(Box(x + 3, 2, _STEP - 10, 2), cover.light)
    sketch.box(Box(1, half + 1, _STEP - 2, half - 3), cover.light, 2)
    sketch.box(Box(4, half + 4, _STEP - 8, half - 7), cover.base)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """Upright stones in two rows."""
    height = 2 * _STEP
    sketch = Sketch(FRAME, height, cover.dark)
    half = FRAME // 2
    for y in (1 - height // 2, 1 + height // 2):
        sketch.box(Box(1, y, half - 2, height - 2), cover.base, 2)
    sketch.box(Box(half + 1, 1, half - 3, height - 2), cover.light, 2)
    sketch.box(Box(half + 4, 4, half - 7, height - 8), cover.base)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A quoin with an iron cramp."""
    sketch = Sketch(_CORNER, _CORNER)
    sketch.box(Box(0, 0, _CORNER, _CORNER), INK, 3)
    sketch.box(Box(1, 1, _CORNER - 3, _CORNER - 3), cover.light, 3)
    sketch.box(Box(4, 4, _CORNER - 8, _CORNER - 8), cover.base, 2)
    middle = _CORNER / 2
    for turn in (1, -1):
        sketch.line(((12, middle - 10 * turn), (32, middle + 10 * turn)), cover.dark, 6)
    sketch.disc(middle, middle, 5, cover.trim)
    return sketch.done()


THEME = Theme(
    paper=colour("#e9eddc"),
    shade=colour("#c6d0b0"),
    line=colour("#a4b18f"),
    rubric=colour("#8a2d10"),
    cloth=colour("#17413f"),
    cover=Cover(colour("#16231f"), colour("#3b4f46"), colour("#6f8577"), colour("#c9793a")),
    face="strong",
    hem=(
        *((0, 1), (0.14, 0.3), (0.27, 0.9), (0.43, 0.1)),
        *((0.58, 0.8), (0.74, 0.2), (0.88, 1), (1, 0.4)),
    ),
    back=(
        "stroke 9 M14 4 L14 96",
        "stroke 9 M50 4 L50 96",
        "stroke 9 M86 4 L86 96",
        "stroke 8 M4 24 L96 24",
        "stroke 8 M4 76 L96 76",
        "oval 50 50 20 20 0",
        "hollow 50 50 9 9 0",
    ),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
