"""The ground of the town: which cells a picture shows, and what they are called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from engine.london.view import Cell, LondonView, TileView


class Part(NamedTuple):
    """A rectangle of cells: from west to east, from north to south."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


def whole(view: LondonView) -> Part:
    """All that is built, and the plots of the next growth."""
    growth = view.growth()
    return _around({*view.by_cell(), *view.guildhall, *(growth[1] if growth else ())})


def filmed(view: LondonView, last: LondonView) -> Part:
    """All that is built now and in the end, and the plots of the next growth."""
    one, other = whole(view), built(last)
    return _around([(x, y) for part in (one, other) for x in part.columns for y in part.rows])


def built(view: LondonView) -> Part:
    """All that is built."""
    return _around({*view.by_cell(), *view.guildhall})


def _around(cells: Iterable[Cell]) -> Part:
    xs, ys = zip(*cells, strict=True)
    return Part(tuple(range(min(xs), max(xs) + 1)), tuple(range(max(ys), min(ys) - 1, -1)))


def near(view: LondonView, tile: TileView) -> Part:
    """Three by three cells with the tile in the middle, or as near to it as the town reaches."""
    part = built(view)
    return Part(_three(part.columns, tile.x), _three(part.rows, tile.y))


def within(view: LondonView, part: Part) -> list[TileView]:
    """The tiles that stand there, in reading order."""
    return [tile for tile in view.tiles if tile.x in part.columns and tile.y in part.rows]


def _three(line: tuple[int, ...], middle: int) -> tuple[int, ...]:
    start = min(max(0, line.index(middle) - 1), len(line) - 3)
    return line[start : start + 3]


def names(view: LondonView, part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What its columns and rows are called."""
    return (
        tuple(view.column(x) for x in part.columns),
        tuple(view.row(y) for y in part.rows),
    )


def name(view: LondonView, cell: Cell) -> str:
    """What a cell is called ("B3")."""
    x, y = cell
    return view.column(x) + view.row(y)
