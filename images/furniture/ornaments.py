"""The furniture of every picture: banners, seals, plates, crowns. Drawn once, kept."""

from __future__ import annotations

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Literal

from PIL import Image

from images.paint.cache import cached
from images.paint.colour import Colour, mix
from images.paint.fonts import cap_height
from images.paint.layout import Box
from images.paint.lettering import SMALLEST, line
from images.paint.sketch import Sketch, stamped
from images.paint.theme import (
    CREAM,
    GOLD,
    GOLD_DARK,
    GOLD_LIGHT,
    INK,
    INK_SOFT,
    WAX,
    WAX_DARK,
    Theme,
)
from images.paint.vector import stencil

_CROWN = "M8 84 L0 26 L27 50 L50 10 L73 50 L100 26 L92 84 Z"
_QUILL = (
    "fill M96 4 C66 8 40 26 30 56 L22 82 L28 82 L36 68 C58 68 78 50 84 36 L74 38 L88 28 Z",
    "score 4 M28 72 C40 48 56 32 78 18",
    "stroke 6 M8 96 L28 74",
)
_CHECK = ("stroke 13 M24 52 L43 71 L78 32",)


TAIL = 14
"""How far a banner's tails hang below its middle."""


@cached
def banner(
    width: int, height: int, theme: Theme, cloth: Colour | None = None, *, lit: bool = False
) -> Image.Image:
    """A player's banner on a rod, hemmed as the game's are; `lit` for who is awaited."""
    cloth = cloth or theme.cloth
    sketch = Sketch(width, height, theme.paper)
    rim = GOLD_LIGHT if lit else GOLD_DARK
    for inset, colour in ((0, mix(cloth, (0, 0, 0), 0.38)), (1.5, rim), (4, cloth)):
        left, right, bottom = 4 + inset, width - 4 - inset, height - 1 - inset
        hem = [
            (left + (right - left) * along, bottom - TAIL * (1 - depth))
            for along, depth in reversed(theme.hem)
        ]
        sketch.polygon(((left, 6), (right, 6), *hem), colour)
    sketch.box(Box(0, 0, width, 10), GOLD_DARK, radius=5)
    sketch.box(Box(1, 1, width - 2, 7), GOLD, radius=4)
    sketch.box(Box(4, 2, width - 8, 2), GOLD_LIGHT, radius=1)
    return sketch.done()


@cached
def seal(size: int, mark: str) -> Image.Image:
    """Red wax: with a tick for "chosen", else with `mark` pressed into it."""
    sketch = Sketch(size, size)
    half = size / 2
    rim = [
        (
            half + cos(a) * half * (0.94 + 0.045 * sin(5 * a) + 0.02 * sin(9 * a + 1)),
            half + sin(a) * half * (0.94 + 0.045 * sin(5 * a) + 0.02 * sin(9 * a + 1)),
        )
        for a in (2 * pi * step / 90 for step in range(90))
    ]
    sketch.polygon(rim, WAX_DARK)
    sketch.polygon([(half + (x - half) * 0.94, half + (y - half) * 0.94) for x, y in rim], WAX)
    sketch.disc(half, half, half * 0.7, WAX_DARK)
    sketch.disc(half, half + size * 0.015, half * 0.66, WAX)
    sprite = sketch.done()
    if mark == "chosen":
        inner = round(size * 0.6)
        at = (size - inner) // 2
        stamped(sprite, stencil(_CHECK, inner), CREAM, at, at)
    else:
        _press(sprite, mark, CREAM, round(size * 0.44))
    return sprite


@cached
def medal(size: int, mark: str, state: Literal["now", "later"]) -> Image.Image:
    """A ring with a numeral: gold for what is going on, drawn in ink for what is to come."""
    sketch = Sketch(size, size)
    half = size / 2
    if state == "now":
        sketch.disc(half, half, half - 1, GOLD_DARK)
        sketch.disc(half, half, half - 3, GOLD_LIGHT)
        sketch.ring(half, half, half - 6, GOLD_DARK, 1.5)
    else:
        sketch.ring(half, half, half - 3, INK_SOFT, 2)
    sprite = sketch.done()
    ink = INK if state == "now" else INK_SOFT
    _press(sprite, mark, ink, round(size * 0.46))
    return sprite


def _press(sprite: Image.Image, mark: str, colour: Colour, size: int) -> None:
    """Letters in the middle of a sprite."""
    size = max(SMALLEST, size)
    drawn = line(mark, "heading", size)
    x = (sprite.width - drawn.width) // 2 - drawn.left
    y = (sprite.height + cap_height("heading", size)) // 2 - drawn.baseline
    stamped(sprite, drawn.mask, colour, x, y)


@cached
def quill(size: int, colour: Colour) -> Image.Image:
    """A quill: this player is still choosing."""
    sprite = Image.new("RGBA", (size, size), (*colour, 0))
    stamped(sprite, stencil(_QUILL, size), colour, 0, 0)
    return sprite


@cached
def crown(size: int, colour: Colour = INK, hollow: Colour | None = None) -> Image.Image:
    """Who leads: a full crown alone; where the lead is shared, one whose middle is `hollow`."""
    sketch = Sketch(size, size)
    scale = size / 100
    sketch.path(_CROWN, colour, scale=scale)
    if hollow is not None:
        inner = 0.6
        shift = scale * (1 - inner)
        sketch.path(_CROWN, hollow, (50 * shift, 58 * shift), scale * inner)
    return sketch.done()


@cached
def laurels(width: int, height: int, theme: Theme) -> Image.Image:
    """A crown between two branches of laurel, for the winner."""
    sketch = Sketch(width, height, theme.paper)
    middle = width / 2
    for side in (-1, 1):
        for step in range(9):
            along = step / 8
            x = middle + side * (height * 0.72 + along * width * 0.3)
            y = height * (0.9 - 0.55 * along**1.6)
            for lean in (-0.5, 0.5):
                _leaf(sketch, (x, y), (side * cos(lean - 0.5 * along), sin(lean - 0.5 * along)))
    size = round(height * 0.92)
    for colour, inset in ((GOLD_DARK, 0), (GOLD, 0.05)):
        at = (middle - size / 2 + size * inset, (height - size) / 2 + size * inset * 1.3)
        sketch.path(_CROWN, colour, at, size * (1 - 2 * inset) / 100)
    for along in (0.5, 0.0, 1.0):
        top = 0.06 if along == 0.5 else 0.22
        x, y = middle + (along - 0.5) * size * 0.98, (height - size) / 2 + size * top
        sketch.disc(x, y, size * 0.07, GOLD_DARK)
        sketch.disc(x, y, size * 0.045, GOLD_LIGHT)
    return sketch.done()


def _leaf(sketch: Sketch, at: tuple[float, float], towards: tuple[float, float]) -> None:
    (x, y), (dx, dy) = at, towards
    long, broad = 24, 5
    tip = (x + dx * long, y + dy * long)
    middle = (x + dx * long * 0.45, y + dy * long * 0.45)
    sides = [(middle[0] - dy * broad * s, middle[1] + dx * broad * s) for s in (-1, 1)]
    sketch.polygon((at, sides[0], tip, sides[1]), GOLD_DARK)


@cached
def plate(width: int, height: int, ground: Colour = GOLD_LIGHT) -> Image.Image:
    """A small plate with a gold edge: what leads, or a slip to write on."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, GOLD_DARK, radius=9)
    sketch.box(box.inset(2), GOLD, radius=7)
    sketch.box(box.inset(3), ground, radius=6)
    return sketch.done()


@cached
def lead(width: int, height: int, *, shared: bool) -> Image.Image:
    """What a leading number stands on: its crown at the left, hollow where it is shared."""
    ground = CREAM if shared else GOLD_LIGHT
    sprite = plate(width, height, ground).copy()
    sign = crown(round(height * 0.6), hollow=ground if shared else None)
    sprite.paste(sign, (round(height * 0.16), (height - sign.height) // 2), sign)
    return sprite


@cached
def rule(width: int, colour: Colour) -> Image.Image:
    """A line that swells to a lozenge in its middle."""
    height = 14
    sketch = Sketch(width, height)
    middle, half = height / 2, width / 2
    sketch.polygon(
        ((0, middle), (half, middle - 1.6), (width, middle), (half, middle + 1.6)), colour
    )
    sketch.polygon(((half - 12, middle), (half, 0), (half + 12, middle), (half, height)), colour)
    return sketch.done()


@cached
def arrow(width: int, height: int, colour: Colour, *, rightwards: bool) -> Image.Image:
    """An arrow with a feathered shaft."""
    sketch = Sketch(width, height)
    middle = height / 2
    head = height * 0.9
    sketch.line(((5, middle), (width - head * 0.7, middle)), colour, max(4, height * 0.16))
    sketch.polygon(
        (
            (width - head, 0),
            (width - 1, middle),
            (width - head, height),
            (width - head * 0.68, middle),
        ),
        colour,
    )
    sprite = sketch.done()
    return sprite if rightwards else sprite.transpose(Image.Transpose.FLIP_LEFT_RIGHT)


def crowns(leading: Iterable[int], paper: Colour) -> dict[str, Image.Image]:
    """Those of a legend, where so many seats lead here and there: "leads" and "shares"."""
    numbers = set(leading)
    found = {"leads": crown(28)} if 1 in numbers else {}
    return found | ({"shares": crown(28, hollow=paper)} if max(numbers, default=0) > 1 else {})
