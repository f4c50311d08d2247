"""The town in a hand: tiles that can be chosen as the board shows them, the others small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.london.view import LondonView
from images.furniture.sheets import CONTENT
from images.furniture.shots import lit
from images.london import facts, frames, tile, town
from images.london.emblems import emblems, icon, sixteen, symbol
from images.london.pawns import beadle, crest, liveryman
from images.london.rewards import Glyph, glyphs, row
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.words import Words

HEIGHT = 90
GAP = 4
_BAND = 36
_GATE = 54
_PLATE = 42
_EDGE = 2
_CREST = 44
_LEAST = 32
"""Width of a pawn."""
_PRIZE = (30, 27, 24)
_CELL = Style("strong", (28, 27))
_COUNT = Style("strong", (27,))


def shown(view: LondonView) -> bool:
    """Whether the viewer chooses about the town."""
    return view.prompt is not None and view.phase in ("turns", "activation", "growth")


def height(view: LondonView, *, full: bool) -> int:
    """Of the map with the names on its edge; `full`: with all of what can be chosen."""
    tall = [row.height for row in _rows(view, full=full)]
    return town.LABELS + 2 * town.WALL + sum(tall) + (len(tall) - 1) * GAP


class _Row(NamedTuple):
    """Of the map; `full`: with tiles that can be chosen; `foot`: px for who stands there."""

    full: bool
    foot: int

    @property
    def height(self) -> int:
        return max(HEIGHT, tile.height(0, self.foot)) if self.full else HEIGHT


def _rows(view: LondonView, *, full: bool) -> list[_Row]:
    """What is chosen names a tile by its cell, so that the map needs no names."""
    chosen = [one for one in view.tiles if full and one.cell in view.choosable]
    rows = [[one for one in chosen if one.y == y] for y in facts.built(view).rows]
    return [_Row(bool(row), tile.FOOT * any(map(tile.stood_on, row))) for row in rows]


def _width(part: facts.Part) -> int:
    """Of a tile."""
    inner = Box(0, 0, CONTENT - town.MARGIN, 1).inset(town.WALL, 0)
    return min(lane.w & ~1 for lane in inner.columns(len(part.columns), GAP))


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words, *, full: bool) -> None:
    """The town as it is built."""
    part, rows = facts.built(view), _rows(view, full=full)
    inner = town.walled(canvas, box).inset(town.WALL)
    places = town.cells(inner, part, [row.height for row in rows], GAP)
    town.labels(canvas, inner, facts.names(view, part), places, part)
    width = _width(part)
    feet = {y: row.foot for y, row in zip(part.rows, rows, strict=True)}
    for cell, found in view.by_cell().items():
        printed, at = view.printed.tiles[found.id], places[cell]
        standing = tile.stand(view, found)
        chosen = found.cell in view.choosable
        if chosen and full:
            face = tile.face(view, found, words)
            canvas.place(tile.overview(width, face, standing, 0, feet[found.y]), at.x, at.y)
        else:
            name = "" if found.resolved else found.cell
            first = glyphs((*printed.first, *printed.bonus))
            drawn = _tile(width, printed.colours, printed.threshold, standing, name, first)
            canvas.place(drawn, at.x, at.y + (at.h - HEIGHT) // 2)
    _guildhall(canvas, [places[cell] for cell in view.guildhall], width, view)


@cached
def _tile(
    width: int,
    colours: tuple[str, ...],
    threshold: int,
    standing: tile.Stand,
    cell: str,
    first: tuple[Glyph, ...],
) -> Drawn:
    """Cell and colours above, with how many stand here of how many it takes; below what the winner
    gets, or its points alone beside pawns."""
    owned = frames.field(resolved=standing.resolved, master=standing.master)
    canvas = Canvas(Image.new("RGB", (width, HEIGHT), owned))
    box = Box(0, 0, width, HEIGHT)
    band = box.inset(_EDGE).top(_BAND)
    canvas.fill(band, theme.INK)
    fields = band.past(_PLATE if cell else 0)
    if not standing.resolved:
        fields = fields.left(fields.w - _GATE)
        total = sum(standing.pawns) + standing.beadle
        _gate(canvas, Box(band.right - _GATE, band.y, _GATE, _BAND), total, threshold)
    for colour, field in zip(colours, fields.columns(len(colours)), strict=True):
        canvas.fill(field, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(_BAND - 8, field.w - 3)), field)
    if cell:
        canvas.fill(band.left(_PLATE - 2), theme.PALE)
        canvas.write(band.left(_PLATE - 2), cell, _CELL, "center")
    _standing(canvas, box.inset(_EDGE + 3).below(_BAND + 1), standing, first)
    canvas.put(frames.edge(width, HEIGHT, theme.INK, _EDGE), 0, 0)
    if standing.active:
        canvas.put(lit(width, HEIGHT), 0, 0)
    drawn = canvas.drawn()
    return flat(Drawn(frames.rounded(drawn.image), drawn.cut), sixteen())


def _gate(canvas: Canvas, box: Box, total: int, threshold: int) -> None:
    reached = total >= threshold
    canvas.fill(box, theme.INK)
    if reached:
        canvas.fill(box.past(2), theme.GOLD)
    colour = theme.INK if reached else theme.CREAM
    canvas.write(box, f"{total}/{threshold}", _COUNT.tinted(colour), "center")


def _standing(canvas: Canvas, box: Box, standing: tile.Stand, first: tuple[Glyph, ...]) -> None:
    if standing.resolved:
        if standing.master is not None:
            canvas.put_middle(crest(standing.master, _CREST), box)
        return
    crowd = sum(1 for pawns in standing.pawns if pawns) + standing.beadle
    prize = _prize(first[:1] if crowd else first, box.w)
    if prize.width + crowd * _LEAST <= box.w:
        canvas.put(prize, box.x, box.y + (box.h - prize.height) // 2)
        box = box.past(prize.width + 4)
    step = min(48, box.w // max(1, crowd))
    x = box.right - step * crowd
    for seat, pawns in enumerate(standing.pawns):
        if pawns:
            canvas.put(liveryman(seat, min(46, step), box.h, str(pawns)), x, box.y)
            x += step
    if standing.beadle:
        canvas.put(beadle(min(46, step), box.h), x, box.y)


def _prize(first: tuple[Glyph, ...], room: int) -> Image.Image:
    rows = (row(first, size) for size in _PRIZE)
    return next((one for one in rows if one.width <= room), row(first[:1], _PRIZE[0]))


def _guildhall(canvas: Canvas, boxes: Sequence[Box], width: int, view: LondonView) -> None:
    """Its sign, and who waits there."""
    first, last = boxes[0], boxes[-1]
    box = Box(first.x, first.y + (first.h - HEIGHT) // 2, last.x + width - first.x, HEIGHT)
    canvas.put(_hall(box.w, box.h), box.x, box.y)
    room = box.inset(8)
    canvas.put_middle(icon("guildhall", 48, theme.GOLD_LIGHT), room.left(52))
    waiting = [(seat, p.guildhall) for seat, p in enumerate(view.players) if p.guildhall]
    room = room.past(56)
    step = min(62, room.w // max(1, len(waiting)))
    for at, (seat, number) in enumerate(waiting):
        figure = liveryman(seat, min(56, step), min(76, room.h), str(number))
        canvas.put(figure, room.x + at * step, room.y + (room.h - figure.height) // 2)


@cached
def _hall(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 10)
    sketch.box(box.inset(2), theme.GOLD, 9)
    sketch.box(box.inset(5), THEME.cover.base, 7)
    return sketch.done()
