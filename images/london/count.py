"""The votes of the latest activation: who stood there, what broke a tie, who got what."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.london.view import Icon, LondonView, TallyView
from engine.text import text
from images.furniture.sheets import TITLE, section
from images.london.emblems import icon
from images.london.pawns import liveryman
from images.london.rewards import Glyph, glyphs, letters, row
from images.london.signs import place
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.words import Words

_ROW = 60
_SPACE = 10
_BETWEEN = 8
_NAME = 270
_SEAT = 86
_FIGURE = (40, 54)
_ICONS = (40, 36, 32, 28)
_SIGN = 36
_CALLED = Style("strong", (32, 30, 28, 27))
_SAID = Style("text", (32, 30, 28), theme.INK_SOFT)


def shown(view: LondonView) -> tuple[TallyView, ...]:
    """The votes that are news: until the turns of the round after them are over; the last ones."""
    if not view.tallies:
        return ()
    recent = view.phase != "turns" or len(view.activation_rounds) == view.rounds
    return view.tallies if recent or view.round <= view.tallies[0].round + 1 else ()


def height(view: LondonView) -> int:
    """Room for the table; 0 without votes."""
    found = shown(view)
    return TITLE + len(found) * _ROW + _SPACE if found else 0


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words) -> None:
    """A line a tile."""
    found = shown(view)
    said = text("london.picture.votes", round=found[0].round)
    section(canvas, box, THEME, words(said))
    most = max(sum(map(bool, tally.pawns)) for tally in found)
    for tally, line in zip(
        found, box.below(TITLE).top(len(found) * _ROW).rows(len(found)), strict=True
    ):
        _vote(canvas, line, view, words, tally, most)


def _vote(
    canvas: Canvas, line: Box, view: LondonView, words: Words, tally: TallyView, most: int
) -> None:
    """`most`: so many players have liverymen on one of these tiles; rewards have the rest."""
    face = view.printed.tiles[tally.tile]
    called = words(text("london.place.tile", tile=face.name, cell=tally.cell))
    canvas.write(line.left(_NAME - 12), called, _CALLED, lines=2)
    standing = [seat for seat, number in enumerate(tally.pawns) if number]
    places = line.past(_NAME).left(_SEAT * most).columns(most)
    for seat, cell in zip(standing, places, strict=False):
        _standing(canvas, cell, seat, tally.pawns[seat], tally.added[seat])
    first, second = line.past(_NAME + _SEAT * most).columns(2)
    if tally.winner is None:
        both = Box(first.x, line.y, line.right - first.x, line.h)
        canvas.write(both, words(text("london.count.undecided")), _SAID, lines=2)
        return
    by_first, by_second = tally.declined
    _rewarded(canvas, first, ("1", tally.winner), (*face.first, *face.bonus), by_first)
    if tally.second is not None:
        marker = () if tally.marker is None else view.printed.markers[tally.marker].reward
        _rewarded(canvas, second, ("2", tally.second), (*marker, *face.second), by_second)


def _standing(canvas: Canvas, cell: Box, seat: int, number: int, added: int) -> None:
    """So many liverymen of a seat; in a tie, the masters that count besides."""
    figure = liveryman(seat, *_FIGURE, str(number))
    canvas.put(figure, cell.x, cell.y + (cell.h - figure.height) // 2)
    if added:
        sign = _masters(added)
        canvas.put(sign, cell.x + figure.width, cell.y + (cell.h - sign.height) // 2)


@cached
def _masters(number: int) -> Image.Image:
    """+1 over a master's crown."""
    said, crown = letters(f"+{number}", theme.INK), icon("master", 30)
    sprite = Image.new("RGBA", (max(said.width, crown.width), said.height + crown.height), (0,) * 4)
    sprite.paste(said, ((sprite.width - said.width) // 2, 0), said)
    sprite.paste(crown, ((sprite.width - crown.width) // 2, said.height), crown)
    return sprite


def _rewarded(
    canvas: Canvas, cell: Box, placed: tuple[str, int], steps: Sequence[Icon], declined: int
) -> None:
    """Whom a reward is for, and the reward; what was declined is struck out."""
    mark, seat = placed
    figure = liveryman(seat, 34, 46)
    canvas.put_middle(place(_SIGN, mark), cell.left(_SIGN))
    canvas.put_middle(figure, cell.past(_SIGN + 4).left(figure.width))
    rest = cell.past(_SIGN + figure.width + 14)
    took = glyphs([step for at, step in enumerate(steps) if not declined >> at & 1])
    left = glyphs([step for at, step in enumerate(steps) if declined >> at & 1])
    strip = _reward(took, left, rest.w - 8)
    canvas.put(strip, rest.x, rest.y + (rest.h - strip.height) // 2)


@cached
def _reward(took: tuple[Glyph, ...], left: tuple[Glyph, ...], room: int) -> Image.Image:
    """Icons as large as the room allows."""
    strips = (_strip(took, left, size) for size in _ICONS)
    fitting = (strip for strip in strips if strip.width <= room)
    return next(fitting, None) or _strip(took, left, _ICONS[-1])


def _strip(took: tuple[Glyph, ...], left: tuple[Glyph, ...], size: int) -> Image.Image:
    if not left:
        return row(took, size)
    struck = row(left, size, theme.INK_SOFT)
    sketch = Sketch(struck.width, size)
    sketch.line(((0, size * 0.5), (struck.width, size * 0.5)), THEME.rubric, 5)
    line = sketch.done()
    both = Image.new("RGBA", (struck.width, size), (*theme.INK, 0))
    both.paste(struck, (0, 0), struck)
    both.paste(line, (0, 0), line)
    if not took:
        return both
    first = row(took, size)
    strip = Image.new("RGBA", (first.width + _BETWEEN + both.width, size), (*theme.INK, 0))
    strip.paste(first, (0, 0))
    strip.paste(both, (first.width + _BETWEEN, 0))
    return strip
