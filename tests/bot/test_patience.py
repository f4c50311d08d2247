"""What people wait in all is bounded, and every computer has as much of it as the others."""

import pytest

from bot.patience import AT_ONCE, IN_TURN, LATE, WAIT, Patience


def test_several_that_choose_at_once_take_what_all_of_them_have():
    patience = Patience([1, 2, 3])
    assert patience.within([1, 2, 3], at_once=True) == pytest.approx(AT_ONCE * WAIT)
    assert patience.within([1, 2, 3], at_once=True) >= 3.0, "a second for each of three"


def test_the_last_in_turn_has_as_long_as_the_first_whatever_the_others_took():
    patience = Patience([1, 2, 3])
    first = patience.within([1], at_once=False)
    for _ in range(30):
        patience.spend([1], patience.within([1], at_once=False))
    assert patience.within([3], at_once=False) == pytest.approx(first)
    assert first == pytest.approx(IN_TURN * WAIT / 3)


def test_however_many_choices_there_are_all_of_them_are_waited_for_no_longer():
    patience, waited = Patience([0, 2]), 0.0
    for number in range(200):
        seat = 2 * (number % 2)
        seconds = patience.within([seat], at_once=False)
        patience.spend([seat], seconds)
        waited += seconds
    assert waited <= WAIT + 1e-9


def test_whoever_has_taken_too_long_has_nothing_left_and_the_others_what_is_left_of_all():
    patience = Patience([0, 1])
    patience.spend([0], WAIT / 2 + 0.5)
    assert patience.within([0], at_once=False) == 0.0
    assert patience.within([1], at_once=False) == pytest.approx(IN_TURN * (WAIT / 2 - 0.5))
    assert patience.limit == pytest.approx(WAIT / 2 - 0.5 + LATE)


def test_however_long_one_takes_people_wait_no_longer_for_all():
    patience, waited = Patience([1, 2, 3]), 0.0
    for seat in (1, 2, 3, 1, 2, 3):
        # Each takes all that is awaited, as where the processes get no time to think.
        waited += patience.limit
        patience.spend([seat], patience.limit)
        assert waited <= WAIT + LATE + 1e-9
    assert patience.within([3], at_once=False) == 0.0


def test_a_seat_that_a_computer_has_only_now_chooses_at_once():
    assert Patience([0]).within([1], at_once=False) == 0.0
