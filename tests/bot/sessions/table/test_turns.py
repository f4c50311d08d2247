"""Until when each seat must choose."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.table.turns import chose, extended, followed, later, missed, reminded
from bot.store.records.play import Speed, Turn

SPEED = Speed(nudge=100, limit=300)


def test_who_comes_to_owe_a_choice_has_the_whole_span() -> None:
    (ada, ben) = followed((), (0, 1), {1: 4}, SPEED, now=lambda: 1000.0)
    assert ada == Turn(0)
    assert (ben.step, ben.asked_at, ben.due_at) == (4, 1000.0, 1300.0)


def test_who_owes_the_same_choice_still_keeps_the_deadline() -> None:
    before = followed((), (0, 1), {0: 4, 1: 4}, SPEED, now=lambda: 1000.0)
    after = followed(before, (0, 1), {1: 4}, SPEED, now=lambda: 1200.0)
    assert after[1] == before[1]
    assert (after[0].step, after[0].look_at) == (None, None)
    assert [turn for turn in after if turn not in before] == [after[0]]


def test_another_choice_has_another_deadline() -> None:
    before = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    (after,) = followed(before, (0,), {0: 5}, SPEED, now=lambda: 1250.0)
    assert (after.step, after.due_at, after.reminded) == (5, 1550.0, 0)


def test_after_three_in_a_row_the_computer_has_the_seat_and_no_deadline() -> None:
    turn = Turn(0)
    for _ in range(3):
        assert not turn.away
        turn = missed(turn)
    assert turn.away
    (followed_on,) = followed((turn,), (0,), {0: 6}, SPEED, now=lambda: 1000.0)
    assert (followed_on.step, followed_on.look_at, followed_on.away) == (None, None, True)


def test_an_own_choice_in_between_starts_the_count_anew() -> None:
    turn = missed(chose(missed(missed(Turn(0)))))
    assert (turn.missed, turn.away) == (1, False)


def test_reminders_are_at_the_nudge_and_at_half_of_what_is_left_then_the_deadline() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    assert turn.look_at == 1100.0
    once = reminded(turn, SPEED, now=1100.0)
    assert (once.reminded, once.look_at) == (1, 1200.0)
    twice = reminded(once, SPEED, now=1200.0)
    assert (twice.reminded, twice.look_at) == (2, 1300.0)


def test_of_two_reminders_that_are_past_one_is_given() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    late = reminded(turn, SPEED, now=1250.0)
    assert (late.reminded, late.look_at) == (2, 1300.0)


def test_after_a_first_reminder_that_was_held_back_half_of_what_is_left_counts_from_it() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    held = reminded(turn, SPEED, now=1180.0)
    assert (held.reminded, held.look_at) == (1, 1240.0)


def test_more_time_after_both_reminders_brings_no_third() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    both = reminded(reminded(turn, SPEED, now=1100.0), SPEED, now=1200.0)
    more = extended(both, SPEED, now=1250.0)
    assert (more.reminded, more.look_at) == (2, 1450.0)


def test_more_time_is_half_the_span_and_moves_the_second_reminder() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    more = extended(reminded(turn, SPEED, now=1100.0), SPEED, now=1150.0)
    # Half of what is left between the nudge at 1100 and the end at 1450.
    assert (more.due_at, more.look_at, more.extended) == (1450.0, 1275.0, 1)


def test_more_time_asked_for_after_the_end_counts_from_then() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    assert extended(turn, SPEED, now=1400.0).due_at == 1550.0


def test_what_quiet_hours_held_back_is_looked_at_again_once_there_is_more_time() -> None:
    (turn,) = followed((), (0,), {0: 4}, SPEED, now=lambda: 1000.0)
    held = replace(reminded(turn, SPEED, now=1100.0), look_at=9000.0)
    more = extended(held, SPEED, now=1400.0)
    # Half of what is left between the end, at 1300, and the later one.
    assert (more.due_at, more.look_at) == (1550.0, 1425.0)
    assert (later(held, 60.0).due_at, later(held, 60.0).look_at) == (1360.0, 1360.0)
