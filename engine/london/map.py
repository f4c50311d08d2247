"""The ground that a town can cover, cell by cell, and what players call each cell.

The grid is that of the largest town (columns A to G from west to east, rows 1 to 6 from
north to south), so that a cell keeps its name while the town grows. In the core a cell is
its number in reading order; places beyond the tiles follow.
"""

from __future__ import annotations

from typing import Final, TypeAlias

Cell: TypeAlias = tuple[int, int]
"""(x, y): x grows eastwards, y northwards; (0, 0) is the (left-hand) Guildhall."""

WEST: Final = -2
NORTH: Final = 2
COLUMNS: Final = 7
ROWS: Final = 6

CELLS: Final = tuple(
    (WEST + column, NORTH - row) for row in range(ROWS) for column in range(COLUMNS)
)
"""All cells in reading order: from north to south, in a row from west to east."""
INDEX: Final = {cell: index for index, cell in enumerate(CELLS)}

HALL: Final = len(CELLS)
"""The Guildhall as a place of pawns, whatever the number of its tiles."""
PLANTATION: Final = HALL + 1
SUPPLY: Final = HALL + 2
PLACES: Final = HALL + 3

NEIGHBOURS: Final = tuple(
    tuple(INDEX[cell] for cell in ((x, y + 1), (x - 1, y), (x + 1, y), (x, y - 1)) if cell in INDEX)
    for x, y in CELLS
)


def label(cell: Cell) -> str:
    """The cell's name ("B3"); raises KeyError for a cell that no town reaches."""
    return LABELS[INDEX[cell]]


def extent(seats: int) -> tuple[int, int]:
    """Columns and rows of the largest town with so many players."""
    return (5, 5) if seats == 2 else (COLUMNS, ROWS)


LABELS: Final = tuple(
    f"{chr(ord('A') + index % COLUMNS)}{index // COLUMNS + 1}" for index in range(len(CELLS))
)
