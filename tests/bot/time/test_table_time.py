"""The tables' time stands still while nobody can be reached."""

from __future__ import annotations

import pytest

from bot.time import DamagedTime, TableTime
from tests.local.clock import START, ManualClock


class Line:
    """A way to Discord that can be cut."""

    def __init__(self) -> None:
        self.up = True

    def __call__(self) -> bool:
        return self.up


def test_it_passes_like_the_clock_while_it_is_looked_at() -> None:
    clock = ManualClock()
    time = TableTime(clock)
    begun = time.now()
    for _ in range(10):
        clock.advance(30)
        time.now()
    assert time.now() - begun == 300
    assert time.lost == 0


def test_out_of_reach_it_stands_still_and_goes_on_where_it_stood() -> None:
    clock, line = ManualClock(), Line()
    time = TableTime(clock, line)
    begun = time.now()
    clock.advance(20)
    time.now()
    line.up = False
    clock.advance(3600)
    assert time.standing
    assert time.now() - begun == 20
    line.up = True
    assert not time.standing
    assert time.now() - begun == 20
    clock.advance(5)
    assert time.now() - begun == 25
    assert time.lost == 3600


def test_what_will_be_is_shown_later_by_what_was_lost() -> None:
    clock, line = ManualClock(), Line()
    time = TableTime(clock, line)
    due = time.now() + 600
    assert time.shown(due) == START + 600
    line.up = False
    time.now()
    clock.advance(100)
    line.up = True
    time.now()
    assert time.shown(due) == START + 700


def test_a_machine_that_slept_has_lost_the_time() -> None:
    clock = ManualClock()
    time = TableTime(clock)
    begun = time.now()
    clock.advance(7200)
    assert time.now() == begun


def test_after_a_restart_the_time_between_is_lost_however_short() -> None:
    clock = ManualClock()
    before = TableTime(clock)
    clock.advance(30)
    stood = before.now()
    dumped = before.dump()
    clock.advance(50)
    after = TableTime(clock)
    after.load(dumped)
    assert after.now() == stood
    assert after.lost == 50


def test_a_clock_that_is_set_back_loses_nothing() -> None:
    clock = ManualClock()
    time = TableTime(clock)
    clock.advance(30)
    seen = time.now()
    clock.advance(-20)
    assert time.now() == seen


def test_time_in_which_another_process_was_there_is_lost_to_nobody() -> None:
    clock = ManualClock()
    there, away = TableTime(clock), TableTime(clock)
    for _ in range(20):
        clock.advance(30)
        there.now()
    noted = there.dump()
    clock.advance(10)
    away.now()  # woken
    assert away.lost == 610
    away.agree(noted)
    assert away.lost == 0
    assert away.now() == there.now()


class Ahead(ManualClock):
    """The clock of another machine, which is a minute and a half ahead."""

    def __init__(self, clock: ManualClock) -> None:
        super().__init__()
        self._clock = clock

    def now(self) -> float:
        return self._clock.now() + 90


def test_of_two_machines_whose_clocks_differ_the_tables_time_goes_on() -> None:
    clock = ManualClock()
    one, other = TableTime(clock), TableTime(Ahead(clock))
    for _ in range(3):
        one.agree(other.dump())
        other.agree(one.dump())
    begun = one.now(), other.now()
    for _ in range(40):
        clock.advance(15)
        for now in (one, other):
            now.now()
        one.agree(other.dump())
        other.agree(one.dump())
    assert (one.now(), other.now()) == (begun[0] + 600, begun[1] + 600)


def test_time_in_which_no_process_was_there_is_lost_to_all() -> None:
    clock = ManualClock()
    one, other = TableTime(clock), TableTime(clock)
    one.now()
    noted = one.dump()
    clock.advance(7200)
    one.now()
    other.now()
    other.agree(noted)
    assert (one.lost, other.lost) == (7200, 7200)
    other.agree(one.dump())
    assert other.now() == one.now()


@pytest.mark.parametrize(
    "dumped", ["", "soon", "1785000000.0", "1 2 3", "nan 0.0", "inf 0.0", "1.0 nan", "1.0 -5.0"]
)
def test_a_damaged_dump_changes_nothing(dumped: str) -> None:
    clock = ManualClock()
    time = TableTime(clock)
    for take in (time.load, time.agree):
        with pytest.raises(DamagedTime):
            take(dumped)
    assert (time.now(), time.lost, time.standing) == (START, 0, False)
