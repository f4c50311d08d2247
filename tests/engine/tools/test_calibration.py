"""`python -m engine calibrate`: chances are held against what came of them."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest

from engine import games
from engine.__main__ import main
from engine.bots import players
from engine.review import Choice, Effort
from engine.review.lean import AS_IT_IS
from engine.tools import calibration
from engine.tools.calibration import Forecast, costs, costs_among, forecasts, is_named, table
from engine.tools.simulate import Setting

LITTLE = Effort(look=3, told=4, step=4, most=8)


def forecast(chance: float, won: float) -> Forecast:
    return Forecast("easy", chance, won)


def test_each_tenth_of_chances_stands_beside_what_was_won() -> None:
    won = (0.0, 0.0, 0.0, 1.0)
    told = [*(forecast(0.2, one) for one in won), forecast(1.0, 1.0)]
    columns = [[*column.cells] for column in table(told).columns]
    assert columns[:2] == [["20 to 30 %", "90 to 100 %"], ["4", "1"]]
    assert columns[2:4] == [["20.0", "100.0"], ["25.0", "100.0"]]
    # Wilson's interval of one in four, and of one in one.
    assert columns[4] == ["5 to 70", "21 to 100"]
    assert columns[5] == ["+5.0", "+0.0"]
    assert columns[6] == ["##|", "#" * 10 + "|"]


def test_what_a_choice_costs_stands_by_strength() -> None:
    lost = {"easy": [0.1, 0.1], "normal": [0.5], "hard": [0.0, 0.02]}
    columns = [[*column.cells] for column in costs(lost).columns]
    # 1.96 standard errors of 0 and 2 points: 1.41 / sqrt(2) * 1.96 = 1.96.
    assert columns == [
        ["easy", "hard"],
        ["2", "2"],
        ["10.00", "1.00"],
        ["10.00 to 10.00", "0.00 to 2.96"],
    ]


def test_costs_are_those_of_every_seat_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read(game, choice, seat, strengths, effort):
        asked.append((seat, strengths))
        return Choice(entry=1, round=1, cost=500, answers=())

    monkeypatch.setattr(calibration, "read_choice", read)
    game = games["majority"]
    setting = Setting(game, 3, game.Options(), games=1, seed=1)
    assert list(costs_among(setting, players, "easy", 0)) == [0.5] * 6
    assert asked == [(seat, ()) for seat in (0, 0, 1, 1, 2, 2)]


def test_who_wins_was_given_better_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "FORESEEN", Effort(look=0, told=16))
    game = games["majority"]
    setting = Setting(game, 4, game.Options(), games=1, seed=1)
    easy = {"easy": players["easy"]}
    told = [one for number in range(16) for one in forecasts(setting, easy, number)]
    assert len(told) == 32
    lost, won = ([one.chance for one in told if one.won == end] for end in (0.0, 1.0))
    assert sum(won) / len(won) > sum(lost) / len(lost) + 0.1


def test_a_planted_mistake_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seat's one choice that loses for sure: whatever else it does, it wins."""
    looked_at = []

    def loses_if_bad(game, policy, world, seat, row, seed):
        looked_at.append((game.view(world, seat).step, row))
        bad = next((one for one in looked_at if one != looked_at[0]), None)
        return 0.0 if looked_at[-1] == bad else 1.0

    monkeypatch.setattr("engine.review.chances.playout", loses_if_bad)
    monkeypatch.setattr("engine.review.reading.reviewed.__defaults__", ((), LITTLE, 10**9))
    game = games["majority"]
    setting = Setting(game, 3, game.Options(), games=1, seed=1)
    assert is_named(setting, {"hard": players["normal"]}, 0) is True


@pytest.mark.parametrize("game", games)
def test_games_of_mixed_strengths_are_calibrated(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "SEEN", LITTLE)
    monkeypatch.setattr(calibration, "FORESEEN", replace(LITTLE, look=0))
    if game != "majority":  # which stands for all of them
        monkeypatch.setattr(calibration, "costs_among", lambda *_: [0.1, 0.3])
    main(["calibrate", game, "--games", "1", "--playouts", "1"])
    assert f"1 games of {game}" in capsys.readouterr().out


def test_where_no_mistake_can_be_planted_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.chances.playout", lambda *_: 1.0)
    main(["calibrate", "majority", "--games", "1", "--playouts", "1", "--planted"])
    assert "no place for a mistake" in capsys.readouterr().out


def test_what_playouts_leave_out_is_learned_from_mixed_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.tools.leaning.WORLDS", 4)
    main(["calibrate", "majority", "--games", "2", "--playouts", "1", "--fit"])
    learned = tomllib.loads(capsys.readouterr().out)["majority"]
    assert len(learned["weights"]) == len(AS_IT_IS)
    assert {*learned["moves"]} == {"3", "4"}
