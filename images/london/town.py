"""The town as a map: tiles on their cells, the Guildhall, plots where the town will grow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

from PIL import Image

from engine.london.view import Cell, Direction, LondonView, TileView
from engine.text import text
from images.furniture.sheets import CONTENT
from images.furniture.shots import ring
from images.london import facts, tile, tile_small
from images.london.emblems import GREY, STREET, icon, sixteen
from images.london.pawns import liveryman
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.sketch import Sketch, stamped
from images.paint.theme import Style
from images.paint.vector import stencil
from images.pictures import Shot
from images.words import Words

GAP = 3
WALL = 4
LABELS = 40
MARGIN = 20
"""At the left of the wall, where the rows' names stand."""
PLOTS = 72
"""Height of a row in which nothing is built yet."""

_MERLON = (32, 10)
_WIDE = 260
_LABEL = Style("heading", (30,), THEME.rubric)
_HALL = Style("heading", (48, 44, 40, 36, 34, 32, 30, 28), theme.CREAM)
_HALL_NAME = Style("heading", (34, 32, 30, 28, 27), theme.CREAM)
_TURN: dict[Direction, int] = {"north": 0, "east": 90, "south": 180, "west": 270}
_COMPASS = ("oval 50 50 48 48 0", "hollow 50 50 41 41 0", "fill M50 14 L68 72 L50 60 L32 72 Z")


Detail: TypeAlias = Literal["named", "bare", "small"]
"""How much of themselves tiles show: all, all but their names, or what counts from afar."""


class Row(NamedTuple):
    """Of the map: lines of its tiles' names, px for who stands on them, and its height."""

    lines: int
    foot: int
    height: int


def rows(
    view: LondonView, words: Words, part: facts.Part, shot: Shot[LondonView] | None, detail: Detail
) -> list[Row]:
    """Each as low as its tiles allow; in a film all alike, as tiles will stand in each."""
    if detail == "small":
        return [Row(0, 0, tile_small.HEIGHT)] * len(part.rows)
    if shot is not None:
        lines = tile.NAME_LINES if detail == "named" else 0
        return [Row(lines, tile.FOOT, tile.height(lines))] * len(part.rows)
    width = across(part)
    return [
        _row(view, words, [one for one in view.tiles if one.y == y], width, detail)
        for y in part.rows
    ]


def _row(
    view: LondonView, words: Words, tiles: Sequence[TileView], width: int, detail: Detail
) -> Row:
    if not tiles:
        return Row(0, 0, PLOTS)
    names = [words(view.printed.tiles[one.id].name) for one in tiles if detail == "named"]
    lines = max((tile.name_lines(name, width) for name in names), default=0)
    foot = tile.FOOT * any(map(tile.stood_on, tiles))
    return Row(lines, foot, tile.height(lines, foot))


def height(tall: Sequence[int]) -> int:
    """Of a map with such rows and the names on its edge."""
    return LABELS + 2 * WALL + sum(tall) + (len(tall) - 1) * GAP


def across(part: facts.Part) -> int:
    """The width of a tile."""
    inner = Box(0, 0, CONTENT - MARGIN, 1).inset(WALL, 0)
    return min(lane.w & ~1 for lane in inner.columns(len(part.columns), GAP))


def draw(
    canvas: Canvas,
    box: Box,
    view: LondonView,
    words: Words,
    part: facts.Part,
    detail: Detail,
    shot: Shot[LondonView] | None,
) -> None:
    """This part of the town; the rows' names stand in the margin at the left."""
    inner = walled(canvas, box).inset(WALL)
    tall = rows(view, words, part, shot, detail)
    places = cells(inner, part, [row.height for row in tall])
    labels(canvas, inner, facts.names(view, part), places, part)
    width = across(part)
    growth = view.growth()
    for cell in growth[1] if growth else ():
        place = places[cell]
        canvas.put(plot(width, place.h), *place[:2])
    by_row = dict(zip(part.rows, tall, strict=True))
    for cell, found in view.by_cell().items():
        place, row = places[cell], by_row[found.y]
        if detail == "small":
            drawn = tile_small.tile(view, found, width)
        else:
            face = tile.face(view, found, words)
            drawn = tile.overview(width, face, tile.stand(view, found), row.lines, row.foot)
        canvas.place(drawn, place.x, place.y)
        ring(canvas, Box(place.x, place.y, width, place.h), view, shot, partial(_stands, cell=cell))
    if detail == "named":
        draw_guildhall(canvas, places, width, view, words)
    else:
        tile_small.guildhall(canvas, hall(view, places, width), view)


def _stands(view: LondonView, cell: Cell) -> tile.Stand | bool:
    """What stands on a cell; nothing where the town hasn't grown yet."""
    found = view.by_cell().get(cell)
    return found is not None and tile.stand(view, found)._replace(active=False)


def hall(view: LondonView, places: dict[Cell, Box], width: int) -> Box:
    """Where these cells show the Guildhall; of no size where they don't."""
    shown = [places[cell] for cell in view.guildhall if cell in places]
    if not shown:
        return Box(0, 0, 0, 0)
    first, last = shown[0], shown[-1]
    return Box(first.x, first.y, last.x + width - first.x, first.h)


def draw_guildhall(
    canvas: Canvas, places: dict[Cell, Box], width: int, view: LondonView, words: Words
) -> None:
    """As much of the Guildhall as these cells show."""
    box = hall(view, places, width)
    if not box.w:
        return
    growth = view.growth()
    pawns = tuple(player.guildhall for player in view.players)
    title = words(text("london.picture.guildhall"))
    drawn = guildhall(box.w, box.h, title, pawns, growth[0] if growth else None)
    canvas.place(drawn, box.x, box.y)


def cells(inner: Box, part: facts.Part, tall: Sequence[int], gap: int = GAP) -> dict[Cell, Box]:
    """The box of each cell, rows as `tall`; at even places, so that equal tiles are made of the
    same bytes."""
    lanes = inner.columns(len(part.columns), gap)
    tops = [inner.y + sum(tall[:row]) + row * gap for row in range(len(tall))]
    return {
        (x, y): Box(lane.x & ~1, top, lane.w & ~1, height)
        for y, top, height in zip(part.rows, tops, tall, strict=True)
        for x, lane in zip(part.columns, lanes, strict=True)
    }


def labels(
    canvas: Canvas,
    inner: Box,
    names: tuple[tuple[str, ...], tuple[str, ...]],
    places: dict[Cell, Box],
    part: facts.Part,
) -> None:
    """Letters above the map, numbers at its left."""
    columns, rows = names
    for name, x in zip(columns, part.columns, strict=True):
        lane = places[x, part.rows[0]]
        at = Box(lane.x, inner.y - WALL - LABELS, lane.w, LABELS - 10)
        canvas.write(at, name, _LABEL, "center")
    for name, y in zip(rows, part.rows, strict=True):
        lane = places[part.columns[0], y]
        at = Box(inner.x - WALL - MARGIN, lane.y, MARGIN - 4, lane.h)
        canvas.write(at, name, _LABEL, "center")


def walled(canvas: Canvas, box: Box) -> Box:
    """The streets within the city wall, its battlements at the north; returns where they lie."""
    box = box.below(LABELS).past(MARGIN)
    canvas.fill(box, theme.INK)
    count = box.w // _MERLON[0]
    for merlon in Box(box.x, box.y - 6, box.w, _MERLON[1]).columns(count, _MERLON[0] // 2):
        canvas.fill(merlon, theme.INK)
        canvas.fill(merlon.inset(2), GREY)
    canvas.fill(box.inset(2).top(4), GREY)
    canvas.fill(box.below(6).top(box.h - 8).inset(2, 0), STREET)
    return box


@cached
def plot(width: int, height: int) -> Image.Image:
    """Land on which a tile will be built at the next growth."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box.inset(3), theme.INK_SOFT, 10)
    sketch.box(box.inset(5), theme.PALE, 8)
    sprite = sketch.done()
    sign = icon("growth", 56, theme.INK_SOFT)
    sprite.paste(sign, ((width - 56) // 2, (height - 56) // 2), sign)
    return sprite


@cached
def guildhall(
    width: int, height: int, title: str, pawns: tuple[int, ...], compass: Direction | None
) -> Drawn:
    """The Guildhall and who waits there; `compass`: where the town grows next."""
    foot = height * 2 // 5
    canvas = Canvas(_hall(width, height, foot).copy())
    box = Box(0, 0, width, height).inset(14)
    upper = box.top(height - foot - 22)
    size = min(160, upper.h - 8, width // 4)
    said = upper
    if width > _WIDE:
        canvas.put_middle(icon("guildhall", size, theme.GOLD_LIGHT), upper.left(size))
        said = upper.past(size + 14)
        if compass is not None:
            canvas.put_middle(_compass(size * 4 // 5, compass), upper.past(upper.w - size))
            said = said.left(said.w - size - 6)
        canvas.write(said, title, _HALL, lines=2)
    else:
        size = upper.h - 40
        canvas.put_middle(icon("guildhall", size, theme.GOLD_LIGHT), upper.top(size))
        canvas.write(upper.below(size).top(36), title, _HALL_NAME, "center")
    _waiting(canvas, box.below(box.h - foot + 4).top(foot - 8), pawns)
    return flat(canvas.drawn(), sixteen(), STREET)


def _waiting(canvas: Canvas, box: Box, pawns: tuple[int, ...]) -> None:
    present = [(seat, number) for seat, number in enumerate(pawns) if number]
    if not present:
        return
    tall = min(104, box.h - 6)
    step = min(tall * 21 // 20, box.w // len(present))
    wide = min(tall * 4 // 5, step - 4)
    x = box.middle[0] - (step * len(present) - (step - wide)) // 2
    for seat, number in present:
        canvas.put(liveryman(seat, wide, tall, str(number)), x, box.y + (box.h - tall) // 2)
        x += step


@cached
def _hall(width: int, height: int, foot: int) -> Image.Image:
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 10)
    sketch.box(box.inset(2), theme.GOLD, 9)
    sketch.box(box.inset(5), THEME.cover.base, 7)
    sketch.box(Box(12, height - foot - 12, width - 24, foot), THEME.paper, 8)
    return sketch.done()


@cached
def _compass(size: int, towards: Direction) -> Image.Image:
    """A compass with its needle towards the next growth."""
    sprite = Image.new("RGBA", (size, size), (*theme.GOLD_LIGHT, 0))
    stamped(sprite, stencil(_COMPASS, size, _TURN[towards]), theme.GOLD_LIGHT, 0, 0)
    return sprite
