"""Signs with a numeral, each kind of a shape of its own: places, the order of the turns, rounds.

Gold discs are victory points alone (images/london/rewards.py).
"""

from __future__ import annotations

from typing import Literal

from PIL import Image

from images.london.emblems import GREY, STREET, icon
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour
from images.paint.fonts import cap_height
from images.paint.layout import Box
from images.paint.lettering import SMALLEST, line
from images.paint.sketch import Sketch, stamped

ROUND = 52
_SPROUT = 18
_SHIELD = "M6 4 L94 4 L94 52 C94 76 74 90 50 99 C26 90 6 76 6 52 Z"
_TICK = ((0.24, 0.52), (0.43, 0.7), (0.77, 0.32))

State = Literal["done", "now", "later"]


@cached
def place(size: int, mark: str) -> Image.Image:
    """A pennon: who gets a reward, the first (dark) or the second."""
    sketch = Sketch(size, size)
    first = mark == "1"
    for inset, colour in ((0, theme.INK), (2, theme.INK if first else theme.CREAM)):
        right, low = size - inset, size - inset * 1.4
        sketch.polygon(
            ((inset, inset), (right, inset), (right, low), (size / 2, low - 6), (inset, low)),
            colour,
        )
    sprite = sketch.done()
    return _pressed(sprite, mark, theme.CREAM if first else theme.INK, up=2)


@cached
def turn(size: int, mark: str, *, now: bool) -> Image.Image:
    """A shield: somebody's place in the order of the turns, gold for who is on turn."""
    sketch = Sketch(size, size)
    inner = THEME.cloth if not now else theme.GOLD_LIGHT
    for inset, colour in ((0.0, theme.INK), (1.6, theme.GOLD), (3.6, inner)):
        sketch.path(_SHIELD, colour, (inset, inset), (size - 2 * inset) / 100)
    return _pressed(sketch.done(), mark, theme.INK if now else theme.CREAM, up=1)


@cached
def calendar(
    mark: str, state: State, *, activates: bool, grows: bool, size: int = ROUND
) -> Image.Image:
    """A round's leaf: wax when it is over, dark now; framed if it activates, stone if it grows.

    A sprout grows under the numeral, or alone where it is over.
    """
    sketch = Sketch(size, size)
    box = Box(2, 2, size - 4, size - 4)
    if state == "done":
        sketch.box(box, theme.WAX_DARK, 8)
        sketch.box(box.inset(2), theme.WAX, 6)
        if not grows:
            sketch.line([(x * size, y * size) for x, y in _TICK], theme.CREAM, 5)
    elif state == "now":
        sketch.box(box, theme.INK, 8)
        sketch.box(box.inset(3), theme.GOLD, 6)
        sketch.box(box.inset(5), theme.INK, 4)
    elif grows:
        sketch.box(box, GREY, 8)
        sketch.box(box.inset(3), STREET, 6)
    elif activates:
        sketch.box(box, theme.INK_SOFT, 8)
        sketch.box(box.inset(2), THEME.paper, 6)
    sprite, alone = sketch.done(), state == "done" or not mark
    ink = {"done": theme.CREAM, "now": theme.GOLD_LIGHT, "later": theme.INK}[state]
    if grows:
        _sprouted(sprite, ink, alone=alone)
    if state == "done":
        return sprite
    if state == "later" and not grows:
        ink = theme.INK_SOFT
    return _pressed(sprite, mark, ink, up=_SPROUT // 2 * grows)


def _sprouted(sprite: Image.Image, ink: Colour, *, alone: bool) -> None:
    """A sprout in the middle of a leaf, or at its foot."""
    size = sprite.width - 18 if alone else _SPROUT
    x = (sprite.width - size) // 2
    sprite.alpha_composite(icon("growth", size, ink), (x, x if alone else sprite.height - size - 6))


def _pressed(sprite: Image.Image, mark: str, ink: Colour, up: int = 0) -> Image.Image:
    """A numeral in the middle of a sprite, so many px higher."""
    if not mark:
        return sprite
    size = max(SMALLEST, round(sprite.width * 0.56))
    drawn = line(mark, "strong", size)
    x = (sprite.width - drawn.width) // 2 - drawn.left
    y = (sprite.height + cap_height("strong", size)) // 2 - drawn.baseline - up
    stamped(sprite, drawn.mask, ink, x, y)
    return sprite
