"""A tile as it lies in the town, seen from above: who stands on it, and what it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from PIL import Image

from engine.london.view import LondonView, TileView
from images.furniture.shots import lit
from images.london import frames
from images.london.emblems import emblems, sixteen, symbol
from images.london.pawns import beadle, crest, liveryman
from images.london.rewards import Glyph, glyphs, row, second
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import Fitted, fit
from images.paint.theme import Style
from images.words import Words

HEIGHT = 268
_BAND = 42
GATE = 60
INSET = 5
_PLATE = 40
NAME_LINES = 3
_LINE = 30
_AIR = 6
_NAME_INSET, _SLIM_INSET = 7, 1
_ROW = 38
FOOT = 52
_ICONS = (34, 30, 26)
_CLOSE = 22
_MARKER = 36
_OWNED, _CREST = 126, 90
_NAME = Style("strong", (34, 32, 30, 28, 27))
_SLIM = Style("slim", (28, 27))
_CELL = Style("strong", (28, 27))
_COUNT = Style("strong", (30, 28, 27))
_SIGN = 38


class Face(NamedTuple):
    """What a tile shows of itself, in a reader's language."""

    name: str
    cell: str
    colours: tuple[str, ...]
    threshold: int
    first: tuple[Glyph, ...]
    second: tuple[Glyph, ...]


class Stand(NamedTuple):
    """What stands on it: pawns by seat, the marker's short form, its state."""

    pawns: tuple[int, ...]
    marker: str
    beadle: bool
    active: bool
    resolved: bool
    master: int | None

    @property
    def total(self) -> int:
        """How many stand here, the beadle too."""
        return sum(self.pawns) + self.beadle

    @property
    def crowd(self) -> int:
        """How many different pawns stand here."""
        return sum(1 for pawns in self.pawns if pawns) + self.beadle


def face(view: LondonView, tile: TileView, words: Words) -> Face:
    """A tile's print and what players call its place; the second gets what its marker gives."""
    printed = view.printed.tiles[tile.id]
    marked = () if tile.marker is None else view.printed.markers[tile.marker].reward
    beside = [step for step in marked if step.verb != "vp"]
    return Face(
        words(printed.name),
        tile.cell,
        printed.colours,
        printed.threshold,
        glyphs((*printed.first, *printed.bonus)),
        glyphs((*beside, *printed.second)),
    )


def stand(view: LondonView, tile: TileView) -> Stand:
    """What stands on a tile."""
    return Stand(
        tile.pawns, short(view, tile.marker), tile.beadle, tile.active, tile.resolved, tile.master
    )


def stood_on(tile: TileView) -> bool:
    """Whether any pawn of a vote to come stands there."""
    return not tile.resolved and (tile.beadle or any(tile.pawns))


def short(view: LondonView, marker: str | None) -> str:
    """A marker's victory points; what else it gives stands beside it."""
    if marker is None:
        return ""
    reward = view.printed.markers[marker].reward
    return str(sum(step.n for step in reward if step.verb == "vp"))


def height(lines: int, foot: int = FOOT) -> int:
    """Of a tile whose name has so many lines, with `foot` px for who stands there."""
    return HEIGHT - _named_height(NAME_LINES) + _named_height(lines) - FOOT + foot


def _named_height(lines: int) -> int:
    """Of a name in so many lines; few have air, where more have what is left of theirs."""
    return lines * _LINE + (_AIR if 0 < lines < NAME_LINES else 0)


@cached
def overview(
    width: int, printed: Face, standing: Stand, lines: int = NAME_LINES, foot: int = FOOT
) -> Drawn:
    """The whole tile, with room for so many lines of its name, `foot` px for who stands there."""
    tall = height(lines, foot)
    owner = frames.cloth(resolved=standing.resolved, master=standing.master)
    base = _printed(width, printed, owner, standing.resolved, lines, foot)
    canvas = Canvas(base.image.copy())
    inner = Box(0, 0, width, tall).inset(INSET)
    if standing.resolved:
        edge = frames.cloth(resolved=True, master=standing.master).thick
        owned = Box(0, 0, width, tall).inset(edge).below(_BAND + _named_height(lines))
        _mastered(canvas, owned.below(max(0, owned.h - _OWNED)), standing)
    else:
        gate(canvas, Box(width - GATE, 2, GATE - 2, _BAND - 2), printed.threshold, standing.total)
        if standing.marker:
            canvas.put(second(standing.marker, _MARKER), inner.x, _second(inner, foot))
        _members(canvas, inner.below(inner.h - foot).inset(3, 0), standing)
    if standing.active:
        canvas.put(lit(width, tall), 0, 0)
    drawn = canvas.drawn()
    whole = Drawn(frames.rounded(drawn.image), base.cut + drawn.cut)
    return flat(whole, sixteen())


def _second(inner: Box, foot: int) -> int:
    """Where the second's reward begins; the first's is above it."""
    return inner.bottom - foot - _ROW


@cached
def _printed(
    width: int,
    printed: Face,
    owner: frames.Cloth,
    resolved: bool,  # noqa: FBT001 - by position
    lines: int,
    foot: int,
) -> Drawn:
    """Edge, band, name, and what the first and the second get."""
    tall = height(lines, foot)
    canvas = Canvas(Image.new("RGB", (width, tall), owner.ground))
    box = Box(0, 0, width, tall).inset(owner.thick)
    band(canvas, box.top(_BAND), printed, 0 if resolved else GATE)
    if lines:
        room = Box(0, owner.thick + _BAND, width, _named_height(lines))
        _named(canvas, room, printed.name, lines)
    if not resolved:
        inner = Box(0, 0, width, tall).inset(INSET)
        first = _fitted(printed.first, inner.w - 4)
        y = _second(inner, foot) - _ROW
        canvas.put(first, inner.x, y + (_ROW - first.height) // 2)
        after = _fitted(printed.second, inner.w - _MARKER - 4)
        x = inner.x + _MARKER + 4
        canvas.put(after, x, _second(inner, foot) + (_MARKER - after.height) // 2)
    canvas.put(frames.edge(width, tall, owner.rim, owner.thick), 0, 0)
    return canvas.drawn()


def _named(canvas: Canvas, box: Box, name: str, lines: int) -> None:
    """The name of a tile."""
    style, inset = _lettering(name, box.w)
    canvas.write(box.inset(inset, 0), name, style, "center", lines, free=True)


def fitted_name(name: str, width: int, lines: int = NAME_LINES) -> Fitted:
    """A name as it stands on a tile of this width, in so many lines at most."""
    style, inset = _lettering(name, width)
    return fit(name, style.setting, width - 2 * inset, lines * _LINE, lines)


def name_lines(name: str, width: int) -> int:
    """In how many lines a name fits on a tile of this width with all its words whole."""
    fitted = (fitted_name(name, width, lines) for lines in range(1, NAME_LINES))
    whole = (_is_whole(one, name) for one in fitted)
    return next((lines for lines, fits in enumerate(whole, 1) if fits), NAME_LINES)


def _is_whole(fitted: Fitted, name: str) -> bool:
    """Whether no word of a name is cut or broken."""
    return not fitted.cut and " ".join(fitted.lines) == name


def _lettering(name: str, width: int) -> tuple[Style, int]:
    """Bold within a margin, or slim and nearer to the edge where it would be broken for that."""
    room = width - 2 * _NAME_INSET
    bold = fit(name, _NAME.setting, room, NAME_LINES * _LINE, NAME_LINES)
    return (_NAME, _NAME_INSET) if _is_whole(bold, name) else (_SLIM, _SLIM_INSET)


def _fitted(found: tuple[Glyph, ...], room: int) -> Image.Image:
    """Icons as large as the room allows, close to each other where it is narrow."""
    rows = (row(found, size) for size in _ICONS)
    close = tuple(glyph._replace(close=True) for glyph in found)
    return next((one for one in rows if one.width <= room), row(close, _CLOSE))


def band(canvas: Canvas, box: Box, printed: Face, right: int) -> None:
    """Its cell, and colours with their symbols; `right` px are left free."""
    canvas.fill(box, theme.INK)
    canvas.fill(box.left(_PLATE - 2), theme.PALE)
    canvas.write(box.left(_PLATE - 2).inset(2, 0), printed.cell, _CELL, "center")
    room = box.past(_PLATE).left(box.w - _PLATE - right)
    fields(canvas, room, printed.colours, 12)
    canvas.fill(box.below(box.h - 2), theme.INK)


def fields(canvas: Canvas, box: Box, colours: Sequence[str], air: int) -> None:
    """Colours side by side, each with its symbol, so many px lower than they."""
    for colour, field in zip(colours, box.columns(len(colours)), strict=True):
        canvas.fill(field, emblems().colours[colour].colour)
        canvas.put_middle(symbol(colour, min(box.h - air, field.w - 3)), field)


@cached
def plate(cell: str) -> Image.Image:
    """A tile's cell alone, for the legend."""
    canvas = Canvas(Image.new("RGB", (_SIGN, _SIGN), theme.INK))
    box = Box(0, 0, _SIGN, _SIGN).inset(2)
    canvas.fill(box, theme.PALE)
    canvas.write(box, cell, _CELL, "center")
    return canvas.drawn().image


@cached
def gated(count: int, threshold: int) -> Image.Image:
    """A tile's gate alone, for the legend."""
    canvas = Canvas(Image.new("RGB", (GATE - 2, _SIGN), theme.INK))
    gate(canvas, Box(0, 0, GATE - 2, _SIGN), threshold, count)
    return canvas.drawn().image


def gate(canvas: Canvas, box: Box, threshold: int, count: int, style: Style = _COUNT) -> None:
    """How many stand here and how many it takes; in gold once they are enough."""
    reached = count >= threshold
    canvas.fill(box, theme.INK)
    if reached:
        canvas.fill(box.past(2), theme.GOLD)
    colour = theme.INK if reached else theme.CREAM
    canvas.write(box, f"{count}/{threshold}", style.tinted(colour), "center")


def _members(canvas: Canvas, box: Box, standing: Stand) -> None:
    """Liverymen by seat, then the beadle."""
    if not standing.crowd:
        return
    step = min(46, box.w // standing.crowd)
    wide = min(42, step)
    x = box.x
    for seat, pawns in enumerate(standing.pawns):
        if pawns:
            canvas.put(liveryman(seat, wide, box.h, str(pawns)), x, box.y)
            x += step
    if standing.beadle:
        canvas.put(beadle(wide, box.h), x, box.y)


def _mastered(canvas: Canvas, box: Box, standing: Stand) -> None:
    """Whose the tile is, in the owner's colour."""
    if standing.master is None:
        return
    canvas.fill(box, emblems().liveries[standing.master].colour)
    canvas.put_middle(crest(standing.master, min(_CREST, box.h - 8)), box)
