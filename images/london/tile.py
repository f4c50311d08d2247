"""A tile as it lies in the town, seen from above: who stands on it, and what it takes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.london.view import LondonView, TileFace, TileView
from images import theme
from images.canvas import Canvas, Drawn
from images.colour import Colour
from images.layout import Box
from images.london.emblems import STONE_DARK, emblems, symbol
from images.london.pawns import beadle, liveryman, master
from images.london.rewards import Glyph, glyphs, row, second
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

HEIGHT = 180
_BAND = 38
GATE = 54
_FRAME = 5
_RADIUS = 10
_NAME = Style("strong", (26, 24, 22))
_NUMBER = Style("strong", (24, 22))
_COUNT = Style("strong", (26, 24, 22))


class Face(NamedTuple):
    """What is printed on a tile, in a reader's language."""

    name: str
    number: str
    colours: tuple[str, ...]
    threshold: int
    first: tuple[Glyph, ...]


class Stand(NamedTuple):
    """What stands on it: pawns by seat, the marker's short form, its state."""

    pawns: tuple[int, ...]
    marker: str
    beadle: bool
    active: bool
    resolved: bool
    master: int | None


def face(printed: TileFace, words: Words) -> Face:
    """A tile's print."""
    return Face(
        words(printed.name),
        "" if printed.number is None else str(printed.number),
        printed.colours,
        printed.threshold,
        glyphs((*printed.first, *printed.bonus)),
    )


def stand(view: LondonView, tile: TileView) -> Stand:
    """What stands on a tile."""
    return Stand(
        tile.pawns, short(view, tile.marker), tile.beadle, tile.active, tile.resolved, tile.master
    )


def short(view: LondonView, marker: str | None) -> str:
    """A marker's victory points, with a plus if it gives something more."""
    if marker is None:
        return ""
    reward = view.printed.markers[marker].reward
    points = sum(step.n for step in reward if step.verb == "vp")
    return f"{points}+" if any(step.verb != "vp" for step in reward) else str(points)


@lru_cache(maxsize=192)
def overview(width: int, printed: Face, standing: Stand) -> Drawn:
    """The whole tile, `HEIGHT` px high."""
    base = _printed(width, printed, _ground(standing))
    canvas = Canvas(base.image.copy())
    inner = Box(0, 0, width, HEIGHT).inset(_FRAME)
    if standing.resolved:
        _mastered(canvas, inner, standing)
    else:
        count = sum(standing.pawns) + standing.beadle
        gate(canvas, _gate_box(width), printed.threshold, count)
        members(canvas, inner.below(inner.h - 50), standing)
    if standing.active:
        canvas.put(_edge(width, theme.GOLD, 7), 0, 0)
    drawn = canvas.drawn()
    return Drawn(_rounded(drawn.image), base.cut + drawn.cut)


def _ground(standing: Stand) -> str:
    """Whose the tile is: "open" while that is undecided, "bare" for nobody's."""
    if not standing.resolved:
        return "open"
    return "bare" if standing.master is None else str(standing.master)


@lru_cache(maxsize=128)
def _printed(width: int, printed: Face, ground: str) -> Drawn:
    """Edge, band, name, and what the winner gets."""
    colour, rim, thick = theme.CREAM, theme.INK, 2
    if ground == "bare":
        colour, rim, thick = theme.PARCHMENT_SHADE, STONE_DARK, _FRAME
    elif ground != "open":
        livery = emblems().liveries[int(ground)]
        colour, rim, thick = livery.tint, livery.colour, _FRAME
    canvas = Canvas(Image.new("RGB", (width, HEIGHT), colour))
    box = Box(0, 0, width, HEIGHT).inset(thick)
    band(canvas, box.top(_BAND), printed, gated=ground == "open")
    room = box.below(_BAND + 1).top(52).inset(max(0, _FRAME - thick), 0)
    canvas.write(room, printed.name, _NAME, "center", 2, free=True)
    if ground == "open":
        reward = row(printed.first, 32)
        canvas.put(reward, (width - reward.width) // 2, HEIGHT - _FRAME - 50 - 34)
    canvas.put(_edge(width, rim, thick), 0, 0)
    return canvas.drawn()


def band(canvas: Canvas, box: Box, printed: Face, *, gated: bool) -> None:
    """Number, colours with their symbols, and room for the threshold while it counts."""
    label = 36 if printed.number else 0
    canvas.fill(box, theme.INK)
    if printed.number:
        canvas.fill(box.left(label - 2), theme.PARCHMENT_SHADE)
        canvas.write(box.left(label - 2).inset(2, 0), printed.number, _NUMBER, "center")
    room = box.past(label).left(box.w - label - gated * GATE)
    for colour, field in zip(printed.colours, room.columns(len(printed.colours)), strict=True):
        canvas.fill(field, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(box.h - 8, field.w - 3)), field)
    canvas.fill(box.below(box.h - 2), theme.INK)


def _gate_box(width: int) -> Box:
    return Box(width - 2 - GATE + 2, 2, GATE - 2, _BAND - 2)


def gate(canvas: Canvas, box: Box, threshold: int, count: int) -> None:
    """How many stand here and how many it takes; in gold once they are enough."""
    reached = count >= threshold
    canvas.fill(box, theme.GOLD if reached else theme.INK)
    colour = theme.INK if reached else theme.CREAM
    canvas.write(box, f"{count}/{threshold}", _COUNT.tinted(colour), "center")


def members(canvas: Canvas, box: Box, standing: Stand) -> None:
    """Liverymen by seat at the left, the marker at the right."""
    present = [(seat, pawns) for seat, pawns in enumerate(standing.pawns) if pawns]
    marked = 42 if standing.marker else 0
    if marked:
        canvas.put(second(standing.marker, 40), box.right - 42, box.y + (box.h - 40) // 2)
    count = len(present) + standing.beadle
    if not count:
        return
    step = min(46, (box.w - marked) // count)
    wide = min(42, step)
    x = box.x
    for seat, pawns in present:
        canvas.put(liveryman(seat, wide, box.h, str(pawns)), x, box.y)
        x += step
    if standing.beadle:
        canvas.put(beadle(wide, box.h), x, box.y)


def _mastered(canvas: Canvas, box: Box, standing: Stand) -> None:
    if standing.master is None:
        return
    figure = master(standing.master, 50)
    canvas.put(figure, box.middle[0] - figure.width // 2, box.bottom - figure.height)


@lru_cache(maxsize=32)
def _edge(width: int, colour: Colour, thick: int) -> Image.Image:
    """The rounded frame of a tile."""
    sketch = Sketch(width, HEIGHT)
    box = Box(0, 0, width, HEIGHT)
    sketch.frame(box, theme.INK, thick + 1, _RADIUS)
    if colour != theme.INK:
        sketch.frame(box.inset(1), colour, thick - 1, _RADIUS - 1)
    return sketch.done()


def _rounded(image: Image.Image) -> Image.Image:
    """The same with rounded corners."""
    image = image.convert("RGBA")
    image.putalpha(_corners(image.width))
    return image


@lru_cache(maxsize=8)
def _corners(width: int) -> Image.Image:
    sketch = Sketch(width, HEIGHT)
    sketch.box(Box(0, 0, width, HEIGHT), theme.INK, _RADIUS)
    return sketch.done().getchannel("A")
