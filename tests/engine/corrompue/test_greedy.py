"""The greedy player of La Cité corrompue."""

from __future__ import annotations

import pytest

from engine.bots.players import policy_of
from engine.corrompue.components import NOBLESSE
from engine.corrompue.policy import choose
from engine.corrompue.state import State
from engine.parts.rng import Rng
from engine.parts.values import Outcome
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


def test_it_does_not_lead_a_paysan_that_others_are_likely_to_take() -> None:
    hands = ["paysan:5 milice:1", "paysan:6 milice:3", "paysan:9 milice:6"]
    assert choice(table(hands), 0) == "milice:1"


def test_of_cards_that_all_take_a_trick_the_one_most_gladly_lost_goes() -> None:
    """Noblesse 10 would win more of what nobody wants; a high Paysan wins what everybody does."""
    hands = ["noblesse:2 milice:1", "noblesse:3 paysan:3", "noblesse:4 noblesse:10"]
    assert choice(play(table(hands), "noblesse:2"), 2) == "noblesse:10"
    hands = ["paysan:2 milice:1", "paysan:3 noblesse:3", "paysan:4 paysan:10"]
    assert choice(play(table(hands), "paysan:2"), 2) == "paysan:4"


def test_nobody_is_counted_on_to_beat_a_card_of_a_faction_that_is_known_to_be_gone() -> None:
    """All others are void of Noblesse: whoever leads it takes the trick, and what is in it."""
    hands = ["noblesse:1 milice:1", "paysan:3 milice:5", "paysan:4 milice:6"]
    state = table(hands)
    assert choice(state, 0) == "noblesse:1"
    state.voids[1] = state.voids[2] = 1 << NOBLESSE
    assert choice(state, 0) == "milice:1"


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


def test_cards_that_do_the_same_are_thought_about_once() -> None:
    """Paysans 3 and 5 once 4 is won; but not 5 and 8, for 6 and 7 may still be held."""
    hands = [
        "paysan:3 paysan:5 paysan:8 noblesse:1",
        "milice:3 milice:5 milice:7 noblesse:3",
        "milice:2 milice:4 milice:6 noblesse:5",
    ]
    won = ["paysan:4 noblesse:7 noblesse:9", "", ""]
    state = table(hands, won=won)
    thought = [GAME.decode(state, 0, move)[0] for move in GAME.policy.candidates(state, 0)]
    assert thought == ["noblesse:1", "paysan:3", "paysan:8"]
    assert len(GAME.policy.candidates(table(hands), 0)) == 4


def test_a_culte_card_that_somebody_may_hold_tells_two_cards_apart() -> None:
    """Culte 5 beats a Paysan 3 and none of 5: they are thought about both once it may be held."""
    hands = ["paysan:3 paysan:5", "milice:3 milice:5", "milice:2 milice:4"]
    state = table(hands, won=["paysan:4", "", ""])
    assert len(GAME.policy.candidates(state, 0)) == 1
    state.handed = [1, 0, 0]
    assert len(GAME.policy.candidates(state, 0)) == 1
    state.handed = [0, 1, 0]
    assert len(GAME.policy.candidates(state, 0)) == 2


def test_a_card_on_the_table_tells_two_cards_apart() -> None:
    hands = ["paysan:4 noblesse:1", "paysan:3 paysan:5", "milice:2 milice:4"]
    state = play(table(hands), "paysan:4")
    assert len(GAME.policy.candidates(state, 1)) == 2


def test_with_two_the_end_of_an_event_is_foreseen_as_it_is_best_played() -> None:
    """Seat 1 has won three Paysans. If seat 0 leads the 10, it gets as many, and each a token;
    if it leads the 4, seat 1 has to take every Paysan, and the token is seat 0's alone.
    """
    state = table(
        ["paysan:4 paysan:10", "paysan:9 milice:8"],
        won=["noblesse:1", "noblesse:2 paysan:1 paysan:2 paysan:3"],
    )
    counted = state.clone()
    counted.noblesse, counted.paysan = [1, 1], [1, 0]
    foresight = GAME.policy.foresight(state, 0)
    assert foresight is not None
    assert foresight(state) == pytest.approx(GAME.policy.prospect(counted, 0))
    theirs = GAME.policy.foresight(state, 1)
    assert theirs is not None
    assert theirs(state) == pytest.approx(GAME.policy.prospect(counted, 1))


def test_early_in_an_event_and_with_three_nothing_is_foreseen() -> None:
    two, three = (GAME.setup(seats, seed=3) for seats in (2, 3))
    early = GAME.policy.foresight(two, 0)
    assert early is not None
    assert early(two) is None
    assert GAME.policy.foresight(three, 0) is None


def test_a_victory_that_two_share_is_worth_half_to_each_and_nothing_to_the_rest() -> None:
    outcome = Outcome(places=((0, 2), (1,)), scores={0: 9, 1: 4, 2: 9})
    assert [policy_of(GAME).reward(outcome, seat) for seat in range(3)] == [0.5, 0.0, 0.5]
