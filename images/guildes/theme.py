"""Guildes' box: a council's register, parchment in tooled oxblood leather."""

from __future__ import annotations

from PIL import Image

from images.furniture.frames import FRAME
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import GOLD, GOLD_DARK, WAX, Cover, Theme

_STEP = 48
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """Leather between two gold lines, a lozenge tooled into it."""
    sketch = Sketch(_STEP, FRAME, cover.base)
    sketch.box(Box(0, 0, _STEP, 3), cover.dark)
    sketch.box(Box(0, 5, _STEP, 2), cover.trim)
    sketch.box(Box(0, FRAME - 7, _STEP, 2), cover.trim)
    sketch.box(Box(0, FRAME - 3, _STEP, 3), cover.dark)
    x, y = _STEP / 2, FRAME / 2
    sketch.polygon(((x - 7, y), (x, y - 4), (x + 7, y), (x, y + 4)), cover.trim)
    for side in (-14, 14):
        sketch.disc(x + side, y, 1.6, cover.light)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """Leather between two gold lines."""
    sketch = Sketch(FRAME, _STEP, cover.base)
    sketch.box(Box(0, 0, 3, _STEP), cover.dark)
    sketch.box(Box(5, 0, 2, _STEP), cover.trim)
    sketch.box(Box(FRAME - 7, 0, 2, _STEP), cover.trim)
    sketch.box(Box(FRAME - 3, 0, 3, _STEP), cover.dark)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A quatrefoil of brass."""
    sketch = Sketch(_CORNER, _CORNER)
    middle = _CORNER / 2
    for radius, tone in ((10, GOLD_DARK), (7.5, cover.trim)):
        for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
            sketch.disc(middle + dx * 9, middle + dy * 9, radius, tone)
    sketch.disc(middle, middle, 6, WAX)
    return sketch.done()


THEME = Theme(
    paper=colour("#f5ebd2"),
    shade=colour("#e2cfa4"),
    line=colour("#cbb481"),
    rubric=colour("#93201d"),
    cloth=colour("#22385a"),
    cover=Cover(colour("#2c0c11"), colour("#4a161b"), colour("#8a4a44"), GOLD),
    face="title",
    hem=((0, 1), (0.5, 0), (1, 1)),
    back=(
        "oval 50 30 17 17 0",
        "oval 50 70 17 17 0",
        "oval 30 50 17 17 0",
        "oval 70 50 17 17 0",
        "hollow 50 50 9 9 0",
    ),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
