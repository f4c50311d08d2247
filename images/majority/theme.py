"""The Majority's box: a council chamber, pale vellum framed in inlaid wood."""

from __future__ import annotations

from PIL import Image

from images.furniture.frames import FRAME
from images.paint.colour import colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import GOLD, GOLD_DARK, GOLD_LIGHT, INK, Cover, Theme

_STEP = 40
_CORNER = 44


def _edging(cover: Cover) -> Image.Image:
    """Marquetry: light triangles let into dark wood."""
    sketch = Sketch(_STEP, FRAME, cover.dark)
    sketch.box(Box(0, 2, _STEP, 1), cover.trim)
    sketch.box(Box(0, FRAME - 3, _STEP, 1), cover.trim)
    sketch.box(Box(0, 5, _STEP, FRAME - 10), cover.base)
    sketch.polygon(((1, FRAME - 5), (_STEP / 2, 5), (_STEP - 1, FRAME - 5)), cover.light)
    sketch.polygon(((13, FRAME - 5), (_STEP / 2, 13), (_STEP - 13, FRAME - 5)), cover.dark)
    return sketch.done()


def _flank(cover: Cover) -> Image.Image:
    """Long inlays with a light one between."""
    height = 3 * _STEP
    sketch = Sketch(FRAME, height, cover.dark)
    sketch.box(Box(2, 0, 1, height), cover.trim)
    sketch.box(Box(FRAME - 3, 0, 1, height), cover.trim)
    sketch.box(Box(5, 0, FRAME - 10, height), cover.base)
    sketch.box(Box(9, 10, FRAME - 18, height - 40), cover.light)
    sketch.box(Box(11, 12, FRAME - 22, height - 44), cover.dark)
    return sketch.done()


def _corner(cover: Cover) -> Image.Image:
    """A coin let into a square of wood."""
    sketch = Sketch(_CORNER, _CORNER)
    sketch.box(Box(0, 0, _CORNER, _CORNER), INK)
    sketch.box(Box(2, 2, _CORNER - 4, _CORNER - 4), cover.trim)
    sketch.box(Box(4, 4, _CORNER - 8, _CORNER - 8), cover.dark)
    middle = _CORNER / 2
    sketch.disc(middle, middle, 13, GOLD_DARK)
    sketch.disc(middle, middle, 11.5, GOLD)
    sketch.ring(middle, middle, 8, GOLD_DARK, 1.5)
    sketch.disc(middle, middle, 4, GOLD_LIGHT)
    return sketch.done()


THEME = Theme(
    paper=colour("#efecf4"),
    shade=colour("#cfc7dd"),
    line=colour("#b4a9c6"),
    rubric=colour("#5f1f6b"),
    cloth=colour("#3a2a52"),
    cover=Cover(colour("#1d142b"), colour("#3d2a58"), colour("#b9a3d2"), GOLD),
    face="heading",
    hem=((0, 0.2), (0.5, 1), (1, 0.2)),
    back=(
        "fill M50 4 L96 50 L50 96 L4 50 Z",
        "cut M50 20 L80 50 L50 80 L20 50 Z",
        "fill M50 32 L68 50 L50 68 L32 50 Z",
    ),
    edging=_edging,
    flank=_flank,
    corner=_corner,
)
