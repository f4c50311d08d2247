"""How often a practised person is asked in a round."""

from __future__ import annotations

from statistics import fmean

import pytest

from engine.bots import players
from engine.tools.presses import Asked, counted, high
from engine.tools.simulate import Setting
from tests.engine.london.builders import GAME
from tests.tiers import some

MOST_ON_AVERAGE = 9
MOST = 18


@pytest.mark.parametrize("seats", some(GAME.seats, 1))
def test_nine_prompts_a_seat_and_round_on_average_and_seldom_more_than_eighteen(seats: int) -> None:
    setting = Setting(GAME, seats, GAME.Options(), games=8, seed=1)
    total = Asked()
    for so_far in counted(setting, players["normal"]):
        total = so_far
    assert fmean(total.rounds) <= MOST_ON_AVERAGE
    assert high(total.rounds) <= MOST
