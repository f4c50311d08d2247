"""A table of the book: a dark head, ruled rows, numbers in columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from images.canvas import Align, Canvas
from images.layout import Box
from images.records.theme import THEME
from images.theme import CREAM, GOLD, INK_SOFT, Style

HEAD = 84
ROW = 66
_TITLE = Style("text", (28, 27), CREAM)
_CELL = Style("text", (34, 32, 30, 28, 27))
_STRONG = Style("strong", (34, 32, 30, 28, 27))


@dataclass(frozen=True, slots=True)
class Column:
    """A column of `share` parts of the width; `free`: what people type stands in it."""

    title: str
    share: int
    align: Align = "center"
    strong: bool = False
    free: bool = False


def height(rows: int) -> int:
    """Of a table with so many rows."""
    return HEAD + rows * ROW


def table(
    canvas: Canvas, box: Box, columns: Sequence[Column], rows: Sequence[Sequence[str]]
) -> None:
    """Draw the head, and each row with its cells, those that are uncertain ("?") paler."""
    head = box.top(HEAD)
    canvas.fill(head, THEME.cloth)
    canvas.fill(head.below(HEAD - 3), GOLD)
    for column, place in zip(columns, _places(head, columns), strict=True):
        canvas.write(place, column.title, _TITLE, column.align, lines=2)
    for number, row in enumerate(rows):
        line = box.below(HEAD + number * ROW).top(ROW)
        if number % 2:
            canvas.fill(line, THEME.lane)
        canvas.fill(Box(line.x, line.bottom - 1, line.w, 1), THEME.line)
        for column, place, said in zip(columns, _places(line, columns), row, strict=True):
            style = _STRONG if column.strong else _CELL
            pale = style.tinted(INK_SOFT) if said.endswith("?") else style
            lines = 1 if column.free else 2
            canvas.write(place, said, pale, column.align, lines, free=column.free)


def _places(line: Box, columns: Sequence[Column]) -> list[Box]:
    """The cells of a line, a little apart."""
    whole, x, places = sum(column.share for column in columns), line.x, []
    for column in columns:
        width = line.w * column.share // whole
        places.append(Box(x, line.y, width, line.h).inset(10, 0))
        x += width
    return places
