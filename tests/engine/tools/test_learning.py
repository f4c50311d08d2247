"""Weights learned from games played to their end."""

from __future__ import annotations

import tomllib
from math import log

import pytest

from engine import games
from engine.__main__ import main
from engine.parts.values import Outcome
from engine.tools.learning import Moment, fit, learn, played, shared, solved, variants_of


def test_a_sign_that_wins_three_times_in_four_weighs_log_3() -> None:
    won, lost = [1.0, 0.0], [0.0, 1.0]
    moments = [Moment([[1.0], [0.0]], won if game % 4 else lost) for game in range(40_000)]
    assert fit(moments) == pytest.approx([log(3)], abs=1e-3)


def test_a_sign_that_never_differs_weighs_nothing() -> None:
    moments = [
        Moment([[1.0, 7.0], [0.0, 7.0]], [game % 3 > 0, game % 3 == 0]) for game in range(3000)
    ]
    weights = fit(moments)
    assert weights == pytest.approx([log(2), 0.0], abs=1e-3)


def test_three_equations_are_solved() -> None:
    matrix = [[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]]
    assert solved(matrix, [6.0, 10.0, 8.0]) == pytest.approx([1.0, 2.0, 3.0])


def test_a_party_wins_as_one() -> None:
    parties = [(0, 2), (1, 3)]
    assert shared(Outcome([[1, 3], [0, 2]], {}), parties) == [0.0, 1.0]
    assert shared(Outcome([[0, 2], [1]], {}), [(0,), (1,), (2,)]) == [0.5, 0.0, 0.5]
    assert shared(Outcome([[], [0, 1]], {}), [(0,), (1,)]) == [0.0, 0.0]


def test_each_round_but_the_first_is_a_moment_with_a_row_a_side() -> None:
    game = games["majority"]
    found = list(played(game, 4, game.Options(), seed=1))
    assert [stage for stage, _ in found] == [2, 3, 4]
    assert all(len(moment.signs) == len(moment.shares) == 2 for _, moment in found)
    assert {sum(moment.shares) for _, moment in found} == {1.0}


def test_games_are_played_with_every_variant() -> None:
    game = games["corrompue"]
    assert {options.four_player_deal for options in variants_of(game, 4)} == {"cult", "seven"}
    game = games["guildes"]
    switches = [(o.events, o.tricks) for o in variants_of(game, 4) if o.tie_break == "shared"]
    assert sorted(switches) == [(False, False), (False, True), (True, False), (True, True)]


def test_a_game_without_judgement_can_not_learn() -> None:
    class Unjudged(type(games["majority"])):
        policy = None

    game = Unjudged()
    with pytest.raises(ValueError, match="majority"):
        list(played(game, 3, game.Options(), seed=1))


def test_the_same_seed_learns_the_same() -> None:
    game = games["corrompue"]
    assert learn(game, 4, 1) == learn(game, 4, 1)


def test_what_was_learned_is_printed_as_the_file_of_prospects(capsys) -> None:
    main(["learn", "majority", "--games", "3", "--seed", "5"])
    printed = capsys.readouterr().out
    assert printed.startswith("# python -m engine learn majority --games 3 --seed 5\n")
    rows = tomllib.loads(printed)["prospect"]
    assert [(row["seats"], row["stage"]) for row in rows] == [
        (seats, stage) for seats in (3, 4) for stage in (2, 3, 4)
    ]
    assert {len(row["weights"]) for row in rows} == {3}
