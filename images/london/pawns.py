"""Liverymen: every seat's has a colour and a head of its own; masters wear a crown."""

from __future__ import annotations

from collections.abc import Iterable

from PIL import Image

from images.london.emblems import emblems
from images.paint import theme
from images.paint.cache import cached
from images.paint.colour import Colour
from images.paint.fonts import Face, cap_height
from images.paint.lettering import line, measure
from images.paint.sketch import Sketch, stamped
from images.paint.vector import Point, outline

_GOWN = "M50 44 C76 44 92 70 97 127 L3 127 C8 70 24 44 50 44 Z"
_RUFF = "M50 42 C66 42 80 46 80 53 C80 60 66 64 50 64 C34 64 20 60 20 53 C20 46 34 42 50 42 Z"
_UNITS = (100, 130)
_CROWN = "M6 30 L0 2 L16 14 L30 -2 L44 14 L60 2 L54 30 Z"
_CHAIN = "M26 58 C34 84 66 84 74 58"
_BEADLE_GOWN = "M42 48 C64 48 78 72 82 127 L2 127 C6 72 20 48 42 48 Z"
_BEADLE_RUFF = (
    "M42 46 C56 46 66 50 66 56 C66 62 56 65 42 65 C28 65 18 62 18 56 C18 50 28 46 42 46 Z"
)
_BEADLE_HEAD = (
    "M42 18 C54 18 60 26 60 36 C60 46 52 52 42 52 C32 52 24 46 24 36 C24 26 30 18 42 18 Z"
)
_BEADLE_HAT = "M2 24 C18 30 26 0 42 0 C58 0 66 30 82 24 C72 40 12 40 2 24 Z"
_CREST = 86
"""Units across a crest: a head and the crown above it."""

_CHAINED = 64
"""Width from which a master wears the chain: in a whole town, two dozen of them weigh too much."""

_NUMBER: Face = "strong"
_SIZES = (34, 32, 30, 28, 27)


@cached
def liveryman(seat: int, width: int, height: int, number: str = "") -> Image.Image:
    """A seat's liveryman; `number` on the gown says how many stand here."""
    livery = emblems().liveries[seat]
    sprite = _figure(livery.head, livery.colour, width, height)
    if number:
        _numbered(sprite, number, livery.ink)
    return sprite


@cached
def crest(seat: int, size: int) -> Image.Image:
    """A master from afar: a crowned head in one ink on the livery's colour."""
    livery = emblems().liveries[seat]
    sketch = Sketch(size, size, livery.colour)
    scale = size / _CREST
    aside = (_CREST - _UNITS[0]) / 2
    for points in outline(livery.head):
        sketch.polygon([((x + aside) * scale, (y + 30) * scale) for x, y in points], livery.ink)
    for points in outline(_CROWN):
        placed = [((x + 20 + aside) * scale, (y + 4) * scale) for x, y in points]
        sketch.line(placed, livery.colour, 8 * scale)
        sketch.polygon(placed, livery.ink)
    return sketch.done()


@cached
def master(seat: int, width: int) -> Image.Image:
    """A master: crowned, and where it is large with a chain of office."""
    livery = emblems().liveries[seat]
    scale = width / _UNITS[0]
    rise = round(28 * scale)
    figure = _figure(livery.head, livery.colour, width, round(_UNITS[1] * scale))
    sketch = Sketch(width, figure.height + rise)
    base = Image.new("RGBA", (width, figure.height + rise), (*livery.colour, 0))
    base.paste(figure, (0, rise), figure)
    for points in outline(_CROWN):
        placed = [((x + 20) * scale, (y + 3) * scale + 1.6) for x, y in points]
        sketch.line([*placed, placed[0]], theme.INK, 3.2)
        sketch.polygon(placed, theme.GOLD_LIGHT)
    if width >= _CHAINED:
        _chain(sketch, scale, rise)
    over = sketch.done()
    base.paste(over, (0, 0), over)
    return base


def _chain(sketch: Sketch, scale: float, rise: int) -> None:
    for colour, thick in ((theme.INK, 11), (theme.GOLD_LIGHT, 7)):
        for points in outline(_CHAIN):
            placed = [(x * scale, y * scale + rise) for x, y in points]
            sketch.line(placed, colour, thick * scale)
    sketch.disc(50 * scale, 84 * scale + rise, 11 * scale, theme.INK)
    sketch.disc(50 * scale, 84 * scale + rise, 8 * scale, theme.GOLD_LIGHT)


def _figure(head: str, colour: Colour, width: int, height: int) -> Image.Image:
    """Gown, ruff and head, each with a dark edge."""
    sketch = Sketch(width, height)
    edge = 1.6
    for part, fill in ((_GOWN, colour), (_RUFF, theme.CREAM), (head, colour)):
        for points in outline(part):
            placed = _scaled(points, width, height, edge)
            sketch.line(placed, theme.INK, 2 * edge)
            sketch.polygon(placed, fill)
    return sketch.done()


def _scaled(points: Iterable[Point], width: int, height: int, edge: float) -> list[Point]:
    across = (width - 2 * edge) / _UNITS[0]
    down = (height - 2 * edge) / (_UNITS[1] + 2)
    return [(edge + x * across, edge + (y + 4) * down) for x, y in points]


def _numbered(sprite: Image.Image, number: str, ink: Colour) -> None:
    room = round(sprite.width * 0.78)
    tall = sprite.height * 0.44
    size = next(
        (
            size
            for size in _SIZES
            if measure(number, _NUMBER, size) <= room and cap_height(_NUMBER, size) <= tall
        ),
        _SIZES[-1],
    )
    drawn = line(number, _NUMBER, size)
    x = (sprite.width - drawn.width) // 2 - drawn.left
    stamped(sprite, drawn.mask, ink, x, round(sprite.height * 0.915) - drawn.baseline)


@cached
def beadle(width: int, height: int) -> Image.Image:
    """The beadle: in scarlet, with a cocked hat and a staff."""
    sketch = Sketch(width, height)
    for part, fill in (
        (_BEADLE_GOWN, theme.WAX),
        (_BEADLE_RUFF, theme.CREAM),
        (_BEADLE_HEAD, theme.PALE),
        (_BEADLE_HAT, theme.INK),
    ):
        for points in outline(part):
            placed = _scaled(points, width, height, 1.6)
            sketch.line(placed, theme.INK, 3.2)
            sketch.polygon(placed, fill)
    x = width * 0.9
    sketch.line(((x, height * 0.16), (x, height - 2)), theme.INK, 4)
    sketch.disc(x, height * 0.1, width * 0.1, theme.INK)
    sketch.disc(x, height * 0.1, width * 0.1 - 1.4, theme.GOLD_LIGHT)
    return sketch.done()
