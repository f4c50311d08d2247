"""The furniture of every picture: the page, banners, seals, plates, crowns. Drawn once, kept."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin
from typing import Literal

from PIL import Image

from images import theme
from images.colour import Colour, mix
from images.fonts import cap_height
from images.layout import Box
from images.lettering import line
from images.sketch import Sketch, stamped
from images.vector import stencil

BINDING = 18
"""Leather that shows around the page."""

MARGIN = 52
"""From the picture's edge to what is written."""

_CROWN = "M8 84 L0 26 L27 50 L50 10 L73 50 L100 26 L92 84 Z"
_QUILL = (
    "fill M96 4 C66 8 40 26 30 56 L22 82 L28 82 L36 68 C58 68 78 50 84 36 L74 38 L88 28 Z",
    "score 4 M28 72 C40 48 56 32 78 18",
    "stroke 6 M8 96 L28 74",
)
_CHECK = ("stroke 13 M24 52 L43 71 L78 32",)


@lru_cache(maxsize=8)
def page(width: int, height: int) -> Image.Image:
    """A parchment page in its binding, the ground of a picture."""
    sheet = Box(BINDING, BINDING, width - 2 * BINDING, height - 2 * BINDING)
    sketch = Sketch(width, height, theme.LEATHER_DARK)
    whole = Box(0, 0, width, height)
    sketch.box(whole.inset(2), theme.LEATHER, radius=10)
    sketch.frame(whole.inset(8), theme.GOLD, 2, radius=7)
    for inset in range(14):
        depth = 1 - inset / 14
        tone = mix(theme.PARCHMENT, theme.PARCHMENT_SHADE, depth * depth)
        sketch.box(sheet.inset(inset * 2), tone, radius=max(2, 5 - inset // 3))
    sketch.frame(sheet.inset(10), theme.GOLD_DARK, 1.5)
    sketch.frame(sheet.inset(14), theme.RUBRIC, 1)
    for x in (sheet.x + 12, sheet.right - 12):
        for y in (sheet.y + 12, sheet.bottom - 12):
            _knot(sketch, x, y)
    return sketch.done()


def _knot(sketch: Sketch, x: int, y: int) -> None:
    """A quatrefoil that holds a corner of the frame."""
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        sketch.disc(x + dx * 7, y + dy * 7, 7.5, theme.GOLD_DARK)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        sketch.disc(x + dx * 7, y + dy * 7, 5.5, theme.GOLD)
    sketch.disc(x, y, 4.5, theme.RUBRIC)


@lru_cache(maxsize=64)
def banner(width: int, height: int, *, lit: bool) -> Image.Image:
    """A player's banner on a rod, its lower edge cut to two tails; `lit` for who is awaited."""
    sketch = Sketch(width, height)
    tail = 14
    rim = theme.GOLD_LIGHT if lit else theme.GOLD_DARK
    cloth = theme.AZURE
    for inset, colour in ((0, rim), (3, cloth), (7, rim), (8.5, cloth)):
        bottom = height - 1 - inset
        left, right = 6 + inset, width - 6 - inset
        sketch.polygon(
            (
                (left, 6),
                (right, 6),
                (right, bottom),
                (width / 2, bottom - tail),
                (left, bottom),
            ),
            colour,
        )
    sketch.box(Box(0, 0, width, 10), theme.GOLD_DARK, radius=5)
    sketch.box(Box(1, 1, width - 2, 7), theme.GOLD, radius=4)
    sketch.box(Box(4, 2, width - 8, 2), theme.GOLD_LIGHT, radius=1)
    return sketch.done()


@lru_cache(maxsize=64)
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
    sketch.polygon(rim, theme.WAX_DARK)
    sketch.polygon(
        [(half + (x - half) * 0.94, half + (y - half) * 0.94) for x, y in rim], theme.WAX
    )
    sketch.disc(half, half, half * 0.7, theme.WAX_DARK)
    sketch.disc(half, half + size * 0.015, half * 0.66, theme.WAX)
    sprite = sketch.done()
    if mark == "chosen":
        inner = round(size * 0.6)
        at = (size - inner) // 2
        stamped(sprite, stencil(_CHECK, inner), theme.CREAM, at, at)
    else:
        _press(sprite, mark, theme.CREAM, round(size * 0.44))
    return sprite


@lru_cache(maxsize=64)
def medal(size: int, mark: str, state: Literal["now", "later"]) -> Image.Image:
    """A ring with a numeral: gold for what is going on, drawn in ink for what is to come."""
    sketch = Sketch(size, size)
    half = size / 2
    if state == "now":
        sketch.disc(half, half, half - 1, theme.GOLD_DARK)
        sketch.disc(half, half, half - 3, theme.GOLD_LIGHT)
        sketch.ring(half, half, half - 6, theme.GOLD_DARK, 1.5)
    else:
        sketch.ring(half, half, half - 3, theme.INK_SOFT, 2)
    sprite = sketch.done()
    ink = theme.INK if state == "now" else theme.INK_SOFT
    _press(sprite, mark, ink, round(size * 0.46))
    return sprite


def _press(sprite: Image.Image, mark: str, colour: Colour, size: int) -> None:
    """Letters in the middle of a sprite."""
    size = max(22, size)
    drawn = line(mark, "heading", size)
    x = (sprite.width - drawn.width) // 2 - drawn.left
    y = (sprite.height + cap_height("heading", size)) // 2 - drawn.baseline
    stamped(sprite, drawn.mask, colour, x, y)


@lru_cache(maxsize=16)
def quill(size: int, colour: Colour) -> Image.Image:
    """A quill: this player is still choosing."""
    sprite = Image.new("RGBA", (size, size), (*colour, 0))
    stamped(sprite, stencil(_QUILL, size), colour, 0, 0)
    return sprite


@lru_cache(maxsize=32)
def crown(size: int, *, whole: bool, gilt: bool = False) -> Image.Image:
    """Who leads: a filled crown alone, an empty one where the lead is shared."""
    sketch = Sketch(size, size)
    scale = size / 100
    sketch.path(_CROWN, theme.GOLD_LIGHT if gilt else theme.INK, scale=scale)
    if not whole:
        middle = (50, 58)
        share = 0.6
        at = (middle[0] * scale * (1 - share), middle[1] * scale * (1 - share))
        sketch.path(_CROWN, theme.PARCHMENT, at, scale * share)
    return sketch.done()


@lru_cache(maxsize=32)
def plate(width: int, height: int, *, whole: bool) -> Image.Image:
    """What a leading number stands on: gold, or only a gold line where the lead is shared."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK, radius=9)
    if whole:
        sketch.box(box.inset(2), theme.GOLD, radius=7)
        sketch.box(Box(3, 3, width - 6, height // 2 - 3), theme.GOLD_LIGHT, radius=6)
        sketch.box(Box(3, 8, width - 6, height - 11), theme.GOLD_LIGHT, radius=6)
    else:
        sketch.box(box.inset(3), theme.PARCHMENT, radius=6)
    return sketch.done()


@lru_cache(maxsize=16)
def rule(width: int, colour: Colour = theme.RUBRIC) -> Image.Image:
    """A line that swells to a lozenge in its middle."""
    height = 14
    sketch = Sketch(width, height)
    middle, half = height / 2, width / 2
    sketch.polygon(
        ((0, middle), (half, middle - 1.6), (width, middle), (half, middle + 1.6)), colour
    )
    sketch.polygon(((half - 12, middle), (half, 0), (half + 12, middle), (half, height)), colour)
    return sketch.done()


@lru_cache(maxsize=16)
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
