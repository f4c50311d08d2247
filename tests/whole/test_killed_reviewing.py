"""Killed in the middle of a review or of a try, both go on where they were."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

import pytest

from bot.testing.driver import Failed, text_of
from engine.review import Review
from tests.whole.house import TABLE, House, connected, picks_on
from tests.whole.test_killed import REQUESTS, bot, unanswered_on
from tests.whole.test_replays import ended
from tests.whole.test_reviews import by_number
from tests.whole.test_takebacks import replayed
from tests.whole.test_trying import tried

__all__ = ["bot", "by_number"]  # fixtures

pytestmark = pytest.mark.timeout(240)

LEFT = 2
"""Choices that the bot which is killed has yet to read."""


@contextlib.asynccontextmanager
async def here(bot):
    """The same bot in this process, while the other one is dead."""
    async with connected(bot.discord, Path(bot.database)) as client:
        yield House(bot.discord, client, bot.witness)


async def almost_read(hall):
    """A game of Ada's that is over, and her review without its last choices."""
    party = await ended(hall, "Ada", "Goro", "Chiara")
    ada, services = party.people[0], hall.services
    found = await services.reviewing.begin(party.session_id, ada.id)
    services.reviewing.close()
    await services.reviewing.settled()
    while len(found.review.choices) < found.review.total - LEFT:
        seat, strengths = found.review.seat, found.strengths
        read = await services.thinkers.read("guildes", found.following, seat, strengths)
        found = found.grown(read)
    assert await services.store.save_review(party.session_id, found.stored, found.kept)
    return party, found.review.choices


def review_of(bot):
    ((done, found),) = bot.query("SELECT done, found FROM review")
    return bool(done), Review.model_validate_json(found)


def chosen(choices):
    """What was found of what was chosen: of the rest a review that is done keeps what it shows."""
    return [one.model_copy(update={"answers": one.answers[:1]}) for one in choices]


async def test_a_review_goes_on_whenever_the_bot_is_killed_and_is_told_once(bot):
    async with here(bot) as hall:
        party, read = await almost_read(hall)
        ada, board = party.people[0], party.board
    await bot.start()
    await bot.die_at(REQUESTS["the answer to a choice"], carried_out=True)
    with contextlib.suppress(Failed):
        await ada.press("Review", board)
    await bot.dead()
    _, found = review_of(bot)
    assert found.choices[: len(read)] == read
    with contextlib.closing(sqlite3.connect(bot.database)) as database:
        database.execute("UPDATE review SET tell = 1")
        database.commit()
    for carried_out in (False, True):
        await bot.die_at(r"POST /channels/\d+/messages", carried_out=carried_out)
        await bot.start(ready=False)
        await bot.dies()
    await bot.start()
    done, found = review_of(bot)
    assert done
    assert chosen(found.choices[: len(read)]) == chosen(read)
    letter = await ada.sees("your review is done", None)
    await ada.press("Review", letter)
    await ada.sees("choice by choice", None)
    await bot.dead()
    await bot.start()
    assert bot.query("SELECT tell FROM review") == [(0,)]
    told = [one for one in ada.messages(None) if "your review is done" in text_of(one)]
    assert len(told) == 1


async def test_a_try_goes_on_whenever_the_bot_is_killed(bot):
    async with here(bot) as hall:
        party, _ = await almost_read(hall)
        ada, services = party.people[0], hall.services
        await services.reviewing.begin(party.session_id, ada.id)
        await services.reviewing.settled()
        await ada.press("Review", party.board)
        review = ada.latest(TABLE)
        await ada.press("Turning point 1", review)
    await bot.start()
    await bot.die_at(r"POST /channels/\d+/messages", carried_out=False)
    ada.start_press("Try it", review)
    await bot.dies()
    await bot.start()
    assert bot.query("SELECT status FROM session WHERE guild_id IS NULL") == [("playing",)]
    made = 0
    for carried_out in (True, False, True):
        hand = await ada.sees(unanswered_on, None)
        await bot.die_at(REQUESTS["the answer to a choice"], carried_out=carried_out)
        with contextlib.suppress(Failed):
            started = ada.start_press(picks_on(hand)[0], hand)
            await ada._witness.answered(started, within=2)
        await bot.dead()
        ((number,),) = bot.query(
            "SELECT count(*) FROM move JOIN tried USING (session_id) WHERE chosen_by <> 0"
        )
        assert number in (made, made + 1)
        made = number
        await bot.start()
    assert made
    await ada.sees(unanswered_on, None)
    await bot.dead()
    async with here(bot) as hall:
        again = await tried(hall, ada)
        table = await again.table()
        assert await replayed(again) == (table.game.dump(table.state), table.story)
