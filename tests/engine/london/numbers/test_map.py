from __future__ import annotations

import pytest

from engine.london.numbers.map import CELLS, COLUMNS, INDEX, NEIGHBOURS, extent, label


def test_columns_go_from_west_to_east_and_rows_from_north_to_south() -> None:
    assert label((-2, 2)) == "A1"
    assert label((0, 0)) == "C3"
    assert label((1, 0)) == "D3"
    assert label((4, 0)) == "G3"
    assert label((1, -3)) == "D6"


def test_a_cell_that_no_town_reaches_has_no_name() -> None:
    with pytest.raises(KeyError):
        label((5, 0))


def test_cells_are_in_reading_order() -> None:
    assert list(CELLS) == sorted(CELLS, key=lambda cell: (-cell[1], cell[0]))


def test_adjacent_cells_share_a_side() -> None:
    x, y = 1, 0
    near = {CELLS[index] for index in NEIGHBOURS[INDEX[x, y]]}
    assert near == {(1, 1), (0, 0), (2, 0), (1, -1)}
    assert {CELLS[index] for index in NEIGHBOURS[INDEX[-2, 2]]} == {(-1, 2), (-2, 1)}


def test_the_end_of_a_row_is_not_adjacent_to_the_next_row() -> None:
    assert COLUMNS not in NEIGHBOURS[COLUMNS - 1]


@pytest.mark.parametrize(("seats", "grid"), [(2, (5, 5)), (3, (7, 6)), (4, (7, 6))])
def test_the_grid_is_that_of_the_largest_town(seats: int, grid: tuple[int, int]) -> None:
    assert extent(seats) == grid
