"""Where the town grows (London, layout: growth placement)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, Literal

from engine.london.map import Cell

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
