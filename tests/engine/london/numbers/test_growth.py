"""Expected places: the table of the rules."""

from __future__ import annotations

import pytest

from engine.london.numbers.map import DIRECTIONS, RING, TILES, Cell, label, places

START = {(x, y) for x in range(-1, 3) for y in (1, 0, -1)}

TABLE = {
    3: (
        [(1, 2), (2, 2), (3, 2), (3, 1), (3, 0)],
        [(4, 0), (3, -1), (3, -2), (2, -2), (1, -2)],
        [(1, -3), (0, -2), (-1, -2), (-2, -2), (-2, -1)],
        [(-2, 0), (-2, 1), (-2, 2), (-1, 2), (0, 2)],
    ),
    4: (
        [(1, 2), (2, 2), (3, 2), (3, 1), (3, 0), (3, -1)],
        [(4, 0), (3, -2), (2, -2), (1, -2), (0, -2), (-1, -2)],
        [(1, -3), (-2, -2), (-2, -1), (-2, 0), (-2, 1), (-2, 2)],
    ),
}


@pytest.mark.parametrize("seats", [3, 4])
def test_the_town_grows_as_in_the_table(seats: int) -> None:
    occupied = set(START)
    for direction, expected in zip(DIRECTIONS, TABLE[seats], strict=False):
        found = places(occupied, direction, TILES[seats])
        assert found == expected
        occupied |= set(found)


@pytest.mark.parametrize("seats", [3, 4])
def test_every_cell_of_the_largest_town_has_a_name(seats: int) -> None:
    cells: set[Cell] = START.union(*map(set, TABLE[seats]))
    assert len({label(cell) for cell in cells}) == len(cells)


def test_the_ring_has_18_cells_round_the_starting_block() -> None:
    assert len(set(RING)) == 18
    assert not set(RING) & START


def test_the_first_tile_goes_straight_from_the_compass_past_occupied_cells() -> None:
    assert places({*START, (1, 2)}, "north", 1) == [(1, 3)]


def test_two_players_add_no_tiles() -> None:
    assert TILES[2] == 0
    assert places(START, "north", 0) == []


def test_more_tiles_than_the_ring_has_are_refused() -> None:
    with pytest.raises(ValueError, match="no room"):
        places(START, "north", 19)
