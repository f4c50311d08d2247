"""What people wait in all is bounded, and every computer has as much of it as the others."""

import pytest

from bot.thinking.computers import AT_ONCE, IN_TURN, LATE, WAIT, Patience, Rest


def test_several_that_choose_at_once_take_what_all_of_them_have():
    patience = Patience([1, 2, 3])
    assert patience.within([1, 2, 3], at_once=True) == pytest.approx(AT_ONCE * WAIT)
    assert patience.within([1, 2, 3], at_once=True) >= 3.0, "a second for each of three"


def test_the_last_in_turn_has_as_long_as_the_first_whatever_the_others_took():
    patience = Patience([1, 2, 3])
    first = patience.within([1], at_once=False)
    for _ in range(30):
        patience.spend([1], seconds := patience.within([1], at_once=False), seconds)
    assert patience.within([3], at_once=False) == pytest.approx(first)
    assert first == pytest.approx(IN_TURN * WAIT / 3)


def test_however_many_choices_there_are_all_of_them_are_waited_for_no_longer():
    patience, waited = Patience([0, 2]), 0.0
    for number in range(200):
        seat = 2 * (number % 2)
        seconds = patience.within([seat], at_once=False)
        patience.spend([seat], seconds, seconds)
        waited += seconds
    assert waited <= WAIT + 1e-9


def test_whoever_has_taken_too_long_has_nothing_left_and_the_others_what_is_left_of_all():
    patience = Patience([0, 1])
    patience.spend([0], WAIT / 2 + 0.5, 0.5)
    assert patience.within([0], at_once=False) == 0.0
    assert patience.within([1], at_once=False) == pytest.approx(IN_TURN * (WAIT / 2 - 0.5))
    assert patience.limit == pytest.approx(WAIT / 2 - 0.5 + LATE)


def test_however_long_one_takes_people_wait_no_longer_for_all():
    patience, waited = Patience([1, 2, 3]), 0.0
    for seat in (1, 2, 3, 1, 2, 3):
        # Each takes all that is awaited, as where the processes get no time to think.
        waited += patience.limit
        patience.spend([seat], patience.limit, 0.1)
        assert waited <= WAIT + LATE + 1e-9
    assert patience.within([3], at_once=False) == 0.0


def test_a_seat_that_a_computer_has_only_now_chooses_at_once():
    assert Patience([0]).within([1], at_once=False) == 0.0


@pytest.mark.parametrize(("rest", "wait"), [(0.0, WAIT), (0.5, WAIT), (2.8, 2.0), (9.0, 0.0)])
def test_with_what_is_done_besides_nobody_waits_for_five_seconds(rest, wait):
    patience = Patience([1], rest)
    assert patience.within([1], at_once=True) == pytest.approx(AT_ONCE * wait)
    assert patience.limit == pytest.approx(wait + LATE)


def test_what_was_taken_over_what_was_given_is_no_time_to_think():
    patience = Patience([1, 2])
    patience.spend([1], 0.7, within=0.5)
    patience.spend([2], 0.2, within=0.5)
    patience.spend([1], 0.1, within=0.0)
    assert patience.thought == pytest.approx(0.7)


def test_the_longer_waits_of_late_are_what_is_expected_besides():
    rest = Rest()
    for seconds in 50 * (0.2, 0.3, 3.0, 0.1, 2.9, 0.2):
        rest.took(seconds)
    assert 2.0 < rest.seconds < 3.0
    for _ in range(200):
        rest.took(0.1)
    assert rest.seconds == pytest.approx(0.1, abs=0.01)
    rest.took(4.0)
    assert rest.seconds < 2.5, "once is not for long"
