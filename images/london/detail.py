"""A tile seen from near: its rewards in icons and short words, everyone who stands on it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.london.view import Icon, LondonView, TileView
from engine.text import Text, text
from images import theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.london import tile
from images.london.emblems import STONE_DARK, emblems, icon
from images.london.pawns import beadle, liveryman, master
from images.london.rewards import Glyph, second, sprite
from images.ornaments import medal
from images.sketch import Sketch
from images.theme import Style
from images.words import Words

HEIGHT = 322
_BAND = 52
_NAME_ROOM = 46
_LINE = 38
_FOOT = 74
_NAME = Style("strong", (32, 30, 28, 26, 24, 22))
_ITEM = Style("text", (24, 22))
_NOTE = Style("text", (24, 22), theme.INK_SOFT)
_OWNER = Style("strong", (28, 26, 24, 22))

Item = tuple[Glyph, str]
"""An icon and a few words."""


class Detail(NamedTuple):
    """A tile in a reader's language."""

    face: tile.Face
    first: tuple[Item, ...]
    second: tuple[Item, ...]
    permanent: str
    owner: str
    threshold: str


def detail(view: LondonView, found: TileView, words: Words) -> Detail:
    """All that stands on a tile, in words."""
    printed = view.printed.tiles[found.id]
    gain: list[Item] = []
    if found.marker is not None:
        for step in view.printed.markers[found.marker].reward:
            kind = "second" if step.verb == "vp" else "icon"
            mark = str(step.n) if step.verb == "vp" else step.verb
            gain.append((Glyph(kind, mark), words(_short(step))))
    permanent = ""
    if printed.permanent is not None:
        permanent = words(_short_permanent(printed.permanent))
    owner = words(text("london.picture.bare"))
    if found.master is not None:
        owner = words.name(found.master)
    return Detail(
        tile.face(printed, words),
        tuple(_item(step, words) for step in (*printed.first, *printed.bonus)),
        (*gain, *(_item(step, words) for step in printed.second)),
        permanent,
        owner,
        words(text("london.picture.threshold", threshold=printed.threshold)),
    )


def _item(step: Icon, words: Words) -> Item:
    glyph = Glyph("coin", str(step.n)) if step.verb == "vp" else Glyph("icon", step.verb)
    return glyph, words(_short(step))


def _short(step: Icon) -> Text:
    """A plain step in a word and its number; others as they are printed."""
    if step.per is not None or step.conditional or step.verb in ("each_time", "choose", "trade"):
        return step.text
    if step.verb == "mayor":
        return text("london.picture.short.mayor", draw=step.draw, keep=step.keep)
    return text(f"london.picture.short.{step.verb}", n=step.n)


def _short_permanent(permanent: Text) -> Text:
    return text(permanent.key.replace("london.", "london.picture.", 1))


@lru_cache(maxsize=64)
def closeup(width: int, of: Detail, standing: tile.Stand, chosen: bool) -> Drawn:  # noqa: FBT001
    """The whole tile, `HEIGHT` px high; `chosen`: the one that was asked for."""
    colour, rim = theme.CREAM, theme.INK
    if standing.resolved:
        livery = None if standing.master is None else emblems().liveries[standing.master]
        colour = theme.PARCHMENT_SHADE if livery is None else livery.tint
        rim = STONE_DARK if livery is None else livery.colour
    sketch = Sketch(width, HEIGHT)
    whole = Box(0, 0, width, HEIGHT)
    sketch.box(whole, theme.GOLD_DARK if chosen else theme.INK, 14)
    sketch.box(whole.inset(1), theme.GOLD if chosen else rim, 13)
    inner = whole.inset(7 if chosen or standing.resolved else 3)
    sketch.box(inner, colour, 6)
    canvas = Canvas(sketch.done())
    band = inner.top(_BAND)
    tile.band(canvas, band, of.face, gated=not standing.resolved)
    canvas.write(
        inner.below(_BAND).top(_NAME_ROOM).inset(8, 0), of.face.name, _NAME, "center", free=True
    )
    body = inner.below(_BAND + _NAME_ROOM).inset(8, 0)
    if standing.resolved:
        _mastered(canvas, body.top(inner.h - _BAND - _NAME_ROOM), of, standing)
        return canvas.drawn()
    count = sum(standing.pawns) + standing.beadle
    gate = Box(band.right - tile.GATE, band.y, tile.GATE, band.h)
    tile.gate(canvas, gate, of.face.threshold, count)
    lines = _block(canvas, body, "1", of.first)
    if of.permanent:
        canvas.write(body.below(lines * _LINE).top(_LINE), of.permanent, _NOTE, "center", free=True)
        lines += 1
    _block(canvas, body.below(2 * _LINE), "2", of.second)
    _present(canvas, Box(body.x, inner.bottom - _FOOT, body.w, _FOOT - 6), standing)
    return canvas.drawn()


def _block(canvas: Canvas, box: Box, place: str, items: tuple[Item, ...]) -> int:
    """What the first or the second gets, two a line; returns the lines used."""
    if not items:
        return 0
    canvas.put(medal(34, place, "now" if place == "1" else "later"), box.x - 3, box.y + 2)
    room = box.past(36)
    lines = (len(items) + 1) // 2
    cells = [
        cell for line in range(lines) for cell in room.below(line * _LINE).top(_LINE).columns(2, 2)
    ]
    for (glyph, said), cell in zip(items, cells, strict=False):
        sign = second(glyph.name, 34) if glyph.kind == "second" else sprite(glyph, 32)
        canvas.put(sign, cell.x, cell.y + (cell.h - sign.height) // 2)
        canvas.write(cell.past(38), said, _ITEM, free=True)
    return lines


def _present(canvas: Canvas, box: Box, standing: tile.Stand) -> None:
    """Everyone on the tile."""
    present = [(seat, number) for seat, number in enumerate(standing.pawns) if number]
    canvas.fill(box.top(1), theme.PARCHMENT_LINE)
    wide = 50
    step = wide + 14
    x = box.middle[0] - (step * (len(present) + standing.beadle) - 14) // 2
    for seat, number in present:
        canvas.put(liveryman(seat, wide, 62, str(number)), x, box.y + 5)
        x += step
    if standing.beadle:
        canvas.put(beadle(wide, 62), x, box.y + 5)


def _mastered(canvas: Canvas, box: Box, of: Detail, standing: tile.Stand) -> None:
    """Who controls the tile."""
    room = box.past(116).left(box.w - 116)
    if standing.master is not None:
        figure = master(standing.master, 92)
        canvas.put_middle(figure, box.left(108))
    else:
        room = box
        canvas.put_middle(icon("master", 1, theme.INK), box.left(1))
    canvas.write(room.below(14).top(84), of.owner, _OWNER, lines=3, free=True)
    canvas.write(room.below(104).top(34), of.threshold, _NOTE)
    if of.permanent:
        canvas.write(room.below(140).top(60), of.permanent, _NOTE, lines=2, free=True)


@lru_cache(maxsize=2)
def empty(width: int) -> Image.Image:
    """Land without a tile."""
    sketch = Sketch(width, HEIGHT)
    sketch.box(Box(0, 0, width, HEIGHT).inset(2), theme.PARCHMENT_SHADE, 12)
    return sketch.done()
