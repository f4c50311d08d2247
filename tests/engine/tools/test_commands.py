"""`python -m engine`: figures to look at, and clear refusals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter

import pytest

from engine import games
from engine.__main__ import main
from engine.game import Outcome
from engine.tools.presses import Asked, high, table
from engine.tools.simulate import Tally, distribution


@pytest.mark.parametrize("game", games)
def test_simulate_prints_speed_and_a_line_for_every_seat(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = games[game].seats[0]
    main(["simulate", game, "--seats", str(seats), "--games", "3", "--seed", "0"])
    printed = capsys.readouterr().out
    assert "decisions/s" in printed
    assert "games/s" in printed
    assert all(f"seat {seat + 1}" in printed for seat in range(seats))


@pytest.mark.parametrize("command", ["--help", "learn majority --games 1"])
def test_a_command_of_which_nobody_reads_more_ends_without_a_word(command: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(  # noqa: S603
        [sys.executable, "-m", "engine", *command.split()],
        stdout=writing,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": ""},
        check=False,
    )
    os.close(writing)
    assert ended.stderr.strip() == b""
    assert ended.returncode == -signal.SIGPIPE


def test_simulate_plays_with_variants(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--option", "events=true", "--option", "tie_break=shared", "--games", "2"]
    main(["simulate", "guildes", *arguments])
    assert "2 games of guildes" in capsys.readouterr().out


@pytest.mark.parametrize("game", games)
def test_simulate_shows_how_the_scores_of_computer_players_spread(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["simulate", game, "--players", "normal", "--games", "2"])
    printed = capsys.readouterr().out
    assert "normal players" in printed
    assert "best of a game" in printed


@pytest.mark.parametrize("game", games)
def test_presses_are_counted_at_each_number_of_players(
    game: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["simulate", game, "--presses", "--players", "easy", "--games", "1"])
    printed = capsys.readouterr().out
    for seats in games[game].seats:
        assert f"{seats} easy players: prompts a seat and round" in " ".join(printed.split())


def test_prompts_are_counted_by_seat_round_and_kind_quiet_rounds_included() -> None:
    asked = Counter({(0, 1, "card"): 3, (0, 1, "pay"): 1, (1, 1, "card"): 2, (0, 4, "card"): 1})
    total = Asked()
    total.add(asked, seats=2)
    assert sorted(total.rounds) == [0, 1, 2, 4]  # rounds 2 and 3 were skipped
    rows = [list(column.cells) for column in table(total).columns]
    assert rows == [["all", "card", "pay"], ["1.75", "1.50", "0.25"], ["4", "3", "1"]]


def test_a_question_that_first_comes_in_a_later_game_came_in_none_before() -> None:
    total = Asked()
    for kind in ("card", "pay"):
        total.add(Counter({(0, 1, kind): 2}), seats=1)
    assert total.by_kind == {"card": [2, 0], "pay": [0, 2]}
    assert total.rounds == [2, 2]


def test_95_of_100_numbers_lie_at_or_below_the_high_one() -> None:
    assert high(list(range(1, 101))) == 95
    assert high([7]) == 7


def test_the_best_of_a_game_is_the_highest_score_of_each() -> None:
    tally = Tally(2)
    tally.add(Outcome(places=[[1], [0]], scores={0: 3, 1: 9}))
    tally.add(Outcome(places=[[0], [1]], scores={0: 5, 1: 4}))
    rows = [list(column.cells) for column in distribution(tally).columns]
    assert [column[1] for column in rows] == ["best of a game", "7.0", "5", "5", "9", "9", "9"]


def test_tournament_prints_a_share_with_its_interval(capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--games", "2", "--playouts", "2", "--seats", "3"]
    main(["tournament", "guildes", *settings, "--match", "normal:easy", "--match", "hard:normal"])
    printed = capsys.readouterr().out
    assert "normal among easy" in printed
    assert "hard among normal" in printed
    assert "33.3%" in printed


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["tournament", "guildes", "--match", "normal"],
        ["tournament", "guildes", "--playouts", "0"],
        ["tournament", "guildes", "--seconds", "0"],
        ["tournament", "guildes", "--seconds", "soon"],
        ["tournament", "guildes", "--seconds", "1", "--playouts", "9"],
        ["simulate"],
        ["simulate", "chess"],
        ["simulate", "guildes", "--seats", "9"],
        ["simulate", "guildes", "--games", "0"],
        ["simulate", "guildes", "--games", "many"],
        ["simulate", "guildes", "--seed", "-1"],
        ["simulate", "guildes", "--option", "events=perhaps"],
        ["simulate", "guildes", "--option", "weather=fine"],
        ["simulate", "guildes", "--presses", "--players", "random"],
    ],
)
def test_wrong_arguments_get_one_line_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(arguments)
    assert stopped.value.code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1
