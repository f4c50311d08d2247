"""The whole way of a finished game: everybody's points by round and by where they came from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from PIL import Image

from engine.london.view import LondonView
from engine.text import text
from images.furniture import legend, people
from images.furniture.sheets import CONTENT, TITLE, section
from images.london.emblems import icon
from images.london.pawns import liveryman
from images.london.signs import place
from images.london.theme import THEME
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.words import Words

_HEAD = 46
_ROW = 62
_NAMED = 248
"""Width of a player, or less where the rounds need the room."""
_ROUND_LEAST = 35
_BEFORE = 112
_SOURCE = 52
_APART = 16
"""Between the rounds and the sources, which count the same points."""
_SIGN = 34
_FIGURE = (40, 54)
_NAME = Style("strong", (30, 28, 27))
_ROUND = Style("heading", (30, 28, 27), THEME.rubric)
_CELL = Style("text", (32, 30, 28, 27))
_SUM = Style("strong", (34, 32, 30, 28))
SOURCES = ("cards", "first", "second", "plantation")


def height(view: LondonView, words: Words) -> int:
    """Of the table with its title and signs."""
    return TITLE + _HEAD + view.seats * _ROW + legend.height(_entries(words), CONTENT)


def draw(canvas: Canvas, box: Box, view: LondonView, words: Words, seats: Sequence[int]) -> None:
    """A line a player, in this order: what each round brought, and each source in all."""
    section(canvas, box, THEME, words(text("london.picture.way")))
    box = box.below(TITLE)
    table = box.top(_HEAD + view.seats * _ROW)
    sums = table.past(table.w - len(SOURCES) * _SOURCE)
    canvas.fill(sums, THEME.lane)
    canvas.fill(Box(sums.x - _APART // 2, sums.y, 2, sums.h), THEME.line)
    _heads(canvas, table.top(_HEAD), view, words)
    for seat, line in zip(seats, table.below(_HEAD).rows(view.seats), strict=True):
        _line(canvas, line, view, words, seat)
    legend.draw(canvas, box.below(table.h), _entries(words), THEME)


class _Columns(NamedTuple):
    """Of a line: the player, points of which nobody knows how they came about, rounds, sources."""

    named: Box
    before: Box | None
    rounds: tuple[Box, ...]
    sources: tuple[Box, ...]


def _columns(line: Box, view: LondonView) -> _Columns:
    before = _BEFORE if any(view.unknown(seat) for seat in range(view.seats)) else 0
    others = before + _APART + len(SOURCES) * _SOURCE
    named = min(_NAMED, line.w - others - view.rounds * _ROUND_LEAST)
    left = line.past(named)
    rounds = left.past(before).left(left.w - others)
    starts = accumulate([_SOURCE] * (len(SOURCES) - 1), initial=rounds.right + _APART)
    return _Columns(
        line.left(named),
        left.left(before) if before else None,
        rounds.columns(view.rounds),
        tuple(Box(x, line.y, _SOURCE, line.h) for x in starts),
    )


def _heads(canvas: Canvas, line: Box, view: LondonView, words: Words) -> None:
    _, before, rounds, sources = _columns(line, view)
    if before is not None:
        canvas.write(before, words(text("london.picture.before")), _ROUND, "center")
    for number, cell in enumerate(rounds, 1):
        canvas.write(cell, str(number), _ROUND, "center")
    for source, cell in zip(SOURCES, sources, strict=True):
        canvas.put_middle(_sign(source), cell)


def _line(canvas: Canvas, line: Box, view: LondonView, words: Words, seat: int) -> None:
    """What one player gained."""
    canvas.fill(Box(line.x, line.y, line.w, 1), THEME.line)
    figure = liveryman(seat, *_FIGURE)
    canvas.put(figure, line.x, line.y + (line.h - figure.height) // 2)
    named, before, rounds, sources = _columns(line, view)
    name = named.left(named.w - 8).past(_FIGURE[0] + 10)
    canvas.write(name, words.name(seat), _NAME, lines=2, free=True)
    gained = [tuple(view.gained(number, seat).values()) for number in range(1, view.rounds + 1)]
    if before is not None:
        _points(canvas, [before], [view.unknown(seat)], _CELL)
    _points(canvas, rounds, map(sum, gained), _CELL)
    _points(canvas, sources, map(sum, zip(*gained, strict=True)), _SUM)


def _points(canvas: Canvas, cells: Iterable[Box], gained: Iterable[int], style: Style) -> None:
    for cell, points in zip(cells, gained, strict=True):
        if points:
            canvas.write(cell, str(points), style, "center")
        else:
            people.nothing(canvas, cell, THEME)


def _entries(words: Words) -> tuple[legend.Entry, ...]:
    signs = {source: _sign(source) for source in SOURCES}
    return legend.entries(words, "london.picture.source", signs)


@cached
def _sign(source: str) -> Image.Image:
    if source in ("first", "second"):
        return place(_SIGN, "1" if source == "first" else "2")
    return icon("card" if source == "cards" else "plantation", _SIGN)
