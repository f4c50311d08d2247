"""Computer players: greedy play and planned turns."""

from __future__ import annotations

from random import Random

import pytest

from engine.london.policy.greedy import choose
from engine.rng import Rng
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


def test_a_planned_turn_is_made_of_legal_moves_and_leaves_the_state_alone() -> None:
    state = scene(tiles=TOWN, hands=["16 31 41 52 34"], pawns={"D2": [2, 0, 0]})
    state = turns(state)
    while GAME.asked(state) == [0] and state.round == 4:
        before = GAME.dump(state)
        (move,) = GAME.policy.candidates(state, 0)
        assert move in GAME.moves(state, 0)
        assert GAME.dump(state) == before
        GAME.apply(state, 0, move)


def test_a_plan_that_moves_from_elsewhere_stays_away_from_the_guildhall() -> None:
    """The choice that the plan began with says that the pawn comes from a tile."""
    state = scene(tiles=TOWN, hands=["15 51"], pawns={"D4": [1, 0, 0], "C2": [1, 0, 0]})
    state = play(turns(state), "card:15.elsewhere")
    assert question(state) == "source"
    (move,) = GAME.policy.candidates(state, 0)
    assert move in GAME.moves(state, 0)


def test_a_plan_takes_the_tile_that_a_single_pawn_wins() -> None:
    """Blacksmiths: threshold 3, 4 VP; two pawns of seat 0 stand there, one of seat 1."""
    tiles = {"D2": "skinners", "C2": "blacksmiths"}
    state = turns(scene(tiles=tiles, hands=["15 51"], pawns={"C2": [1, 1, 0]}, round_=15))
    moves = []
    while GAME.asked(state) == [0] and moves[-1:] != ["end"]:
        (move,) = GAME.policy.candidates(state, 0)
        moves += GAME.decode(state, 0, move)
        GAME.apply(state, 0, move)
    assert any(move.endswith(".c2") for move in moves)


@pytest.mark.parametrize("strength", ["easy", "normal"])
def test_every_strength_plays_legal_moves(strength: str) -> None:
    state, rng = GAME.setup(3, seed=8), Rng(1)
    while asked := GAME.asked(state):
        move = getattr(GAME.policy, strength)(state, asked[0], rng)
        assert move in GAME.moves(state, asked[0])
        GAME.apply(state, asked[0], move)
