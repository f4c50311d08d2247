"""The rules of liar's dice (RULES.md): bids, calls, who starts, who is out."""

import pytest

from engine.game import IllegalMove
from liars_dice.bidding import counted, raises
from liars_dice.game import LiarsDice
from liars_dice.options import LiarsDiceOptions
from liars_dice.state import CALL, bid_of, number_and_face

GAME = LiarsDice()


def table(*hands, starter=0, wild_ones=False):
    """A round that begins with these dice under the cups."""
    state = GAME.setup(len(hands), LiarsDiceOptions(wild_ones=wild_ones), seed=1)
    state.hands = [bytes(sorted(hand)) for hand in hands]
    state.starter, state.waiting = starter, [starter]
    state.out = tuple(seat for seat, hand in enumerate(hands) if not hand)
    return state


def play(state, *picks):
    """The state after these choices, each by whoever is asked."""
    for pick in picks:
        state, _ = GAME.play(state, GAME.asked(state)[0], [pick])
    return state


def dice(state):
    return [len(hand) for hand in state.hands]


def bids(*after, dice=10):
    return {number_and_face(bid) for bid in raises(bid_of(*after) if after else CALL, dice)}


def test_everybody_begins_with_five_dice_or_as_many_as_the_option_says():
    assert dice(GAME.setup(6, seed=3)) == [5] * 6
    assert dice(GAME.setup(2, LiarsDiceOptions(dice=3), seed=3)) == [3, 3]


def test_the_first_bid_names_at_most_four_dice():
    assert bids() == {(number, face) for number in range(1, 5) for face in range(1, 7)}


def test_the_first_bid_names_no_more_dice_than_there_are():
    assert max(number for number, _ in bids(dice=2)) == 2


def test_a_higher_bid_has_a_higher_face_or_up_to_three_dice_more():
    higher = {(4, 6)} | {(number, face) for number in (5, 6, 7) for face in range(1, 7)}
    assert bids(4, 5) == higher


def test_no_bid_names_more_dice_than_there_are():
    assert bids(9, 6) == {(10, face) for face in range(1, 7)}
    assert bids(10, 6) == set()


def test_the_starter_must_bid():
    with pytest.raises(IllegalMove):
        play(table([1], [2]), "call")


def test_as_many_dice_as_were_bid_cost_the_caller_one():
    after = play(table([3, 3], [3, 5], [6]), "bid:3:3", "call")
    assert dice(after) == [2, 1, 1]


def test_fewer_dice_than_were_bid_cost_the_bidder_one():
    after = play(table([3, 3], [2, 5], [6, 6]), "bid:3:3", "call")
    assert dice(after) == [1, 2, 2]


def test_the_loser_of_a_die_starts_the_next_round():
    assert GAME.asked(play(table([3, 3], [3, 5], [6]), "bid:3:3", "call")) == [1]


def test_after_the_loser_of_a_last_die_the_next_player_with_dice_starts():
    after = play(table([3, 3], [3], [], [6]), "bid:3:3", "call")
    assert dice(after) == [2, 0, 0, 1]
    assert after.out == (2, 1)
    assert GAME.asked(after) == [3]


def test_a_call_ends_the_round_and_the_last_call_begins_none():
    begun = table([3], [2, 2])
    called = play(begun, "bid:1:3", "call")
    assert [GAME.round_of(state) for state in (begun, called)] == [1, 2]
    assert GAME.round_of(play(called, "bid:1:1", "call")) == 2


def test_who_is_out_is_passed_over():
    assert GAME.asked(play(table([3], [], [6]), "bid:1:3")) == [2]


def test_a_bid_that_nobody_can_raise_is_called_unasked():
    after = play(table([6], [6], [1, 1]), "bid:4:6")
    assert dice(after) == [0, 1, 2]
    assert after.called[1:] == (0, 1, 0)


def test_ones_count_for_themselves_alone_without_the_variant():
    assert counted([b"\1\1\4", b"\4\6"], 4, wild_ones=False) == 2


def test_wild_ones_count_as_every_face_and_once_for_ones():
    assert counted([b"\1\1\4", b"\4\6"], 4, wild_ones=True) == 4
    assert counted([b"\1\1\4", b"\4\6"], 1, wild_ones=True) == 2


def test_the_last_player_with_dice_wins_and_the_others_follow_by_how_long_they_lasted():
    state = table([6, 6, 6], [3], [])
    after = play(state, "bid:1:6", "call")
    outcome = GAME.outcome(after)
    assert outcome is not None
    assert [list(place) for place in outcome.places] == [[0], [1], [2]]
    assert outcome.scores == {0: 3, 1: 0, 2: 0}


def test_a_call_shows_every_cup_as_it_was():
    after = play(table([3, 3], [3, 5], [6]), "bid:3:3", "call")
    call = GAME.view(after, None).last_call
    assert call is not None
    assert call.hands == ((3, 3), (3, 5), (6,))
    assert (call.count, call.bidder, call.caller, call.loser) == (3, 0, 1, 1)


def test_a_cup_is_seen_by_its_owner_alone():
    state = table([3, 3], [3, 5], [6])
    assert [GAME.view(state, seat).hand for seat in (0, 1, 2, None)] == [(3, 3), (3, 5), (6,), ()]
