"""The ground that a town can cover: its cells, what players call them, where the town grows.

The grid is that of the largest town (columns A to G from west to east, rows 1 to 6 from
north to south), so that a cell keeps its name while the town grows. In the core a cell is
its number in reading order; places beyond the tiles follow.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal, TypeAlias

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

# growth (London, layout: growth placement)
Direction = Literal["north", "east", "south", "west"]

DIRECTIONS: Final[tuple[Direction, ...]] = ("north", "east", "south", "west")
"""By growth, the first one first."""
TILES: Final = {2: 0, 3: 5, 4: 6}
"""New tiles at each growth but the last, by number of players."""

COMPASS: Final = (1, 0)
"""The compass lies on the right-hand Guildhall tile."""
_STEP: Final = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}

RING: Final = (
    *((x, 2) for x in range(-2, 4)),
    *((3, y) for y in range(1, -2, -1)),
    *((x, -2) for x in range(3, -3, -1)),
    *((-2, y) for y in range(-1, 2)),
)
"""The 18 cells round the starting block, clockwise from the north-west corner."""
_RING_START: Final = {"north": (1, 2), "east": (3, 0), "south": (1, -2), "west": (-2, 0)}


def places(occupied: Collection[Cell], direction: Direction, number: int) -> list[Cell]:
    """The cells of `number` new tiles in the order in which they are laid.

    The first goes straight from the compass to the first free cell, each further one to the
    next free cell of the ring, clockwise; raises ValueError when the ring is full.
    """
    if number == 0:
        return []
    (x, y), (dx, dy) = COMPASS, _STEP[direction]
    while (x, y) in occupied:
        x, y = x + dx, y + dy
    new = [(x, y)]
    start = RING.index(_RING_START[direction])
    for cell in (*RING[start:], *RING[:start]):
        if len(new) == number:
            break
        if cell not in occupied and cell not in new:
            new.append(cell)
    if len(new) < number:
        raise ValueError(f"no room for {number} more tiles")
    return new
