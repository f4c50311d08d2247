"""`python -m engine calibrate`: chances are held against what came of them."""

from __future__ import annotations

import pytest

from engine import games
from engine.__main__ import main
from engine.bots import players
from engine.tools import calibration
from engine.tools.calibration import Forecast, forecasts, table
from engine.tools.simulate import Setting


def test_each_tenth_of_chances_stands_beside_what_was_won() -> None:
    won = (0.0, 0.0, 0.0, 1.0)
    told = [*(Forecast(0.2, one) for one in won), Forecast(1.0, 1.0)]
    columns = [[*column.cells] for column in table(told).columns]
    assert columns[:2] == [["20 to 30 %", "90 to 100 %"], ["4", "1"]]
    assert columns[2:4] == [["20.0", "100.0"], ["25.0", "100.0"]]
    # 1.96 standard errors of one in four: 0.25 ± 0.42.
    assert columns[4] == ["0 to 67", "100 to 100"]
    assert columns[5] == ["+5.0", "+0.0"]
    assert columns[6] == ["##|", "#" * 10 + "|"]


def test_chances_near_the_end_know_who_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "WORLDS", 16)
    monkeypatch.setattr(calibration, "MOMENTS", 40)
    game = games["majority"]
    setting = Setting(game, 4, game.Options(), games=1, seed=1)
    easy = {"easy": players["easy"]}
    told = [[*forecasts(setting, easy, number)] for number in range(12)]
    assert {len(some) for some in told} == {40}
    lost, won = ([some[-1].chance for some in told if some[0].won == end] for end in (0.0, 1.0))
    assert sum(won) / len(won) > sum(lost) / len(lost) + 0.3


@pytest.mark.parametrize("game", games)
def test_games_of_mixed_strengths_are_calibrated(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "WORLDS", 2)
    main(["calibrate", game, "--games", "1", "--playouts", "1"])
    assert f"1 games of {game}" in capsys.readouterr().out
