"""Computer players: greedy play and planned turns."""

from __future__ import annotations

from random import Random

import pytest

from engine.bots import counted, players_with
from engine.london.policy.greedy import choose
from engine.parts.rng import Rng
from tests.engine.london.builders import GAME, TOWN, activate, play, question, scene, turns


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_is_a_legal_move(seats: int) -> None:
    state = GAME.setup(seats, seed=6)
    while asked := GAME.asked(state):
        move = choose(state, asked[0])
        assert move in GAME.moves(state, asked[0])
        GAME.apply(state, asked[0], move)


def test_a_greedy_player_beats_players_at_random() -> None:
    random, won = Random(3), 0
    for seed in range(8):
        state = GAME.setup(3, seed=seed)
        while asked := GAME.asked(state):
            seat = asked[0]
            move = (
                choose(state, seat) if seat == 1 else random.choice(list(GAME.moves(state, seat)))
            )
            GAME.apply(state, seat, move)
        won += max(state.scores) == state.scores[1]
    assert won == 8


def test_neutrals_are_used_where_they_win_a_tile() -> None:
    state = scene(tiles={"C2": "weavers"}, pawns={"C2": [2, 3, 1]}, neutrals=[2, 0, 0])
    state = activate(state)
    move = choose(state, 0)
    assert GAME.decode(state, 0, move) == ("1x2",)


def test_planned_rows_are_made_of_legal_moves_and_leave_the_state_alone() -> None:
    state = scene(tiles=TOWN, hands=["16 31 41 52 34"], pawns={"D2": [2, 0, 0]})
    state = turns(state)
    while GAME.asked(state) == [0] and state.round == 4:
        before = GAME.dump(state)
        rows = GAME.policy.rows(state, 0)
        assert GAME.dump(state) == before
        for row in rows:
            tried = state.clone()
            for move in row:
                assert GAME.asked(tried) == [0]
                assert move in GAME.moves(tried, 0)
                GAME.apply(tried, 0, move)
        GAME.apply(state, 0, rows[0][0])


def test_rows_of_a_turn_play_it_to_its_end() -> None:
    state = turns(scene(tiles=TOWN, hands=["16 31 41 52 34"], pawns={"D2": [2, 0, 0]}))
    rows = GAME.policy.rows(state, 0)
    assert len(rows) == len(set(rows)) > 1
    assert max(map(len, rows)) > 2
    for row in rows:
        tried = state.clone()
        for move in row:
            GAME.apply(tried, 0, move)
        assert (tried.round, tried.actor) != (state.round, 0)


def test_a_plan_that_moves_from_elsewhere_stays_away_from_the_guildhall() -> None:
    """The choice that the plan began with says that the pawn comes from a tile."""
    state = scene(tiles=TOWN, hands=["15 51"], pawns={"D4": [1, 0, 0], "C2": [1, 0, 0]})
    state = play(turns(state), "card:15.elsewhere")
    assert question(state) == "source"
    for row in GAME.policy.rows(state, 0):
        assert row[0] in GAME.moves(state, 0)


def test_a_hard_player_takes_the_tile_that_a_single_pawn_wins() -> None:
    """Blacksmiths: threshold 3, 4 VP; two pawns of seat 0 stand there, one of seat 1."""
    tiles = {"D2": "skinners", "C2": "blacksmiths"}
    state = turns(scene(tiles=tiles, hands=["15 51"], pawns={"C2": [1, 1, 0]}, round_=15))
    hard, picked = players_with(counted(playouts=64))["hard"], []
    while GAME.asked(state) == [0] and picked[-1:] != ["end"]:
        picks = hard.choose(GAME, GAME.view(state, 0), 1)
        picked += picks
        GAME.apply(state, 0, GAME.encode(state, 0, picks))
    assert any(pick.endswith(".c2") for pick in picked)


@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_every_strength_plays_legal_moves(strength: str) -> None:
    state, rng = GAME.setup(3, seed=8), Rng(1)
    while asked := GAME.asked(state):
        move = getattr(GAME.policy, strength)(state, asked[0], rng)
        assert move in GAME.moves(state, asked[0])
        GAME.apply(state, asked[0], move)


def test_only_who_replaces_nobody_says_so_for_all_that_follows() -> None:
    state = activate(
        scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 1, 0]}, neutrals=[0, 0, 1])
    )
    assert question(state) == "negotiate"
    none, replaces = (GAME.encode(state, 2, [pick]) for pick in ("none", "1x1"))
    assert GAME.decode(state, 2, GAME.policy.shortcut(state, 2, none)) == ("only",)
    assert GAME.policy.shortcut(state, 2, replaces) == replaces


def test_where_a_reward_sends_a_liveryman_is_held_against_other_tiles() -> None:
    """A rival's tile may be worth more than the greedy choice, which looks at no vote to come."""
    pawns = {"C2": (4, 1, 0), "D2": (1, 3, 0), "guildhall": (3, 3, 3)}
    state = activate(scene(tiles={"C2": "saddlers", "D2": "church"}, pawns=pawns))
    state = play(state, "all") if question(state) == "take" else state
    rows = GAME.policy.rows(state, 0)
    assert rows[0] == (GAME.policy.normal(state, 0, Rng(1)),)
    assert {move for (move,) in rows} <= {*GAME.moves(state, 0)}
    assert len(rows) > 1


def test_which_cards_are_discarded_is_left_to_the_greedy_choice() -> None:
    """What stays in a hand shows only rounds later."""
    state = play(turns(scene(tiles=TOWN, hands=["11 12 13 14 15 16 21 41"])), "end")
    assert question(state) == "excess.first"
    assert len(GAME.policy.rows(state, 0)) == 1
