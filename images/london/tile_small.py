"""A tile as it is seen from afar: what it takes, who stands on it, and whose it is."""

from __future__ import annotations

from PIL import Image

from engine.london.view import LondonView, TileView
from images.furniture.shots import lit
from images.london import frames
from images.london import tile as near
from images.london.emblems import icon, sixteen
from images.london.pawns import beadle, crest, liveryman
from images.london.rewards import Glyph, glyphs, row, second
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style

HEIGHT = 90
_BAND = 36
_GATE = 54
_PLATE = 42
_EDGE = 2
_CREST = 44
_LEAST = 32
"""Width of a pawn."""
_PRIZE = (30, 27, 24)
_CLOSE = 22
_SECOND = 28
_CELL = Style("strong", (28, 27))
_COUNT = Style("strong", (27,))
_HALL_SIGN = 48


def tile(view: LondonView, found: TileView, width: int) -> Drawn:
    """A tile of the town in HEIGHT px."""
    printed = view.printed.tiles[found.id]
    name = "" if found.resolved else found.cell
    first = glyphs((*printed.first, *printed.bonus))
    standing = near.stand(view, found)
    runner_up = bool(found.marker or printed.second)
    return _tile(width, printed.colours, printed.threshold, standing, name, first, runner_up)


def guildhall(canvas: Canvas, box: Box, view: LondonView) -> None:
    """Its sign, and who waits there."""
    canvas.put(_hall(box.w, box.h), box.x, box.y)
    room = box.inset(8)
    waiting = [(seat, p.guildhall) for seat, p in enumerate(view.players) if p.guildhall]
    signed = _HALL_SIGN + 8
    step = min(62, (room.w - signed) // max(1, len(waiting)))
    room = room.past((room.w - signed - step * len(waiting)) // 2)
    canvas.put_middle(icon("guildhall", _HALL_SIGN, theme.GOLD_LIGHT), room.left(_HALL_SIGN + 4))
    for at, (seat, number) in enumerate(waiting):
        figure = liveryman(seat, min(56, step), min(76, room.h), str(number))
        left = room.x + signed + at * step
        canvas.put(figure, left, room.y + (room.h - figure.height) // 2)


@cached
def _tile(
    width: int,
    colours: tuple[str, ...],
    threshold: int,
    standing: near.Stand,
    cell: str,
    first: tuple[Glyph, ...],
    runner_up: bool,  # noqa: FBT001 - by position
) -> Drawn:
    """Cell and colours above, with how many stand here of how many it takes; below what the winner
    gets, or its points alone beside pawns, and the sign of the second if there is one."""
    owned = frames.field(resolved=standing.resolved, master=standing.master)
    canvas = Canvas(Image.new("RGB", (width, HEIGHT), owned))
    box = Box(0, 0, width, HEIGHT)
    band = box.inset(_EDGE).top(_BAND)
    canvas.fill(band, theme.INK)
    fields = band.past(_PLATE if cell else 0)
    if not standing.resolved:
        fields = fields.left(fields.w - _GATE)
        gate = Box(band.right - _GATE, band.y, _GATE, _BAND)
        near.gate(canvas, gate, threshold, standing.total, _COUNT)
    near.fields(canvas, fields, colours, 8)
    if cell:
        canvas.fill(band.left(_PLATE - 2), theme.PALE)
        canvas.write(band.left(_PLATE - 2), cell, _CELL, "center")
    _standing(canvas, box.inset(_EDGE + 3).below(_BAND + 1), standing, first, runner_up=runner_up)
    canvas.put(frames.edge(width, HEIGHT, theme.INK, _EDGE), 0, 0)
    if standing.active:
        canvas.put(lit(width, HEIGHT), 0, 0)
    drawn = canvas.drawn()
    return flat(Drawn(frames.rounded(drawn.image), drawn.cut), sixteen())


def _standing(
    canvas: Canvas, box: Box, standing: near.Stand, first: tuple[Glyph, ...], *, runner_up: bool
) -> None:
    if standing.resolved:
        if standing.master is not None:
            canvas.put_middle(crest(standing.master, _CREST), box)
        return
    crowd = standing.crowd
    room = box.w - crowd * _LEAST
    prize, sign = _prizes(first[:1] if crowd else first, standing.marker, room, both=runner_up)
    if prize.width <= room:
        canvas.put(prize, box.x, box.y + (box.h - prize.height) // 2)
        box = box.past(prize.width + 4)
    if sign is not None:
        at = box.x if crowd else box.right - sign.width
        canvas.put(sign, at, box.y + (box.h - sign.height) // 2)
        box = box.past(sign.width + 4)
    step = min(48, box.w // max(1, crowd))
    x = box.right - step * crowd
    for seat, pawns in enumerate(standing.pawns):
        if pawns:
            canvas.put(liveryman(seat, min(46, step), box.h, str(pawns)), x, box.y)
            x += step
    if standing.beadle:
        canvas.put(beadle(min(46, step), box.h), x, box.y)


def _prizes(
    first: tuple[Glyph, ...], marker: str, room: int, *, both: bool
) -> tuple[Image.Image, Image.Image | None]:
    """What the first gets, and the sign of what the second gets, if `both` have room."""
    sign = second(marker, _SECOND)
    alone, beside = _prize(first, room), _prize(first, room - sign.width - 1)
    if both and beside is not None:
        return beside, sign
    return alone or row(first[:1], _PRIZE[0]), None


def _prize(first: tuple[Glyph, ...], room: int) -> Image.Image | None:
    """All of it, the icons close to each other where it is narrow."""
    close = tuple(glyph._replace(close=True) for glyph in first)
    rows = (*(row(first, size) for size in _PRIZE), row(close, _CLOSE))
    return next((one for one in rows if one.width <= room), None)


@cached
def _hall(width: int, height: int) -> Image.Image:
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 10)
    sketch.box(box.inset(2), theme.GOLD, 9)
    sketch.box(box.inset(5), THEME.cover.base, 7)
    return sketch.done()
