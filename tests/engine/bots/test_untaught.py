"""A game that nobody has taught the computers anything: its rules are enough for a hard one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots import counted, players_with
from engine.game import Game
from engine.review.chances import interval
from engine.tools.simulate import Setting
from engine.tools.tournament import Match, shares

EXAMPLE = Path(__file__).parents[2] / "example_game"
GAMES = 24


@pytest.fixture
def liars_dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The example game, which is on no path else."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(EXAMPLE)
    from liars_dice.game import LiarsDice  # noqa: PLC0415

    yield LiarsDice()
    for name in {*sys.modules} - before:
        if name.startswith("liars_dice"):
            del sys.modules[name]


@pytest.mark.parametrize(("seats", "chance"), [(2, 1 / 2), (3, 1 / 3)])
def test_a_hard_player_wins_more_often_than_chance(
    liars_dice: Game, seats: int, chance: float
) -> None:
    players = players_with(counted(playouts=20))
    assert liars_dice.policy is None
    setting = Setting(liars_dice, seats, liars_dice.Options(), GAMES, seed=1)
    match = Match("hard", "normal", (players["hard"], players["normal"]))
    low, _ = interval(sum(shares(setting, match)), GAMES)
    assert low > chance
