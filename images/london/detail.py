"""A tile seen from near: its rewards in icons and short words, everyone who stands on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.london.view import Icon, LondonView, TileView
from engine.text import Text, text
from images.london import frames, tile
from images.london.pawns import beadle, liveryman, master
from images.london.rewards import Glyph, second, sprite
from images.london.signs import place
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.layout import Box
from images.paint.theme import Style
from images.words import Words

HEIGHT = 550
"""Of a tile that is still to be won."""
BAND = 56
_NAME_ROOM = 90
_LINE = 44
_FOOT = 88
_GATE = 84
_STEP = 68
_CHOSEN = 8
_EDGE = 10
_PLACE = 40
_NAME = Style("strong", (38, 36, 34, 32, 30, 28))
_ITEM = theme.DECIDE
_FIGURE = 104
_MASTERED, _LASTING = 188, 86
"""What a tile that is won needs below its name, and what it gives for good."""
_NOTE = Style("text", (34, 32, 31), theme.INK_SOFT)
_OWNER = Style("strong", (36, 34, 32, 30, 28, 27))

Item = tuple[Glyph, str]
"""An icon and a few words."""


class Detail(NamedTuple):
    """A tile in a reader's language."""

    face: tile.Face
    first: tuple[Item, ...]
    second: tuple[Item, ...]
    permanent: str
    owner: str


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
        tile.face(view, found, words),
        tuple(_item(step, words) for step in (*printed.first, *printed.bonus)),
        (*gain, *(_item(step, words) for step in printed.second)),
        permanent,
        owner,
    )


def height(view: LondonView, row: Sequence[TileView]) -> int:
    """What tiles of a row need; those that are won say little."""
    if not all(found.resolved for found in row):
        return HEIGHT
    lasting = any(view.printed.tiles[found.id].permanent is not None for found in row)
    return BAND + _NAME_ROOM + _MASTERED + _LASTING * lasting


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


@cached
def closeup(
    size: tuple[int, int],
    of: Detail,
    standing: tile.Stand,
    chosen: bool,  # noqa: FBT001 - by position
) -> Drawn:
    """The whole tile; `chosen`: the one that was asked for."""
    owner = frames.cloth(resolved=standing.resolved, master=standing.master)
    canvas = Canvas(Image.new("RGB", size, owner.ground))
    rim, thick = (theme.GOLD, _CHOSEN) if chosen else (owner.rim, owner.thick)
    inner = Box(0, 0, *size).inset(thick)
    strip = inner.top(BAND)
    tile.band(canvas, strip, of.face, 0 if standing.resolved else _GATE)
    name = inner.below(BAND).top(_NAME_ROOM).inset(10, 0)
    canvas.write(name, of.face.name, _NAME, "center", 2, free=True)
    body = inner.below(BAND + _NAME_ROOM).inset(_EDGE - thick, 0)
    if standing.resolved:
        _mastered(canvas, body, of, standing)
    else:
        total = sum(standing.pawns) + standing.beadle
        at = strip.past(strip.w - _GATE + 2)
        tile.gate(canvas, at.top(BAND - 2), of.face.threshold, total)
        _rewards(canvas, body.top(body.h - _FOOT), of)
        _present(canvas, body.below(body.h - _FOOT), standing)
    canvas.put(frames.edge(*size, rim, thick), 0, 0)
    drawn = canvas.drawn()
    return Drawn(frames.rounded(drawn.image), drawn.cut)


def _rewards(canvas: Canvas, box: Box, of: Detail) -> None:
    """What the first gets, and the second; between them, what a master gives for good."""
    lines = (len(of.first), int(bool(of.permanent)), len(of.second))
    blocks = sum(1 for count in lines if count)
    space = max(0, box.h - sum(lines) * _LINE) // (blocks + 1)
    box = box.below(space)
    _block(canvas, box, "1", of.first)
    if of.first:
        box = box.below(lines[0] * _LINE + space)
    if of.permanent:
        canvas.write(box.top(_LINE), of.permanent, _NOTE)
        box = box.below(_LINE + space)
    _block(canvas, box, "2", of.second)


def _block(canvas: Canvas, box: Box, rank: str, items: tuple[Item, ...]) -> None:
    """What a place gets, a line each."""
    if not items:
        return
    canvas.put(place(_PLACE, rank), box.x, box.y + 3)
    for (glyph, said), line in zip(
        items, box.past(_PLACE + 8).top(len(items) * _LINE).rows(len(items)), strict=True
    ):
        sign = second(glyph.name, 38) if glyph.kind == "second" else sprite(glyph, 38)
        canvas.put(sign, line.x, line.y + (line.h - sign.height) // 2)
        canvas.write(line.past(max(sign.width, 38) + 8), said, _ITEM)


def _present(canvas: Canvas, box: Box, standing: tile.Stand) -> None:
    """Everyone on the tile."""
    canvas.fill(box.top(1), THEME.line)
    present = [(seat, number) for seat, number in enumerate(standing.pawns) if number]
    x = box.middle[0] - (_STEP * (len(present) + standing.beadle) - 14) // 2
    for seat, number in present:
        canvas.put(liveryman(seat, _STEP - 14, box.h - 12, str(number)), x, box.y + 7)
        x += _STEP
    if standing.beadle:
        canvas.put(beadle(_STEP - 14, box.h - 12), x, box.y + 7)


def _mastered(canvas: Canvas, box: Box, of: Detail, standing: tile.Stand) -> None:
    """Who controls the tile, and what it gives for good."""
    if of.permanent:
        canvas.write(box.below(box.h - _LASTING).top(_LASTING - 6), of.permanent, _NOTE, lines=2)
        box = box.top(box.h - _LASTING)
    if standing.master is not None:
        canvas.put_middle(master(standing.master, _FIGURE), box.left(_FIGURE + 12))
        box = box.past(_FIGURE + 20)
    canvas.write(box, of.owner, _OWNER, lines=4, free=True)
