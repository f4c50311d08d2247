"""The greedy player of La Cité corrompue."""

from __future__ import annotations

import pytest

from engine.corrompue.policy import choose
from engine.corrompue.state import State
from engine.rng import Rng
from tests.engine.corrompue.builders import GAME, play, table


def choice(state: State, seat: int) -> str:
    (card,) = GAME.decode(state, seat, choose(state, seat))
    return card


def test_it_takes_a_trick_of_paysans_and_leaves_one_of_noblesse() -> None:
    hands = [
        "paysan:3 noblesse:3",
        "paysan:4 noblesse:4",
        "paysan:2 paysan:9 noblesse:2 noblesse:9",
    ]
    hands = [f"{hand} culte:{seat + 1}" for seat, hand in enumerate(hands)]
    paysans = play(table(hands), "paysan:3")
    assert choice(paysans, 2) == "paysan:9"
    nobles = play(table(hands), "noblesse:3")
    assert choice(nobles, 2) == "noblesse:2"


def test_it_takes_a_rich_trick_with_the_milice_token() -> None:
    hands = [
        "paysan:3 milice:1 milice:2",
        "paysan:4 milice:3 milice:5",
        "paysan:9 milice:6 milice:7",
    ]
    state = play(table(hands, milice=0), "paysan:3")
    assert choice(state, 0) == "seat:0"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_always_makes_a_legal_move_and_sees_no_more_than_its_seat(seats: int) -> None:
    state = GAME.setup(seats, seed=8)
    while GAME.asked(state):
        seat = GAME.asked(state)[0]
        move = choose(state, seat)
        assert move in GAME.moves(state, seat)
        view = GAME.view(state, seat)
        assert {choose(GAME.sample(view, seed), seat) for seed in range(2)} == {move}
        GAME.apply(state, seat, move)


def test_with_two_a_normal_player_does_at_the_count_as_well_as_by_looking_at_tricks_alone() -> None:
    """Late in an event, and in the world that it takes for real: never worse, and often better."""

    def counted(state: State, seat: int, move: int) -> float:
        end = state.clone()
        GAME.apply(end, seat, move)
        while end.event == state.event and (asked := GAME.asked(end)):
            GAME.apply(end, asked[0], choose(end, asked[0]))
        return GAME.policy.prospect(end, seat)

    better = 0
    for seed in range(12):
        state = GAME.setup(2, seed=seed)
        while state.trick < 6:
            seat = GAME.asked(state)[0]
            GAME.apply(state, seat, GAME.moves(state, seat)[-1])
        seat = GAME.asked(state)[0]
        one, other = GAME.policy.normal(state, seat, Rng(seed)), choose(state, seat)
        assert one in GAME.moves(state, seat)
        assert counted(state, seat, one) >= counted(state, seat, other)
        better += counted(state, seat, one) > counted(state, seat, other)
    assert better > 0


def test_of_many_ways_to_discard_a_few_are_thought_about_the_best_looking_first() -> None:
    state = GAME.setup(2, seed=5)
    state.noblesse[0] = 3
    while GAME.asked(state) and state.event == 1:
        seat = GAME.asked(state)[0]
        GAME.apply(state, seat, GAME.moves(state, seat)[0])
    assert 0 in GAME.asked(state)
    ways, thought = GAME.moves(state, 0), GAME.policy.candidates(state, 0)
    assert len(ways) > 100
    assert len(thought) < 20
    assert set(thought) <= set(ways)
    assert thought[0] == choose(state, 0)
