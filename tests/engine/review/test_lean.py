"""Chances are set right by who plays, by how much is still to come, and by what games came to."""

from __future__ import annotations

from math import exp

import pytest

from engine import games
from engine.bots import players
from engine.review.lean import AS_IT_IS, Lean, Learned, learned
from engine.tools.leaning import Foreseen, fit, toml

GUILDES = games["guildes"]
HARD = Learned((*AS_IT_IS[:6], 2.0, 0.0), {"3": 100.0, "4": 100.0})
"""Hard ones alone play better than their playouts."""


def told(chance: float, moves: float, strengths: tuple[str | None, ...], seat: int = 0) -> float:
    return Lean(GUILDES, 3, seat, strengths, HARD).told(chance, moves)


def odds(chance: float) -> float:
    return chance / (1 - chance)


def test_among_hard_players_others_have_worse_chances_the_more_is_to_come() -> None:
    who = ("normal", "hard", "hard")
    assert odds(told(0.5, 100, who)) == pytest.approx(exp(-2))
    assert odds(told(0.5, 50, who)) == pytest.approx(exp(-1))
    assert told(0.5, 0, who) == pytest.approx(0.5)
    assert odds(told(0.5, 100, ("hard", "normal", "easy"))) == pytest.approx(exp(2))


@pytest.mark.parametrize(("seats", "even"), [(3, 1 / 3), (4, 1 / 4)])
def test_who_is_neither_ahead_nor_behind_stays_there_however_much_is_taken_off(
    seats: int, even: float
) -> None:
    halved = Learned((0.0, 0.0, 0.5, *AS_IT_IS[3:]), HARD.moves)
    lean = Lean(GUILDES, seats, 0, None, halved)
    assert lean.told(even, 50) == pytest.approx(even)
    # Twice as far ahead as even is half as far from it in log odds.
    ahead = 4 * odds(even)
    assert odds(lean.told(ahead / (1 + ahead), 50)) == pytest.approx(2 * odds(even))


def test_the_strongest_of_the_others_counts() -> None:
    assert told(0.5, 100, ("hard", "normal", "hard")) == pytest.approx(0.5)
    among = [told(0.5, 100, ("normal", "easy", "hard")), told(0.5, 100, ("normal", "hard", "hard"))]
    assert among[0] == among[1]


def test_how_strong_the_others_are_on_average_counts_too() -> None:
    known = Learned((*AS_IT_IS[:6], 0.0, 2.0), HARD.moves)
    lean = Lean(GUILDES, 3, 0, ("normal", "easy", "hard"), known)
    assert odds(lean.told(0.5, 100)) == pytest.approx(exp(2 * -0.5))


def test_a_hard_player_is_a_normal_one_and_more() -> None:
    known = Learned((*AS_IT_IS[:4], 1.0, 0.0, 2.0, 0.0), HARD.moves)
    over = {
        own: odds(Lean(GUILDES, 3, 0, (own, "easy", "easy"), known).told(0.5, 100))
        for own in ("normal", "hard")
    }
    assert over == {"normal": pytest.approx(exp(1)), "hard": pytest.approx(exp(1 + 2))}


def test_people_count_as_normal_computers() -> None:
    known = Learned((*AS_IT_IS[:4], 1.0, 0.0, 2.0, 0.0), HARD.moves)
    seen = [
        Lean(GUILDES, 3, 0, who, known).told(0.4, 60)
        for who in ((None, "easy", "hard"), ("normal", "easy", "hard"))
    ]
    assert seen[0] == seen[1]
    assert Lean(GUILDES, 3, 0, (), known).told(0.4, 60) == pytest.approx(0.4)


def test_partners_play_as_well_as_both_do() -> None:
    lean = Lean(games["majority"], 4, 0, ("normal", "hard", "hard", "hard"), HARD)
    # One of two partners is hard, and both of the others are.
    assert odds(lean.told(0.5, 100)) == pytest.approx(exp(2 * (0.5 - 1)))


def test_what_is_sure_stays_sure() -> None:
    assert [told(sure, 100, ("easy", "hard", "hard")) for sure in (0.0, 1.0)] == [0.0, 1.0]


@pytest.mark.parametrize("game", games)
@pytest.mark.parametrize("own", [*players, None])
def test_a_better_answer_stays_better(game: str, own: str | None) -> None:
    """However much is to come, with as many players as there can be."""
    for seats in games[game].seats:
        who = (own, *["hard"] * (seats - 1))
        lean = Lean(games[game], seats, 0, who, learned(game))
        for moves in (1, 40, 160):
            rising = [lean.told(percent / 100, moves) for percent in range(101)]
            assert rising == sorted(rising)
            assert len({round(chance, 6) for chance in rising}) > 90


def test_a_game_of_others_is_told_as_it_is_played_out() -> None:
    assert learned("somebodys") is None
    lean = Lean(GUILDES, 3, 0, ("easy", "hard", "hard"), None)
    assert lean.told(0.37, 80) == pytest.approx(0.37)


def test_a_fit_finds_that_chances_were_told_too_high() -> None:
    """Of even chances one in three was won of the longest games, at the end one in two."""
    found = []
    for number in range(1200):
        end = number % 2 == 0
        won = number % 12 < (6 if end else 4)
        found.append(Foreseen(4, 0, ("normal",) * 4, 0.5, 1.0 if end else 100.0, float(won)))
    known = fit(GUILDES, found)
    lean = Lean(GUILDES, 4, 0, ("normal",) * 4, known)
    assert known.moves == {"4": 100.0}
    assert lean.told(0.5, 100) == pytest.approx(1 / 3, abs=0.02)
    assert lean.told(0.5, 1) == pytest.approx(0.5, abs=0.02)


def test_what_was_found_is_a_part_of_the_file() -> None:
    known = Learned([-0.5, *AS_IT_IS[1:]], {"3": 98.6, "4": 120.2})
    assert toml(GUILDES, known) == (
        "[guildes]\n"
        "weights = [-0.500, 0.000, 1.000, 0.000, 0.000, 0.000, 0.000, 0.000]\n"
        "moves = { 3 = 99, 4 = 120 }"
    )
