"""Sessions are begun while enough of the day's are left."""

from types import SimpleNamespace

import pytest

from bot.running.gateway import ASKED_FOR, FewStarts, Starts


@pytest.fixture
def day():
    return SimpleNamespace(now=0.0, remaining=1000, total=1000, reset_after=7_200_000, asked=0)


@pytest.fixture
def starts(day):
    async def ask():
        day.asked += 1
        return day

    return Starts(ask, lambda: day.now)


async def test_one_of_twenty_of_a_day_is_kept(starts, day):
    day.remaining = 51
    await starts.begin()
    day.remaining = 50
    with pytest.raises(FewStarts, match="few starts of the day are left, none for 7200 s") as few:
        await starts.begin()
    assert few.value.seconds == 7200


async def test_when_the_day_is_over_sessions_are_begun_again(starts, day):
    day.remaining = 3
    with pytest.raises(FewStarts):
        await starts.check()
    day.remaining = 1000
    await starts.begin()


async def test_discord_is_not_asked_each_time(starts, day):
    for _ in range(30):
        await starts.begin()
    assert day.asked == 1
    day.now += ASKED_FOR
    await starts.begin()
    assert day.asked == 2


async def test_what_was_begun_here_is_counted_between_two_answers(starts, day):
    day.remaining = 60
    for _ in range(10):
        await starts.begin()
    assert day.asked == 1
    day.remaining = 50
    with pytest.raises(FewStarts):
        await starts.begin()
