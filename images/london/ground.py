"""The ground of the town: which cells a picture shows, and where the town will grow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from engine.london.growth import DIRECTIONS, TILES, Direction, places
from engine.london.map import NORTH, WEST, Cell
from engine.london.view import LondonView, TileView


class Part(NamedTuple):
    """A rectangle of cells: from west to east, from north to south."""

    columns: tuple[int, ...]
    rows: tuple[int, ...]


def tiles(view: LondonView) -> Mapping[Cell, TileView]:
    """Tiles in play by their cells."""
    return {(tile.x, tile.y): tile for tile in view.tiles}


def next_growth(view: LondonView) -> tuple[Direction, tuple[Cell, ...]] | None:
    """Where the compass points and the cells of the next new tiles; None if there are none."""
    number = TILES[view.seats]
    coming = [index for index, grey in enumerate(view.grey_rounds[:-1]) if grey >= view.round]
    if not number or not coming or view.stack < number:
        return None
    direction = DIRECTIONS[coming[0]]
    occupied = {*tiles(view), *view.guildhall}
    return direction, tuple(places(occupied, direction, number))


def whole(view: LondonView) -> Part:
    """All that is built, and the plots of the next growth."""
    growth = next_growth(view)
    return _around({*tiles(view), *view.guildhall, *(growth[1] if growth else ())})


def _around(cells: Iterable[Cell]) -> Part:
    xs, ys = zip(*cells, strict=True)
    return Part(tuple(range(min(xs), max(xs) + 1)), tuple(range(max(ys), min(ys) - 1, -1)))


def near(view: LondonView, tile: TileView) -> Part:
    """Three by three cells with the tile in the middle, or as near to it as the town reaches."""
    built = _around({*tiles(view), *view.guildhall})
    return Part(_three(built.columns, tile.x), _three(built.rows, tile.y))


def _three(line: tuple[int, ...], middle: int) -> tuple[int, ...]:
    start = min(max(0, line.index(middle) - 1), len(line) - 3)
    return line[start : start + 3]


def names(view: LondonView, part: Part) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What its columns and rows are called."""
    return (
        tuple(view.columns[x - WEST] for x in part.columns),
        tuple(view.rows[NORTH - y] for y in part.rows),
    )


def name(view: LondonView, cell: Cell) -> str:
    """What a cell is called ("B3")."""
    x, y = cell
    return view.columns[x - WEST] + view.rows[NORTH - y]
