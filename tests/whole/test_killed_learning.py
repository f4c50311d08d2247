"""Killed in the middle of a lesson, it goes on where its learner last had an answer."""

from __future__ import annotations

import itertools

import pytest

from bot.testing.driver import labels, text_of
from tests.whole.house import TABLE, asked
from tests.whole.test_killed import REQUESTS, bot, press

__all__ = ["bot"]  # the fixture

pytestmark = pytest.mark.timeout(240)


def taught(message):
    """Whether a message asks the learner something, and says why it matters."""
    return asked(message) and "Why it matters" in text_of(message) and "✓" not in text_of(message)


def chosen(bot):
    """How many choices the learner has made, and the notes they went by, the last one first."""
    ((number,),) = bot.query("SELECT count(*) FROM move WHERE session_id = 1 AND seat = 0")
    ((note,),) = bot.query("SELECT note FROM lesson WHERE session_id = 1")
    return number, note


@pytest.mark.parametrize("where", ["here", "alone"])
async def test_a_lesson_goes_on_whenever_the_bot_is_killed(bot, where):
    await bot.start()
    ada = bot.person("Ada")
    await ada.command("learn", TABLE, game="guildes", where=where)
    await ada.sees(taught, None)
    expected = 0
    for pattern, carried_out in itertools.product(REQUESTS.values(), (True, False)):
        hand = await ada.sees(taught, None)
        await bot.die_at(pattern, carried_out=carried_out)
        await press(ada, hand)
        await bot.dead()
        number, note = chosen(bot)
        assert number in (expected, expected + 1)
        told = [f"draft-{each}" for each in range(1, number + 1)]
        assert note.split() == [*told[-1:], *told[:-1]]
        expected = number
        await bot.start()
        hand = await ada.sees(taught, None)
        assert f"selection {number + 1} of" in text_of(hand)
        assert ("What happened" in text_of(hand)) == bool(number)
    assert "Suggest" in labels(hand)


async def test_a_lesson_is_not_lost_between_its_table_and_its_hand(bot):
    await bot.start()
    ada = bot.person("Ada")
    await bot.die_at(r"POST /channels/\d+/messages", carried_out=False)
    ada.start_command("learn", TABLE, game="guildes", where="alone")
    await bot.dies()
    await bot.dead()
    await bot.start()
    assert bot.query("SELECT status FROM session") == [("playing",)]
    await ada.sees(taught, None)
