"""The box of liar's dice: a tavern's table, sand-coloured, within a cord."""

from __future__ import annotations

from PIL import Image

from images.furniture.frames import FRAME
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import GOLD, Cover, Theme

_STEP = 36
_CORNER = 40


def _edging(cover: Cover) -> Image.Image:
    """A twisted cord on dark wood."""
    sketch = Sketch(_STEP, FRAME, cover.dark)
    middle = FRAME / 2
    for x in (0, _STEP // 2):
        sketch.line(((x + 3, middle + 5), (x + 15, middle - 5)), cover.light, 7)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """The wood's grain."""
    sketch = Sketch(FRAME, _STEP, cover.dark)
    sketch.box(Box(6, 0, FRAME - 12, _STEP), cover.base)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A knot."""
    sketch = Sketch(_CORNER, _CORNER)
    middle = _CORNER / 2
    sketch.disc(middle, middle, middle, cover.dark)
    sketch.disc(middle, middle, middle - 3, cover.light)
    sketch.disc(middle, middle, middle - 11, cover.trim)
    return sketch.done()


THEME = Theme(
    paper=colour("#f3e9d6"),
    shade=colour("#dcc7a0"),
    line=colour("#c0a878"),
    rubric=colour("#7a3312"),
    cloth=colour("#2f4a2c"),
    cover=Cover(colour("#2b1a0e"), colour("#53341d"), colour("#b48a53"), GOLD),
    face="heading",
    hem=((0, 1), (1, 1)),
    back=("oval 50 50 34 34 0", "hollow 50 50 20 20 0"),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
