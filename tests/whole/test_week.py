"""A week of a game of four: everybody is told what concerns him, once, and nobody at night."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from bot.delivery.known.noted import AWAKE_FOR
from tests.whole.week import ADA_IS_AWAY, CHIARA_LEAVES, DOWN, HOUR, LIMIT, NUDGE, TICK, play

LONGEST_NIGHT = 9 * HOUR
ABSENT = "hasn’t been here for a day"

pytestmark = pytest.mark.timeout(240)


async def test_a_week_of_a_game_of_four(tmp_path):
    week = await play(tmp_path)
    loud = [sent for sent in week.sent if sent.loud]
    # Nobody is called at night who hasn't played a moment ago.
    night = [sent for sent in loud if week.asleep(sent.name, sent.at)]
    assert [sent for sent in night if sent.looked >= AWAKE_FOR] == []
    # Everybody is told once of a choice, and reminded twice at most.
    told = Counter((sent.name, sent.step) for sent in loud if sent.kind == "hand")
    assert set(told.values()) == {1}
    reminded = Counter((sent.name, sent.step) for sent in loud if sent.kind == "reminder")
    assert set(reminded.values()) == {1, 2}
    # Never together: between two words to a person about one choice lies some time.
    at = Counter((sent.name, sent.step, sent.at) for sent in loud if sent.step is not None)
    assert set(at.values()) == {1}
    check_told(week, told)
    check_reminded(week, reminded)
    # Nothing is said of what nobody owes.
    owed = {name_and_step for name_and_step, _ in week.owed.items()}
    assert {*told, *reminded} <= owed
    # Nobody waits for ever: the clock, held back for a night, decides.
    longest = max(until - since for since, until in week.owed.values())
    assert longest <= LIMIT + LONGEST_NIGHT + DOWN + TICK
    letters = Counter((sent.name, sent.kind) for sent in loud if sent.kind.startswith("letter"))
    assert letters == {
        ("Ada", "letter: somebody has left"): 1,
        ("Hanna", "letter: a seat is offered"): 1,
    }
    assert week.taken_back is not None
    assert week.taken_back[1] == ()
    names = [seat.name for seat in (await week.party.table()).record.seats]
    assert sorted(names) == ["Ada", "Farah", "Goro", "Hanna"]
    # The host's absence is said after a day, until his return.
    absent = [ABSENT in said for said in week.said]
    changes = [now for before, now in pairwise(absent) if before != now]
    assert changes == [True, False]
    hours = sum(absent) * TICK
    away = (ADA_IS_AWAY[1] - ADA_IS_AWAY[0]).total_seconds()
    assert 0 < hours < away


def check_told(week, told):
    """Whoever came to be awaited unseen, and for a while in waking hours, was told of it."""
    for (name, step), (since, until) in week.owed.items():
        if (name, step) in week.shown or until - since < 2 * TICK:
            continue
        awake = [at for at in ticks(since + TICK, until) if not week.asleep(name, at)]
        perhaps = awake or not week.asleep(name, until + TICK)
        left = name == "Chiara" and since + TICK >= CHIARA_LEAVES.timestamp()
        least = 0 if left else bool(awake)
        assert least <= told[name, step] <= bool(perhaps), (name, step)


def check_reminded(week, reminded):
    """Whoever let a choice lie for long, in waking hours, was reminded."""
    for (name, step), (since, until) in week.owed.items():
        if name == "Chiara":
            continue
        awake = [at for at in ticks(since, until) if not week.asleep(name, at)]
        if len(awake) * TICK > NUDGE + DOWN + 2 * TICK:
            assert reminded[name, step] >= 1, (name, step)


def ticks(since, until):
    return [since + number * TICK for number in range(int((until - since) // TICK))]
