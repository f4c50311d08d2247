"""When a shard that hears nothing is taken for deaf."""

from types import SimpleNamespace

import pytest

from bot.running.client import BEYOND, ENOUGH, RENEWED, SHORTEST, UNKNOWN, Silence


@pytest.fixture
def time():
    return SimpleNamespace(now=1_000.0)


@pytest.fixture
def silence(time):
    silence = Silence(lambda: time.now)
    silence.renewed(0)
    return silence


def pressed(silence, time, gaps, shard=0):
    for gap in gaps:
        time.now += gap
        silence.interaction(shard)


def test_a_busy_shard_is_deaf_after_ten_minutes(silence, time):
    pressed(silence, time, [200] * ENOUGH)
    time.now += SHORTEST
    assert not silence.unusual(0)
    time.now += 1
    assert silence.unusual(0)


def test_a_shard_whose_nights_are_silent_is_deaf_after_twice_as_long(silence, time):
    night = 9 * 3600.0
    pressed(silence, time, [60] * ENOUGH + [night] + [60] * ENOUGH)
    time.now += BEYOND * night
    assert not silence.unusual(0)
    time.now += 1
    assert silence.unusual(0)


def test_before_much_is_known_six_hours_are_usual(silence, time):
    pressed(silence, time, [5] * (ENOUGH - 1))
    time.now += UNKNOWN
    assert not silence.unusual(0)
    time.now += 1
    assert silence.unusual(0)


def test_a_shard_is_renewed_once_an_hour_at_most(silence, time):
    pressed(silence, time, [300] * ENOUGH)
    time.now += 3600
    assert silence.unusual(0)
    silence.renewed(0)
    time.now += RENEWED - 1
    assert not silence.unusual(0)
    time.now += 1
    assert silence.unusual(0)


def test_a_silence_that_a_new_session_has_ended_was_not_usual(silence, time):
    pressed(silence, time, [60] * ENOUGH)
    time.now += 40_000
    silence.renewed(0)
    pressed(silence, time, [5, RENEWED])
    time.now += BEYOND * RENEWED + 1
    assert silence.unusual(0)


def test_each_shard_is_judged_by_itself(silence, time):
    silence.renewed(1)
    for _ in range(2 * ENOUGH):
        pressed(silence, time, [100], shard=0)
    pressed(silence, time, [60] * ENOUGH, shard=1)
    time.now += 500
    silence.interaction(1)
    assert silence.unusual(0)
    assert not silence.unusual(1)


def test_how_long_it_has_been_silent(silence, time):
    time.now += 10
    silence.event_at = time.now
    time.now += 20
    silence.interaction(0)
    time.now += 5
    silence.renewed(0)
    assert (silence.since_event(), silence.since_interaction()) == (25, 5)
