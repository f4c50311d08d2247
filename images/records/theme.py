"""The book of records: the house's own, cream paper in green cloth with brass corners."""

from __future__ import annotations

from PIL import Image

from images.colour import colour
from images.frames import FRAME
from images.layout import Box
from images.sketch import Sketch
from images.theme import GOLD, GOLD_DARK, Cover, Theme

_STEP = 40
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """Cloth between two brass lines, with a row of studs."""
    sketch = Sketch(_STEP, FRAME, cover.base)
    for y, tone in ((0, cover.dark), (FRAME - 3, cover.dark)):
        sketch.box(Box(0, y, _STEP, 3), tone)
    for y in (5, FRAME - 7):
        sketch.box(Box(0, y, _STEP, 2), cover.trim)
    sketch.disc(_STEP / 2, FRAME / 2, 3, cover.trim)
    sketch.disc(_STEP / 2, FRAME / 2, 1.5, cover.dark)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """Cloth between two brass lines."""
    sketch = Sketch(FRAME, _STEP, cover.base)
    for x, tone in ((0, cover.dark), (FRAME - 3, cover.dark)):
        sketch.box(Box(x, 0, 3, _STEP), tone)
    for x in (5, FRAME - 7):
        sketch.box(Box(x, 0, 2, _STEP), cover.trim)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A brass disc with a star."""
    sketch = Sketch(_CORNER, _CORNER)
    middle = _CORNER / 2
    for radius, tone in ((20, GOLD_DARK), (17, cover.trim), (12, cover.dark)):
        sketch.disc(middle, middle, radius, tone)
    star = ((0, -11), (3, -3), (11, 0), (3, 3), (0, 11), (-3, 3), (-11, 0), (-3, -3))
    sketch.polygon([(middle + x, middle + y) for x, y in star], cover.trim)
    return sketch.done()


THEME = Theme(
    paper=colour("#f6efdc"),
    shade=colour("#ddd2b0"),
    line=colour("#c3b78d"),
    rubric=colour("#1f5a45"),
    cloth=colour("#1c4638"),
    cover=Cover(colour("#0d261e"), colour("#17392d"), colour("#4d7766"), GOLD),
    face="title",
    hem=((0, 1), (0.5, 0), (1, 1)),
    back=("oval 50 50 30 30 0",),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
