"""How fast direct messages are opened, and what stops that."""

import asyncio

import discord
import pytest

from bot.delivery.calling.channels import PAUSE, QUARANTINE_PAUSE, Openings, quarantine
from bot.delivery.wire.caution import Pace
from bot.delivery.wire.faults import Held
from bot.store.sqlite.store import SqliteStore
from tests.bot.delivery.calls_noted import Wire
from tests.bot.delivery.refusals import error
from tests.local.clock import ManualClock

MINUTE = 60.0


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def wire(clock):
    return Wire(clock)


@pytest.fixture
async def store(tmp_path, clock):
    store = await SqliteStore.open(tmp_path / "guildhall.sqlite3", clock=clock.now)
    yield store
    await store.close()


@pytest.fixture
def begun(wire, store, clock):
    """A process that has just started."""
    return lambda: Openings(wire, Pace(10_000, 10_000, clock.now), store, clock.now)


@pytest.fixture
def openings(begun):
    return begun()


async def held(openings, user_id, *, pressed=False) -> float:
    """Seconds for which the person's direct messages aren't opened."""
    with pytest.raises(Held) as holding:
        await openings.open(user_id, pressed=pressed)
    return holding.value.seconds


async def test_direct_messages_are_opened(openings, wire):
    assert await openings.open(11, pressed=False) == 110
    assert [call.to for call in wire.calls] == [11]


@pytest.mark.parametrize("status", [403, 429, 400])
async def test_after_opening_too_fast_nobodys_are_opened_for_a_while(openings, wire, clock, status):
    wire.fails("open", error(40003, status))
    with pytest.raises(discord.HTTPException):
        await openings.open(11, pressed=True)
    clock.advance(PAUSE - 10)
    for user_id in (11, 12):
        assert await held(openings, user_id, pressed=True) == 10
    assert len(wire.calls) == 1
    clock.advance(10)
    assert await openings.open(12, pressed=True) == 120


async def test_a_limit_on_opening_holds_for_as_long_as_discord_says(openings, wire, clock):
    wire.fails("open", discord.RateLimited(3600))
    with pytest.raises(discord.RateLimited):
        await openings.open(11, pressed=True)
    clock.advance(3500)
    assert await held(openings, 12, pressed=True) == 100
    clock.advance(100)
    assert await openings.open(12, pressed=True) == 120


@pytest.mark.parametrize("status", [400, 403])
async def test_one_persons_closed_direct_messages_hold_up_nobody(openings, wire, status):
    wire.fails("open", error(50007, status))
    with pytest.raises(discord.HTTPException):
        await openings.open(11, pressed=False)
    assert await openings.open(12, pressed=False) == 120


async def test_ten_in_ten_minutes_are_opened_of_people_who_pressed_nothing(openings, clock):
    for user_id in range(10):
        await openings.open(user_id, pressed=False)
        clock.advance(MINUTE / 2)
    assert await held(openings, 10) == 5 * MINUTE
    clock.advance(5 * MINUTE)
    await openings.open(10, pressed=False)
    assert await held(openings, 11) == MINUTE / 2


async def test_who_has_just_pressed_something_waits_for_nobody_who_hasnt(openings):
    for user_id in range(10):
        await openings.open(user_id, pressed=False)
    for user_id in range(10, 15):
        await openings.open(user_id, pressed=True)


async def test_fifteen_an_hour_are_opened_in_all(openings, clock):
    for user_id in range(15):
        await openings.open(user_id, pressed=True)
        clock.advance(MINUTE)
    assert await held(openings, 15, pressed=True) == 45 * MINUTE
    clock.advance(45 * MINUTE)
    await openings.open(15, pressed=True)


async def test_what_was_opened_counts_after_a_restart_and_in_every_process(openings, begun):
    for user_id in range(15):
        await openings.open(user_id, pressed=True)
    assert await held(begun(), 15, pressed=True) == 60 * MINUTE


async def test_a_quarantine_holds_all_and_is_told_until_one_gets_through(
    openings, begun, wire, store, clock
):
    assert await quarantine(store) is None
    wire.fails("open", error(20026, 403), times=2)
    with pytest.raises(discord.HTTPException):
        await openings.open(11, pressed=True)
    assert "quarantine" in (await quarantine(store) or "")
    assert await held(begun(), 12, pressed=True) == QUARANTINE_PAUSE
    clock.advance(QUARANTINE_PAUSE)
    with pytest.raises(discord.HTTPException):
        await openings.open(13, pressed=True)
    assert await held(openings, 14, pressed=True) == QUARANTINE_PAUSE
    clock.advance(QUARANTINE_PAUSE)
    await openings.open(14, pressed=True)
    assert await quarantine(store) is None
    await openings.open(15, pressed=False)


async def test_whether_a_quarantine_is_over_is_tried_with_one_alone(openings, wire, clock):
    wire.fails("open", error(20026, 403))
    with pytest.raises(discord.HTTPException):
        await openings.open(11, pressed=True)
    clock.advance(QUARANTINE_PAUSE)
    answered = wire.hangs("open")
    trying = asyncio.ensure_future(openings.open(12, pressed=True))
    while len(wire.calls) < 2:
        wire.called.clear()
        await wire.called.wait()
    assert await held(openings, 13, pressed=True) == QUARANTINE_PAUSE
    answered.set()
    assert await trying == 120


@pytest.mark.parametrize("failure", [error(0, 502), OSError("broken off")])
async def test_whoever_cannot_be_reached_while_discord_is_out_is_counted_once(
    openings, wire, failure
):
    wire.fails("open", failure, times=30)
    for _ in range(30):
        with pytest.raises(type(failure)):
            await openings.open(11, pressed=False)
    for user_id in range(11, 21):
        await openings.open(user_id, pressed=False)
    assert await held(openings, 21) == 10 * MINUTE


async def test_after_an_outage_no_more_are_opened_at_once_than_ever(openings, wire, clock):
    """Those who weren't reached for hours count, too: a bot that opens many is quarantined."""
    wire.fails("open", error(0, 502), times=60)
    people = range(60)
    for user_id in people:
        if user_id and user_id % 15 == 0:
            clock.advance(60 * MINUTE)
        with pytest.raises(discord.HTTPException):
            await openings.open(user_id, pressed=True)
    clock.advance(61 * MINUTE)
    opened = await asyncio.gather(
        *(openings.open(user_id, pressed=True) for user_id in people), return_exceptions=True
    )
    assert [isinstance(one, Held) for one in opened].count(False) == 15


async def test_two_processes_together_open_no_more_than_one_may(begun):
    both = [begun(), begun()]
    opened = await asyncio.gather(
        *(both[user_id % 2].open(user_id, pressed=True) for user_id in range(11, 31)),
        return_exceptions=True,
    )
    assert [isinstance(one, Held) for one in opened].count(True) == 20 - 15


async def test_a_message_that_is_refused_for_a_quarantine_holds_all_openings_too(openings):
    await openings.refused(error(20026, 403))
    assert await held(openings, 11, pressed=True) == QUARANTINE_PAUSE
