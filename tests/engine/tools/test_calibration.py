"""`python -m engine calibrate`: chances are held against what came of them."""

from __future__ import annotations

import json
import tomllib
from itertools import product
from pathlib import Path

import pytest

from engine import games
from engine.__main__ import main
from engine.bots import players
from engine.review import Effort
from engine.review.lean import AS_IT_IS
from engine.tools import calibration
from engine.tools.calibration import (
    Bench,
    Forecast,
    by_game,
    costs,
    foreseen,
    own_of,
    planted_of,
    table,
)
from engine.tools.kept import Games, Kept, code
from engine.tools.simulate import Setting

LITTLE = Effort(look=3, told=4, step=4, most=8)


def bench(who=players, game="majority", seats=3):
    setting = Setting(games[game], seats, games[game].Options(), games=1, seed=1)
    return Bench(setting, who, Games(None, "", who), seats)


def test_each_tenth_of_chances_stands_beside_what_was_won() -> None:
    told = [Forecast(at, 0.2, won) for at, won in enumerate((0.0, 0.0, 0.0, 1.0))]
    told.append(Forecast(0, 1.0, 1.0))
    columns = [[*column.cells] for column in table(told).columns]
    assert columns[:3] == [["20 to 30 %", "90 to 100 %"], ["4", "1"], ["4", "1"]]
    assert columns[3:5] == [["20.0", "100.0"], ["25.0", "100.0"]]
    # Four games, apart by 0.25 three times and by 0.75: sqrt(0.75 * 4 / 3) / 4 * 1.96 = 0.49.
    assert columns[5:7] == [["+5.0", "+0.0"], ["49.0", "0.0"]]
    assert columns[7] == ["##|", "#" * 10 + "|"]


def test_what_is_of_one_game_counts_as_one() -> None:
    """Four numbers of two games: 2 and -2 about the mean of 1, times sqrt(2 / 1) / 4 * 1.96."""
    mean, half = by_game([(1, 2.0), (1, 2.0), (2, 0.0), (2, 0.0)])
    assert (mean, round(half, 3)) == (1.0, 1.96)
    # The same of four games: sqrt(4 * 4 / 3) / 4 * 1.96.
    assert round(by_game(enumerate((2.0, 2.0, 0.0, 0.0)))[1], 3) == 1.132


def test_what_a_choice_costs_stands_by_strength() -> None:
    read = {"easy": [(100, 150, 200), (0, 50, 200)], "hard": [(0, 0, 100), (20, 25, 100)]}
    better = {"easy": [(50, 100, 200), (50, 100, 200)], "hard": [(20, 25, 100), (0, 0, 100)]}
    lines = [{"seed": 1, "read": read}, {"seed": 2, "read": better}]
    columns = [[*column.cells] for column in costs(lines).columns]
    assert columns[0] == ["easy", "hard", "easy less hard"]
    assert columns[1] == ["4", "4", ""]
    # In each game easy's choices cost 5 points on average, hard's 1; lost are 10 and 1.25.
    assert columns[2] == ["5.00", "1.00", "4.00"]
    assert columns[4] == ["10.00", "1.25", "8.75"]
    assert columns[3] == columns[5] == ["0.00"] * 3
    # Of 800 thousandths 400 are lost, of 400 50.
    assert columns[6] == ["50", "88", ""]


def test_costs_are_those_of_every_seat_among_equals(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def read(game, view, seat, chosen):
        asked.append((seat, len(chosen)))
        return dict.fromkeys(chosen, (500, 600, 700))

    monkeypatch.setattr(calibration, "CHOICES", 2)
    monkeypatch.setattr(calibration, "fallen_short", read)
    line = own_of(bench({"easy": players["easy"]}), 0)
    assert line["read"] == {"easy": [(500, 600, 700)] * 6}
    assert asked == [(seat, 1) for seat in (0, 0, 1, 1, 2, 2)]


def test_the_luck_of_what_looks_best_counts_for_nothing() -> None:
    """Of two answers that win every other time, the chosen one falls short by nothing on average,
    where the better one of the same two worlds would be three sixteenths ahead."""
    games_of_two = list(product((0.0, 1.0), repeat=2))
    short, lucky = [], []
    for mine, other in product(games_of_two, repeat=2):
        best = foreseen({(1,): [*mine], (2,): [*other]})
        short.append(sum(best) - sum(mine))
        lucky.append(max(sum(mine), sum(other)) - sum(mine))
    assert sum(short) == 0
    assert sum(lucky) / len(lucky) / 2 == 3 / 16


def test_each_half_of_the_worlds_is_played_with_the_best_of_the_other() -> None:
    one, other = [1.0, 1.0, 0.5, 0.0], [0.0, 0.0, 1.0, 0.75]
    assert foreseen({(1,): one, (2,): other}) == [0.0, 0.0, 0.5, 0.0]


def test_luck_both_ways_evens_out_in_accuracy() -> None:
    """Falling short by less than nothing, as luck has it, counts against falling short by more."""
    read = {"easy": [(0, 30, 100), (0, -20, 100)]}
    [accuracy] = costs([{"seed": 1, "read": read}]).columns[6].cells
    assert accuracy == "95"


def test_an_accuracy_is_as_sure_as_its_games_are_alike() -> None:
    """Of 200 thousandths a game loses 100, another none: a quarter, by 50 more or less in each;
    sqrt(2 * 50 * 50 * 2 / 1) / 2 * 1.96 = 98 of 200."""
    lines = [{"seed": lost, "read": {"easy": [(0, lost, 200)]}} for lost in (100, 0)]
    assert [[*column.cells] for column in costs(lines).columns[6:]] == [["75"], ["49"]]


def test_at_the_same_moments_strengths_that_choose_alike_lose_alike(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(calibration, "THOROUGH", LITTLE)
    monkeypatch.setattr(calibration, "DEEP", 4)
    twice = {"easy": players["easy"], "hard": players["easy"]}
    read = calibration.alike_of(bench(twice), 1)["read"]
    assert len(read["easy"]) == 4
    assert read["easy"] == read["hard"]


def test_a_choice_that_surely_loses_costs_what_it_loses(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two strengths one always takes the first move, which loses, one the last."""
    monkeypatch.setattr("engine.tools.calibration.learned", {}.get)
    monkeypatch.setattr(calibration, "DEEP", 8)
    game = games["majority"]

    class At:
        def __init__(self, at):
            self.at = at

        def choose(self, game, view, seed):
            world = game.sample(view, 0)
            return tuple(game.decode(world, view.viewer, game.moves(world, view.viewer)[self.at]))

    def first_loses(game, policy, world, seat, row, seed):
        policy.moves += 1
        return float(row != (game.moves(world, seat)[0],))

    monkeypatch.setattr("engine.review.chances.playout", first_loses)
    read = calibration.alike_of(bench({"easy": At(0), "hard": At(-1)}), 1)["read"]
    assert game.name == "majority"
    # Of 8 worlds none is won, or all: half a one of one more is added to both.
    assert {one[:2] for one in read["easy"]} == {(round(1000 * 8 / 9), 1000)}
    assert {one[:2] for one in read["hard"]} == {(0, 0)}


def test_who_wins_was_given_better_chances(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "WORLDS", 16)
    of_four = bench({"easy": players["easy"]}, seats=4)
    lines = [calibration.chances_of(of_four, seed) for seed in range(8)]
    told = list(calibration.forecasts(games["majority"], lines))
    assert len(told) == 8 * 4 * 2
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
    assert planted_of(bench({"hard": players["normal"]}), 1) == {"seed": 1, "named": True}


@pytest.mark.parametrize(
    ("part", "game"),
    [*(("chances", game) for game in games), ("own", "majority"), ("alike", "corrompue")],
)
def test_each_part_is_printed(
    part: str, game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "THOROUGH", LITTLE)
    monkeypatch.setattr(calibration, "WORLDS", 2)
    monkeypatch.setattr(calibration, "DEEP", 2)
    main(["calibrate", game, "--games", "1", "--playouts", "1", "--part", part])
    printed = capsys.readouterr().out
    assert f"{part} of {game}" in printed
    assert "1 games" in printed


def test_a_run_goes_on_where_one_stopped_and_prints_what_both_have_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "WORLDS", 2)
    command = ["calibrate", "majority", "--playouts", "1", "--kept", str(tmp_path)]
    main([*command, "--games", "2", "--seed", "1"])
    file = tmp_path / "majority.chances.jsonl"
    before = file.read_text("utf-8")
    capsys.readouterr()
    found = []
    monkeypatch.setattr(calibration, "owed", lambda *of: found.append(of) or ())
    main([*command, "--games", "3", "--seed", "2"])
    assert "4 games" in capsys.readouterr().out
    assert file.read_text("utf-8").startswith(before)
    assert [line["seed"] for line in map(json.loads, file.read_text("utf-8").splitlines())] == [
        *(1, 2, 3, 4)
    ]
    assert len(found) == 3 + 4  # one look a seat: of the games 3 and 4 alone
    # Games are played once, whatever is looked for in them.
    assert len((tmp_path / "majority.games.jsonl").read_text("utf-8").splitlines()) == 4


@pytest.mark.parametrize(
    ("by", "found", "left_out"),
    [("new 5", 1, 0), ("old 5", 1, 0), ("old 6", 0, 1), ("older 5", 0, 1)],
)
def test_what_other_code_found_counts_if_this_one_finds_the_same(
    tmp_path: Path, by: str, found: int, left_out: int
) -> None:
    file = tmp_path / "kept.jsonl"
    file.write_text(json.dumps({"seed": 1, "n": 2 if by[:5] == "older" else 1, "by": by}) + "\n")
    kept = Kept(file, "new 5")
    kept.read(lambda seed: {"seed": seed, "n": 1})
    assert (len(kept.lines), kept.left_out) == (found, left_out)


def test_what_another_way_to_look_has_found_counts_as_other_code(tmp_path: Path) -> None:
    reader = tmp_path / "reader.py"
    reader.write_text("once")
    before = code("majority", reader)
    assert code("majority", reader) == before
    reader.write_text("otherwise")
    assert code("majority", reader) != before


def test_where_no_mistake_can_be_planted_that_is_said(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.chances.playout", lambda *_: 1.0)
    main(["calibrate", "majority", "--games", "1", "--playouts", "1", "--part", "planted"])
    assert "no place for a mistake" in capsys.readouterr().out


def test_what_playouts_leave_out_is_learned_from_mixed_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibration, "WORLDS", 4)
    main(["calibrate", "majority", "--games", "2", "--playouts", "1", "--fit"])
    learned = tomllib.loads(capsys.readouterr().out)["majority"]
    assert len(learned["weights"]) == len(AS_IT_IS)
    assert {*learned["moves"]} == {"3", "4"}
