"""The whole way of a finished game: everybody's points by round and by where they came from."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images.furniture import legend, people
from images.furniture.sheets import CONTENT, TITLE, section
from images.london.emblems import icon
from images.london.pawns import liveryman
from images.london.signs import place
from images.london.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.words import Words

_HEAD = 106
_ROW = 40
_LABEL = 190
_SIGN = 34
_FIGURE = (40, 54)
_NAME = Style("strong", (30, 28, 27))
_CELL = Style("text", (34, 32, 30))
_SUM = Style("strong", (36, 34, 32, 30))
SOURCES = ("cards", "first", "second", "plantation")


def height(view: LondonView, words: Words) -> int:
    """Of the table with its title and signs."""
    rows = len(_rounds(view)) + _begun_before(view) + 1
    return TITLE + _HEAD + rows * _ROW + legend.height(_entries(words), CONTENT)


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words, seats: Sequence[int]) -> None:
    """A line a round in which anybody gained points; players in this order."""
    section(canvas, box, THEME, words(text("london.picture.way")))
    box = box.below(TITLE)
    rounds = _rounds(view)
    rows = len(rounds) + _begun_before(view) + 1
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(_HEAD + rows * _ROW), THEME, view.seats)
    for seat, lane in zip(seats, lanes.top(_HEAD).columns(view.seats, people.GAP), strict=True):
        _player(canvas, lane, words, seat)
    lines = box.below(_HEAD).top(rows * _ROW).rows(rows)
    if _begun_before(view):
        _before(canvas, lines[0], view, words, seats)
    for number, line in zip(rounds, lines[-1 - len(rounds) :], strict=False):
        gained = [tuple(view.gained(number, seat).values()) for seat in seats]
        said = words(text("london.picture.round", round=number))
        _line(canvas, line, view, said, gained, _CELL)
    sums = [_sums(view, seat) for seat in seats]
    _line(canvas, lines[-1], view, words(text("london.picture.sum")), sums, _SUM)
    legend.draw(canvas, box.below(_HEAD + rows * _ROW), _entries(words), THEME)


def _rounds(view: LondonView) -> list[int]:
    seats = range(view.seats)
    numbers = range(1, view.rounds + 1)
    return [each for each in numbers if any(sum(view.gained(each, s).values()) for s in seats)]


def _begun_before(view: LondonView) -> bool:
    """Whether there are points of which nobody knows how they came about."""
    return any(view.unknown(seat) for seat in range(view.seats))


def _sums(view: LondonView, seat: int) -> tuple[int, ...]:
    rounds = (view.gained(number, seat).values() for number in range(1, view.rounds + 1))
    return tuple(map(sum, zip(*rounds, strict=True)))


def _player(canvas: Canvas, lane: Box, words: Words, seat: int) -> None:
    """Whose lane it is; below, the sources."""
    canvas.put(liveryman(seat, *_FIGURE), lane.x + 8, lane.y + 8)
    name = lane.top(70).past(_FIGURE[0] + 18)
    canvas.write(name.left(name.w - 4), words.name(seat), _NAME, lines=2, free=True)
    for source, column in zip(SOURCES, lane.below(72).columns(len(SOURCES)), strict=True):
        canvas.put_middle(_sign(source), column)


def _line(
    canvas: Canvas,
    line: Box,
    view: LondonView,
    said: str,
    gained: Sequence[Sequence[int]],
    style: Style,
) -> None:
    canvas.write(line.left(_LABEL - 12), said, theme.HEADING)
    for row, lane in zip(
        gained, people.ruled(canvas, line.past(_LABEL), THEME, view.seats), strict=True
    ):
        for points, column in zip(row, lane.columns(len(SOURCES)), strict=True):
            if points:
                canvas.write(column, str(points), style, "center")
            else:
                people.nothing(canvas, column, THEME)


def _before(
    canvas: Canvas, line: Box, view: LondonView, words: Words, seats: Sequence[int]
) -> None:
    """What was gained while nobody kept how."""
    canvas.write(line.left(_LABEL - 12), words(text("london.picture.before")), theme.HEADING)
    lanes = people.ruled(canvas, line.past(_LABEL), THEME, view.seats)
    for seat, lane in zip(seats, lanes, strict=True):
        points = view.unknown(seat)
        if points:
            canvas.write(lane, str(points), _CELL, "center")
        else:
            people.nothing(canvas, lane, THEME)


def _entries(words: Words) -> tuple[legend.Entry, ...]:
    signs = {source: _sign(source) for source in SOURCES}
    return legend.entries(words, "london.picture.source", signs)


@cached
def _sign(source: str) -> Image.Image:
    if source in ("first", "second"):
        return place(_SIGN, "1" if source == "first" else "2")
    return icon("card" if source == "cards" else "plantation", _SIGN)
