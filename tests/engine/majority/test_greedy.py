"""The greedy player of The Majority."""

from __future__ import annotations

import pytest

from engine.majority.policy import choose
from engine.majority.state import State
from tests.engine.majority.builders import GAME, exchange, table


def choice(state: State, seat: int) -> str:
    (card,) = GAME.decode(state, seat, choose(state, seat))
    return card


def test_it_plays_the_card_that_earns_gold_now() -> None:
    state = table(["red:5 blue:9", "red:6 blue:5", "yellow:5 yellow:6"])
    state.totals = [0, 0, 0, 30, 0, 0, 0, 0, 0]
    assert choice(state, 0) == "red:5"


def test_it_gives_its_partner_the_card_that_earns_more_there() -> None:
    state = exchange(["red:10 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    state.totals[0] = 30
    assert choice(state, 0) == "red:10"


@pytest.mark.parametrize("seats", [3, 4])
def test_it_always_makes_a_legal_move(seats: int) -> None:
    state = GAME.setup(seats, seed=8)
    while GAME.asked(state):
        seat = GAME.asked(state)[0]
        move = choose(state, seat)
        assert move in GAME.moves(state, seat)
        GAME.apply(state, seat, move)


def test_it_sees_no_more_than_its_seat() -> None:
    state = GAME.setup(4, seed=6)
    while GAME.asked(state):
        seat = GAME.asked(state)[0]
        move = choose(state, seat)
        view = GAME.view(state, seat)
        assert {choose(GAME.sample(view, seed), seat) for seed in range(3)} == {move}
        GAME.apply(state, seat, move)
