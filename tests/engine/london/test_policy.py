"""Greedy play."""

from __future__ import annotations

from random import Random

import pytest

from engine.london.policy import choose
from tests.engine.london.builders import GAME, activate, scene


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_choice_is_a_legal_move(seats: int) -> None:
    state = GAME.setup(seats, seed=6)
    while asked := state.asked():
        move = choose(state, asked[0])
        assert move in state.moves(asked[0])
        state.apply(asked[0], move)


def test_a_greedy_player_beats_players_at_random() -> None:
    random, won = Random(3), 0
    for seed in range(8):
        state = GAME.setup(3, seed=seed)
        while asked := state.asked():
            seat = asked[0]
            move = choose(state, seat) if seat == 1 else random.choice(list(state.moves(seat)))
            state.apply(seat, move)
        won += max(state.scores) == state.scores[1]
    assert won == 8


def test_neutrals_are_used_where_they_win_a_tile() -> None:
    state = scene(tiles={"C2": "weavers"}, pawns={"C2": [2, 3, 1]}, neutrals=[2, 0, 0])
    state = activate(state)
    move = choose(state, 0)
    assert state.decode(0, move) == ("1x2",)
