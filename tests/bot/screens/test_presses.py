"""How often somebody presses who chooses freely in a whole game of Guilds of London."""

from __future__ import annotations

from statistics import fmean

import pytest

from tests.bench.choosing import by_hand


@pytest.mark.parametrize(("seats", "most"), [(2, 90), (3, 90), (4, 75)])
def test_a_whole_game_of_london_by_hand_takes_few_presses_a_person(seats: int, most: int) -> None:
    pressed = by_hand(seats, seed=1)
    assert fmean(pressed[seat] for seat in range(seats)) <= most
