"""Who is counted in a tournament: one among others, a pair against a pair; what is kept of it."""

from __future__ import annotations

import json

import pytest

from engine import games
from engine.__main__ import main
from engine.bots.players import Chance
from engine.parts.rng import Rng
from engine.tools.simulate import Setting
from engine.tools.tournament import Match, entered, matches_of, play


class Named:
    """Plays at random, and notes where it sits."""

    def __init__(self):
        self.seats = set()

    def choose(self, game, view, seed):
        self.seats.add(view.viewer)
        world = game.sample(view, seed)
        return game.decode(world, view.viewer, Chance(game).normal(world, view.viewer, Rng(seed)))


def setting(name, seats, games_=1):
    game = games[name]
    return Setting(game, seats, game.Options(), games_, seed=1)


def test_a_pair_of_one_strength_plays_against_a_pair_of_the_other() -> None:
    one, other = Named(), Named()
    for number in range(4):
        one.seats.clear()
        other.seats.clear()
        won = play(setting("majority", 4), Match("a", "b", (one, other), paired=True), number)
        assert one.seats == ({0, 2} if number % 2 == 0 else {1, 3})
        assert one.seats | other.seats == {0, 1, 2, 3}
        assert won in (0.0, 1.0)


def test_a_single_player_sits_in_every_seat_in_turn_with_a_partner_of_the_other_strength() -> None:
    for number in range(4):
        one, other = Named(), Named()
        won = play(setting("majority", 4), Match("a", "b", (one, other)), number)
        assert one.seats == {number}
        assert won in (0.0, 0.5)


@pytest.mark.parametrize(
    ("name", "seats", "expected"),
    [
        ("majority", 4, [("a pair of hard against normal", 0.5), ("hard among normal", 0.25)]),
        ("majority", 3, [("hard among normal", 1 / 3)]),
        ("guildes", 6, [("hard among normal", 1 / 6)]),
    ],
)
def test_games_of_parties_are_counted_by_party_besides_the_single_winner(name, seats, expected):
    table = setting(name, seats)
    matches = matches_of(table, "hard", "normal", {"hard": Named(), "normal": Named()})
    results = [match.came_to(table, 0.0) for match in matches]
    assert [(result.name, result.chance) for result in results] == expected


def test_pairs_of_equals_win_half_of_their_games() -> None:
    player = Named()
    table = setting("majority", 4)
    match = Match("a", "a", (player, player), paired=True)
    won = sum(play(table, match, number) for number in range(60))
    # Of 60 fair games, fewer than 15 or more than 45 are won in one of 20,000 tournaments.
    assert 15 <= won <= 45


def test_the_results_are_entered_beside_those_of_other_tables(tmp_path, capsys) -> None:
    kept = tmp_path / "strengths.json"
    short = ["--games", "2", "--playouts", "1", "--json", str(kept)]
    main(["tournament", "majority", "--seats", "4", *short])
    main(["tournament", "guildes", "--seats", "3", *short, "--option", "events=true"])
    main(["tournament", "guildes", "--seats", "3", *short])
    main(["tournament", "guildes", "--seats", "3", *short, "--seed", "2"])
    records = json.loads(kept.read_text())
    assert [(one["game"], one["seats"], one["options"], one["seed"]) for one in records] == [
        ("guildes", 3, {}, 2),
        ("guildes", 3, {"events": True}, 1),
        ("majority", 4, {}, 1),
    ]
    majority = records[2]
    assert [(one["challenger"], one["paired"]) for one in majority["matches"]] == [
        ("normal", True),
        ("normal", False),
        ("hard", True),
        ("hard", False),
    ]
    assert [one["strength"] for one in majority["ratings"]] == ["easy", "normal", "hard"]
    assert majority["thinking"] == {"playouts": 1}
    assert "Like Elo's" in capsys.readouterr().out


def test_hard_players_can_think_by_the_clock(tmp_path) -> None:
    kept = tmp_path / "strengths.json"
    arguments = ["--seats", "2", "--games", "1", "--match", "hard:normal", "--seconds", "0.001"]
    main(["tournament", "corrompue", *arguments, "--json", str(kept)])
    (record,) = json.loads(kept.read_text())
    assert record["thinking"] == {"seconds": 0.001}


def test_a_record_takes_the_place_of_its_tables_earlier_one() -> None:
    same = {"game": "a", "seats": 3, "rules_version": 1, "thinking": {"playouts": 4}}
    old = {**same, "options": {"x": True, "y": False}, "seed": 1}
    new = {**same, "options": {"y": False, "x": True}, "seed": 2}
    other = {**same, "options": {}, "seed": 3}
    assert entered([old, other], new) == [other, new]


def test_matches_played_one_by_one_are_kept_as_if_played_together(tmp_path) -> None:
    together, apart = tmp_path / "together.json", tmp_path / "apart.json"
    arguments = ["tournament", "majority", "--seats", "3", "--games", "2", "--playouts", "1"]
    main([*arguments, "--json", str(together)])
    for match in ("hard:normal", "normal:easy", "hard:normal"):
        main([*arguments, "--match", match, "--json", str(apart)])
    assert json.loads(apart.read_text()) == json.loads(together.read_text())


def test_matches_of_others_who_thought_otherwise_are_not_kept_with_new_ones(tmp_path) -> None:
    kept = tmp_path / "strengths.json"
    arguments = ["tournament", "majority", "--seats", "3", "--games", "2", "--json", str(kept)]
    main([*arguments, "--match", "hard:normal", "--playouts", "2"])
    main([*arguments, "--match", "normal:easy", "--playouts", "1"])
    (record,) = json.loads(kept.read_text())
    assert [match["challenger"] for match in record["matches"]] == ["normal"]
