"""A tile as it lies in the town, seen from above: who stands on it, and what it takes."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from engine.london.view import LondonView, TileFace, TileView
from images import theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.london import frames
from images.london.emblems import emblems, symbol
from images.london.pawns import beadle, liveryman, master
from images.london.rewards import Glyph, glyphs, row, second
from images.theme import Style
from images.words import Words

HEIGHT = 180
_BAND = 38
GATE = 54
INSET = 5
_FOOT = 50
_REWARD = 34
_MARKED = 42
_NARROW = 33
"""Liverymen that had to be narrower send the marker up beside the reward."""
NAME = Style("strong", (26, 24, 22))
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


@lru_cache(maxsize=128)
def overview(width: int, printed: Face, standing: Stand) -> Drawn:
    """The whole tile, `HEIGHT` px high."""
    crowd = _crowd(standing)
    raised = (width - 2 * INSET - _MARKED - 6) // max(1, crowd) < _NARROW
    owner = frames.cloth(resolved=standing.resolved, master=standing.master)
    base = _printed(width, printed, owner, raised)
    canvas = Canvas(base.image.copy())
    inner = Box(0, 0, width, HEIGHT).inset(INSET)
    if standing.resolved:
        _mastered(canvas, inner, standing)
    else:
        total = sum(standing.pawns) + standing.beadle
        gate(canvas, Box(width - GATE, 2, GATE - 2, _BAND - 2), printed.threshold, total)
        foot = inner.below(inner.h - _FOOT)
        if standing.marker:
            size = _MARKED - (8 if raised else 2)
            y = foot.y - _REWARD if raised else foot.y + (_FOOT - size) // 2
            canvas.put(second(standing.marker, size), foot.right - size, y)
        room = foot if raised else foot.left(foot.w - _MARKED)
        _members(canvas, room.inset(3, 0), standing)
    if standing.active:
        canvas.put(frames.lit(width, HEIGHT), 0, 0)
    drawn = canvas.drawn()
    return Drawn(frames.rounded(drawn.image), base.cut + drawn.cut)


def _crowd(standing: Stand) -> int:
    """How many different pawns stand here."""
    return sum(1 for pawns in standing.pawns if pawns) + standing.beadle


@lru_cache(maxsize=96)
def _printed(width: int, printed: Face, owner: frames.Cloth, raised: bool) -> Drawn:  # noqa: FBT001 - by position
    """Edge, band, name, and what the winner gets; `raised`: leaves room for the marker beside."""
    canvas = Canvas(Image.new("RGB", (width, HEIGHT), owner.ground))
    box = Box(0, 0, width, HEIGHT).inset(owner.thick)
    resolved = owner.ground != theme.CREAM
    band(canvas, box.top(_BAND), printed, 0 if resolved else GATE)
    room = Box(INSET, owner.thick + _BAND + 1, width - 2 * INSET, 52)
    canvas.write(room, printed.name, NAME, "center", 2, free=True)
    if not resolved:
        reward = row(printed.first, 28 if raised else 32)
        x = INSET if raised else (width - reward.width) // 2
        canvas.put(reward, x, HEIGHT - INSET - _FOOT - _REWARD + (34 - reward.height) // 2)
    canvas.put(frames.edge(width, HEIGHT, owner.rim, owner.thick), 0, 0)
    return canvas.drawn()


def band(canvas: Canvas, box: Box, printed: Face, right: int) -> None:
    """Number and colours with their symbols; `right` px are left free."""
    label = 36 if printed.number else 0
    canvas.fill(box, theme.INK)
    if printed.number:
        canvas.fill(box.left(label - 2), theme.PARCHMENT_SHADE)
        canvas.write(box.left(label - 2).inset(2, 0), printed.number, _NUMBER, "center")
    room = box.past(label).left(box.w - label - right)
    for colour, field in zip(printed.colours, room.columns(len(printed.colours)), strict=True):
        canvas.fill(field, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(box.h - 8, field.w - 3)), field)
    canvas.fill(box.below(box.h - 2), theme.INK)


def gate(canvas: Canvas, box: Box, threshold: int, count: int) -> None:
    """How many stand here and how many it takes; in gold once they are enough."""
    reached = count >= threshold
    canvas.fill(box, theme.GOLD if reached else theme.INK)
    colour = theme.INK if reached else theme.CREAM
    canvas.write(box, f"{count}/{threshold}", _COUNT.tinted(colour), "center")


def _members(canvas: Canvas, box: Box, standing: Stand) -> None:
    """Liverymen by seat, then the beadle."""
    crowd = _crowd(standing)
    if not crowd:
        return
    step = min(46, box.w // crowd)
    wide = min(42, step)
    x = box.x
    for seat, pawns in enumerate(standing.pawns):
        if pawns:
            canvas.put(liveryman(seat, wide, box.h, str(pawns)), x, box.y)
            x += step
    if standing.beadle:
        canvas.put(beadle(wide, box.h), x, box.y)


def _mastered(canvas: Canvas, box: Box, standing: Stand) -> None:
    if standing.master is None:
        return
    figure = master(standing.master, 50)
    canvas.put(figure, box.middle[0] - figure.width // 2, box.bottom - figure.height)
