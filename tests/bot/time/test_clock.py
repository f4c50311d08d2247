"""Alarms: one a name, rung once, when they are due; what is tried again when they ring."""

from __future__ import annotations

import pytest

from bot.time import Alarms, Retries
from tests.local.clock import START, ManualClock

DAY = 86_400.0


class Short(ManualClock):
    """A clock that calls nobody back later than after a day."""

    def call_later(self, seconds, callback):
        return super().call_later(min(seconds, DAY), callback)


class Bell:
    """Notes when it rang."""

    def __init__(self, clock):
        self.clock = clock
        self.rang = []

    def ring(self):
        self.rang.append(self.clock.now() - START)


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def bell(clock):
    return Bell(clock)


def test_an_alarm_rings_once_when_it_is_due(clock, bell):
    Alarms(clock).at("ada", START + 180, bell.ring)
    clock.advance(179)
    assert bell.rang == []
    clock.advance(1_000)
    assert bell.rang == [180]


def test_an_alarm_for_a_time_that_is_past_rings_at_once(clock, bell):
    Alarms(clock).at("ada", START - 60, bell.ring)
    clock.advance(0)
    assert bell.rang == [0]


def test_a_name_has_one_alarm_the_last_that_was_set(clock, bell):
    alarms = Alarms(clock)
    alarms.at("ada", START + 100, bell.ring)
    alarms.at("ada", START + 300, bell.ring)
    alarms.at("ada", START + 200, bell.ring)
    alarms.at("ada", START + 200, bell.ring)
    clock.advance(1_000)
    assert bell.rang == [200]


def test_names_have_alarms_of_their_own(clock, bell):
    alarms = Alarms(clock)
    alarms.at("ada", START + 100, bell.ring)
    alarms.at("ben", START + 50, bell.ring)
    alarms.at("cleo", START + 70, bell.ring)
    alarms.cancel("ada")
    alarms.cancel("ada")
    alarms.cancel("dora")
    clock.advance(1_000)
    assert bell.rang == [50, 70]


def test_an_alarm_that_rang_can_be_set_again(clock, bell):
    alarms = Alarms(clock)
    alarms.at("ada", START + 10, bell.ring)
    clock.advance(10)
    alarms.at("ada", START + 10, bell.ring)
    clock.advance(0)
    assert bell.rang == [10, 10]


def test_who_sets_the_alarm_anew_while_it_rings_is_rung_again(clock):
    alarms, rang = Alarms(clock), []

    def ring():
        rang.append(clock.now() - START)
        if len(rang) < 3:
            alarms.at("ada", clock.now() + 60, ring)

    alarms.at("ada", START + 60, ring)
    clock.advance(1_000)
    assert rang == [60, 120, 180]


def test_a_clock_that_wakes_too_early_is_asked_again():
    clock = Short()
    bell = Bell(clock)
    Alarms(clock).at("ada", START + 3.5 * DAY, bell.ring)
    clock.advance(10 * DAY)
    assert bell.rang == [3.5 * DAY]


def test_after_closing_nothing_rings(clock, bell):
    alarms = Alarms(clock)
    alarms.at("ada", START + 10, bell.ring)
    alarms.at("ben", START + 20, bell.ring)
    alarms.close()
    clock.advance(1_000)
    assert bell.rang == []


@pytest.fixture
def retries(clock):
    return Retries("test", Alarms(clock), clock, first=10, longest=60)


def test_what_is_refused_is_tried_again_ever_more_rarely(clock, retries):
    tried = []
    pauses = [retries.refused("a", lambda: tried.append(clock.now())) for _ in range(5)]
    assert pauses == [10, 20, 40, 60, 60]
    clock.advance(59)
    assert tried == []
    assert retries.waits("a")
    clock.advance(1)
    assert len(tried) == 1
    assert not retries.waits("a")


def test_a_pause_that_is_known_makes_the_next_one_no_longer(retries):
    assert retries.refused("a", int, 600) == 600
    assert retries.refused("a", int) == 10


def test_who_hurries_need_not_wait_but_if_refused_again_for_longer(retries):
    retries.refused("a", int)
    retries.hurry("a")
    assert not retries.waits("a")
    assert retries.refused("a", int) == 20


def test_who_hurries_is_tried_at_once(retries):
    tried = []
    retries.refused("a", lambda: tried.append("a"))
    retries.refused("b", lambda: tried.append("b"))
    retries.hurry("a")
    retries.hurry("c")
    assert tried == ["a"]


def test_where_an_end_is_known_it_is_tried_again_by_then(clock, retries):
    tried = []
    for pause in (10, 20, 25, 25):
        assert retries.refused("a", lambda: tried.append(clock.now() - START), by=25) == pause
    clock.advance(25)
    assert tried == [25]


def test_what_went_through_begins_anew_and_is_not_tried_again(clock, retries):
    tried = []
    retries.refused("a", lambda: tried.append("a"))
    assert retries.forget("a")
    assert not retries.forget("a")
    clock.advance(100)
    assert tried == []
    assert retries.refused("a", int) == 10


def test_what_is_not_refused_again_is_forgotten_in_the_end(clock, retries):
    retries.refused("a", int)
    clock.advance(10 + 60)
    retries.refused("b", int)
    assert list(retries) == ["b"]
