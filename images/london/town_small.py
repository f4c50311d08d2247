"""The town small, in a hand: who stands where, and the tiles that can be chosen by number."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.london.view import LondonView
from images import theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.indexed import flat
from images.layout import Box
from images.london import frames, ground, tile, town
from images.london.emblems import emblems, icon, sixteen, symbol
from images.london.pawns import beadle, crest, liveryman
from images.london.theme import THEME
from images.sketch import Sketch
from images.theme import Style

HEIGHT = 104
GAP = 4
_BAND = 36
_GATE = 54
_PLATE = 44
_EDGE = 2
_CREST = 50
_NUMBER = Style("strong", (34, 32), theme.CREAM)
_COUNT = Style("strong", (26, 24))


def shown(view: LondonView) -> bool:
    """Whether the viewer chooses about the town."""
    return view.prompt is not None and view.phase in ("turns", "activation", "growth")


def height(view: LondonView) -> int:
    """Of the map with the names on its edge."""
    rows = len(ground.built(view).rows)
    return town.LABELS + 2 * town.WALL + rows * HEIGHT + (rows - 1) * GAP


def draw(canvas: Canvas, box: Box, view: LondonView) -> None:
    """The town as it is built; numbers as the options say them."""
    part = ground.built(view)
    inner = town.walled(canvas, box).inset(town.WALL)
    town.labels(canvas, inner, ground.names(view, part), HEIGHT + GAP, GAP)
    places = town.cells(inner, part, HEIGHT, GAP)
    width = min(place.w for place in places.values())
    numbers = {cell: str(number) for number, cell in enumerate(view.numbered, 1)}
    for cell, found in view.by_cell().items():
        printed = view.printed.tiles[found.id]
        drawn = _tile(
            width,
            printed.colours,
            printed.threshold,
            tile.stand(view, found),
            numbers.get(found.cell, ""),
        )
        canvas.place(drawn, *places[cell][:2])
    _guildhall(canvas, [places[cell] for cell in view.guildhall], width, view)


@cached
def _tile(
    width: int, colours: tuple[str, ...], threshold: int, standing: tile.Stand, number: str
) -> Drawn:
    """Number and colours above, with how many stand here of how many it takes; pawns below."""
    owned = frames.field(resolved=standing.resolved, master=standing.master)
    canvas = Canvas(Image.new("RGB", (width, HEIGHT), owned))
    box = Box(0, 0, width, HEIGHT)
    band = box.inset(_EDGE).top(_BAND)
    canvas.fill(band, theme.INK)
    fields = band.past(_PLATE if number else 0)
    if not standing.resolved:
        fields = fields.left(fields.w - _GATE)
        total = sum(standing.pawns) + standing.beadle
        _gate(canvas, Box(band.right - _GATE, band.y, _GATE, _BAND), total, threshold)
    for colour, field in zip(colours, fields.columns(len(colours)), strict=True):
        canvas.fill(field, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(_BAND - 8, field.w - 3)), field)
    if number:
        canvas.fill(band.left(_PLATE), THEME.cloth)
        canvas.write(band.left(_PLATE), number, _NUMBER, "center")
    _standing(canvas, box.inset(_EDGE + 3).below(_BAND + 1), standing)
    canvas.put(frames.edge(width, HEIGHT, theme.INK, _EDGE), 0, 0)
    if standing.active:
        canvas.put(frames.lit(width, HEIGHT), 0, 0)
    drawn = canvas.drawn()
    return flat(Drawn(frames.rounded(drawn.image), drawn.cut), sixteen())


def _gate(canvas: Canvas, box: Box, total: int, threshold: int) -> None:
    reached = total >= threshold
    canvas.fill(box, theme.INK)
    if reached:
        canvas.fill(box.past(2), theme.GOLD)
    colour = theme.INK if reached else theme.CREAM
    canvas.write(box, f"{total}/{threshold}", _COUNT.tinted(colour), "center")


def _standing(canvas: Canvas, box: Box, standing: tile.Stand) -> None:
    if standing.resolved:
        if standing.master is not None:
            canvas.put_middle(crest(standing.master, _CREST), box)
        return
    crowd = sum(1 for pawns in standing.pawns if pawns) + standing.beadle
    step = min(50, box.w // max(1, crowd))
    x = box.x + (box.w - step * crowd) // 2
    for seat, pawns in enumerate(standing.pawns):
        if pawns:
            canvas.put(liveryman(seat, min(46, step), box.h, str(pawns)), x, box.y)
            x += step
    if standing.beadle:
        canvas.put(beadle(min(46, step), box.h), x, box.y)


def _guildhall(canvas: Canvas, boxes: Sequence[Box], width: int, view: LondonView) -> None:
    """Its sign, and who waits there."""
    first, last = boxes[0], boxes[-1]
    box = Box(first.x, first.y, last.x + width - first.x, HEIGHT)
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
