"""Dice to look at, told apart by their pips alone; drawn once, kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from PIL import Image

from images.paint import theme
from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.sketch import Sketch
from liars_dice.pictures.theme import THEME

HIDDEN = 0
"""A die under a cup."""

_LOW, _MIDDLE, _HIGH = 0.25, 0.5, 0.75
_PIPS = {
    1: ((_MIDDLE, _MIDDLE),),
    2: ((_LOW, _LOW), (_HIGH, _HIGH)),
    3: ((_LOW, _LOW), (_MIDDLE, _MIDDLE), (_HIGH, _HIGH)),
    4: ((_LOW, _LOW), (_HIGH, _LOW), (_LOW, _HIGH), (_HIGH, _HIGH)),
    5: ((_LOW, _LOW), (_HIGH, _LOW), (_MIDDLE, _MIDDLE), (_LOW, _HIGH), (_HIGH, _HIGH)),
    6: tuple((x, y) for x in (_LOW, _HIGH) for y in (_LOW, _MIDDLE, _HIGH)),
}


@lru_cache(maxsize=128)
def die(
    face: int, size: int, ground: Colour, state: Literal["plain", "counts", "pale"] = "plain"
) -> Image.Image:
    """A die: one that `counts` is framed in gold, a pale one counts for nothing."""
    sketch = Sketch(size, size, ground)
    whole, radius = Box(0, 0, size, size), size / 6
    rim = 4 if state == "counts" else 2
    body = THEME.cover.base if face == HIDDEN else THEME.lane if state == "pale" else theme.CREAM
    ink = theme.INK_SOFT if state == "pale" else theme.INK
    sketch.box(whole, ink, radius)
    if state == "counts":
        sketch.box(whole.inset(1), theme.GOLD, radius - 1)
    sketch.box(whole.inset(rim), body, max(2, radius - rim))
    if face == HIDDEN:
        sketch.ring(size / 2, size / 2, size * 0.28, theme.GOLD, max(1.5, size / 24))
        return sketch.done()
    for x, y in _PIPS[face]:
        sketch.disc(x * size, y * size, size * 0.095, ink)
    return sketch.done()
