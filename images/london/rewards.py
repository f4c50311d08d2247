"""Rewards and effects as rows of icons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import NamedTuple

from PIL import Image

from engine.london.view import Icon
from images.london.emblems import emblems, icon, symbol
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour
from images.paint.fonts import Face, cap_height
from images.paint.lettering import SMALLEST, line, measure
from images.paint.sketch import Sketch, stamped

_COUNTED = {
    "members": "plantation",
    "masters": "master",
    "colours": "colours",
    "neutrals": "neutral",
    "turn": "pawn",
}
"""Icons of what an amount is multiplied by; anything else is told by the map."""
_SOURCES = {"guildhall": "guildhall", "tiles": "town", "plantation": "plantation"}
_EVENTS = {"move": "move", "recruit": "recruit", "plantation": "plantation"}
_BETWEEN = 6
_TIGHT = 1
_NUMBER: tuple[Face, int] = ("strong", 30)


class Glyph(NamedTuple):
    """Part of a row.

    `kind`: "icon", "to" (a small one), "coin", "chip" of a colour, "letters", "query", "space".
    """

    kind: str
    name: str
    close: bool = False
    """Belongs to the one before it."""


def glyphs(icons: Sequence[Icon]) -> tuple[Glyph, ...]:
    """The steps of a reward or an effect, from left to right."""
    return tuple(chain.from_iterable(_step(one) for one in icons))


def _step(step: Icon) -> Iterator[Glyph]:
    if step.conditional:
        yield Glyph("query", "?")
    if step.verb == "each_time":
        yield Glyph("icon", "each_time")
        yield Glyph("icon", _EVENTS[step.event], close=True)
        yield Glyph("letters", ":", close=True)
        yield from glyphs(step.inner[0])
    elif step.verb == "choose":
        for index, option in enumerate(step.inner):
            if index:
                yield Glyph("letters", "/")
            yield from glyphs(option)
    elif step.verb == "trade":
        if step.n > 1:
            yield Glyph("letters", f"{step.n}×")
        yield Glyph("icon", "pay_card", close=step.n > 1)
        yield Glyph("icon", "trade")
        yield from glyphs(step.inner[0])
    else:
        yield from _plain(step)


def _plain(step: Icon) -> Iterator[Glyph]:
    if step.verb == "vp":
        yield Glyph("coin", str(step.n))
    else:
        if step.verb == "move" and step.source in _SOURCES:
            yield Glyph("icon", _SOURCES[step.source])
        yield Glyph("icon", step.verb)
        number = step.draw if step.verb == "mayor" else step.n
        if number > 1:
            yield Glyph("letters", str(number), close=True)
        yield from (Glyph("chip", colour, close=True) for colour in step.colours)
    if step.per is not None:
        yield Glyph("letters", "×", close=True)
        yield Glyph("icon", _COUNTED.get(step.per.split(":")[0], "town"), close=True)
        _, _, colour = step.per.partition(":")
        if colour in emblems().colours:
            yield Glyph("chip", colour, close=True)


@cached
def row(found: tuple[Glyph, ...], size: int, ink: Colour = theme.INK) -> Image.Image:
    """Icons of this size side by side, each with its number."""
    sprites = [sprite(glyph, size, ink) for glyph in found]
    gaps = [0 if not i else _TIGHT if g.close else _BETWEEN for i, g in enumerate(found)]
    width = sum(gaps) + sum(one.width for one in sprites)
    strip = Image.new("RGBA", (max(1, width), size), (*ink, 0))
    x = 0
    for gap, one in zip(gaps, sprites, strict=True):
        x += gap
        strip.paste(one, (x, (size - one.height) // 2), one)
        x += one.width
    return strip


def sprite(glyph: Glyph, size: int, ink: Colour = theme.INK) -> Image.Image:
    """One small picture."""
    if glyph.kind == "coin":
        return coin(glyph.name, size)
    if glyph.kind == "chip":
        return chip(glyph.name, round(size * 0.8))
    if glyph.kind == "icon":
        return icon(glyph.name, size, ink)
    if glyph.kind == "to":
        return icon(glyph.name, round(size * 0.6), ink)
    if glyph.kind == "space":
        return Image.new("RGBA", (int(glyph.name), 1), (*ink, 0))
    return letters(
        glyph.name,
        ink if glyph.kind == "letters" else THEME.rubric,
        max(SMALLEST, round(size * 0.86)),
    )


@cached
def coin(number: str, size: int) -> Image.Image:
    """Victory points: a number on gold, between two leaves of laurel."""
    face, largest = _NUMBER
    width = max(size, measure(number, face, SMALLEST) + 14)
    sketch = Sketch(width, size)
    half = size / 2
    for inset, colour in ((0.0, theme.GOLD_DARK), (1.6, theme.GOLD), (3.4, theme.GOLD_LIGHT)):
        sketch.disc(half, half, half - inset, colour)
        sketch.disc(width - half, half, half - inset, colour)
        sketch.polygon(
            (
                (half, inset),
                (width - half, inset),
                (width - half, size - inset),
                (half, size - inset),
            ),
            colour,
        )
    coined = sketch.done()
    fitting = (s for s in (largest + size // 8, largest, 28) if s <= size * 0.84)
    room = width - 8
    number_size = next((s for s in fitting if measure(number, face, s) <= room), SMALLEST)
    if number:
        _press(coined, number, number_size, theme.INK)
    return coined


@cached
def chip(colour: str, size: int) -> Image.Image:
    """A small square of a colour with its symbol."""
    one = emblems().colours[colour]
    sketch = Sketch(size, size)
    sketch.polygon(((0, 0), (size, 0), (size, size), (0, size)), theme.INK)
    sketch.polygon(
        ((1.5, 1.5), (size - 1.5, 1.5), (size - 1.5, size - 1.5), (1.5, size - 1.5)), one.colour
    )
    sprite = sketch.done()
    mark = symbol(colour, size - 6)
    sprite.paste(mark, (3, 3), mark)
    return sprite


@cached
def second(number: str, size: int) -> Image.Image:
    """A second-place marker: a number on an octagon."""
    sketch = Sketch(size, size)
    for inset, colour in ((0.0, theme.INK), (1.6, theme.GOLD), (3.2, THEME.cloth)):
        a, b = inset, size - inset
        c = (b - a) * 0.29
        sketch.polygon(
            (
                (a + c, a),
                (b - c, a),
                (b, a + c),
                (b, b - c),
                (b - c, b),
                (a + c, b),
                (a, b - c),
                (a, a + c),
            ),
            colour,
        )
    marked = sketch.done()
    if number:
        _press(marked, number, SMALLEST if size < 44 else 30, theme.CREAM)
    return marked


@cached
def letters(said: str, ink: Colour, size: int = 30) -> Image.Image:
    """A number beside an icon."""
    drawn = line(said, _NUMBER[0], size)
    image = Image.new("RGBA", (drawn.width, cap_height(_NUMBER[0], size) + 8), (*ink, 0))
    stamped(image, drawn.mask, ink, -drawn.left, image.height - 4 - drawn.baseline)
    return image


def _press(image: Image.Image, said: str, size: int, ink: Colour) -> None:
    drawn = line(said, _NUMBER[0], size)
    x = (image.width - drawn.width) // 2 - drawn.left
    y = (image.height + cap_height(_NUMBER[0], size)) // 2 - drawn.baseline
    stamped(image, drawn.mask, ink, x, y)
