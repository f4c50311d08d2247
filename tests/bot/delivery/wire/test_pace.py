"""Pace: never faster than Discord allows, the important calls first."""

import asyncio

import pytest

from bot.delivery.wire.caution import ChannelPace, Pace, Priority
from bot.running.services import Rates

ONE_BY_ONE = (10, 1)


class Clock:
    """A clock that moves only when somebody sleeps."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds
        await asyncio.sleep(0)


async def test_a_burst_is_followed_by_the_steady_rate():
    clock = Clock()
    pace = Pace(40, 8, clock, clock.sleep)
    times = []
    for _ in range(48):
        await pace.turn(Priority.BOARD)
        times.append(clock.now)
    assert times[7] == 0
    assert times[8] > 0
    assert 0.99 < times[47] < 1.01  # 8 at once, then 40 in a second


@pytest.mark.parametrize(
    ("rate", "burst"), [(40, 8), (Rates().calls_per_second, Rates().burst)], ids=["other", "ours"]
)
async def test_no_second_holds_more_than_fifty_calls(rate, burst):
    clock = Clock()
    pace = Pace(rate, burst, clock, clock.sleep)
    times = []
    for _ in range(200):
        await pace.turn(Priority.BOARD)
        times.append(clock.now)
    assert max(sum(start <= time < start + 1 for time in times) for start in times) <= 50


@pytest.mark.parametrize("living", [2, 3, 5, 8])
async def test_no_second_holds_more_than_fifty_calls_of_all_processes(living):
    clock = Clock()
    rate, burst = Rates().calls_per_second, Rates().burst
    pace = Pace(rate, burst, clock, clock.sleep, lambda: living)
    times = []
    for _ in range(100):
        await pace.turn(Priority.BOARD)
        times.append(clock.now)
    most = max(sum(start <= time < start + 1 for time in times) for start in times)
    assert most * living <= 50
    assert times[-1] * (rate / living) <= 100 * 1.2  # its share is used


async def test_the_share_follows_how_many_live():
    clock, living = Clock(), [1]
    pace = Pace(*ONE_BY_ONE, clock, clock.sleep, lambda: living[0])

    async def seconds_for_ten():
        begun = clock.now
        for _ in range(10):
            await pace.turn(Priority.BOARD)
        return clock.now - begun

    alone = await seconds_for_ten()
    living[0] = 2
    shared = await seconds_for_ten()
    living[0] = 1
    assert shared > 1.9 * alone
    assert await seconds_for_ten() == pytest.approx(alone, rel=0.2)


async def test_hands_go_before_boards_and_boards_before_progress():
    clock = Clock()
    pace = Pace(40, 1, clock, clock.sleep)
    await pace.turn(Priority.HAND)
    order = []

    async def call(priority):
        await pace.turn(priority)
        order.append(priority)

    wanted = [Priority.PROGRESS, Priority.BOARD, Priority.HAND, Priority.BOARD]
    await asyncio.gather(*(call(priority) for priority in wanted))
    assert order == [Priority.HAND, Priority.BOARD, Priority.BOARD, Priority.PROGRESS]


async def test_a_cancelled_caller_costs_no_call():
    clock = Clock()
    pace = Pace(1, 1, clock, clock.sleep)
    await pace.turn(Priority.HAND)
    gone = asyncio.create_task(pace.turn(Priority.HAND))
    stays = asyncio.create_task(pace.turn(Priority.BOARD))
    await asyncio.sleep(0)
    gone.cancel()
    await stays
    assert clock.now == 1


async def test_a_channel_takes_five_calls_in_its_span_and_no_sixth():
    clock = Clock()
    pace = ChannelPace(5, 5.2, clock, clock.sleep)
    for _ in range(5):
        await pace.turn(1)
    assert clock.now == 0
    await pace.turn(2)
    assert clock.now == 0
    await pace.turn(1)
    assert clock.now == 5.2


async def test_quiet_channels_are_forgotten():
    clock = Clock()
    pace = ChannelPace(5, 5.2, clock, clock.sleep)
    for channel in range(100):
        await pace.turn(channel)
        clock.now += 1
    assert len(pace._calls) < 10


async def test_a_turn_given_back_goes_to_the_next():
    clock = Clock()
    pace = Pace(40, 1, clock, clock.sleep)
    await pace.turn(Priority.BOARD)
    pace.give_back()
    await pace.turn(Priority.BOARD)
    assert clock.now == 0
    await pace.turn(Priority.BOARD)
    assert clock.now >= 1 / 40


async def test_who_gave_a_turn_back_comes_before_those_who_came_later():
    clock = Clock()
    pace = Pace(40, 1, clock, clock.sleep)
    place = await pace.turn(Priority.BOARD)
    order = []

    async def call(name, priority, place=None):
        await pace.turn(priority, place)
        order.append(name)

    await asyncio.gather(
        call("board", Priority.BOARD),
        call("again", Priority.BOARD, place),
        call("hand", Priority.HAND),
    )
    assert order == ["hand", "again", "board"]


async def test_turns_given_back_never_make_a_larger_burst():
    clock = Clock()
    pace = Pace(40, 2, clock, clock.sleep)
    for _ in range(5):
        pace.give_back()
    for _ in range(3):
        await pace.turn(Priority.BOARD)
    assert clock.now >= 1 / 40
