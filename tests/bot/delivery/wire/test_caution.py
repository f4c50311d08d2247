"""Nothing is called any more well before Discord shuts us out."""

import asyncio

import aiohttp
import pytest

from bot.delivery.wire.caution import MOST, SPAN, Caution, watch
from bot.delivery.wire.faults import Faltered, Held
from tests.bot.delivery.refusals import serving


class Clock:
    """Stands still until it is moved on."""

    def __init__(self):
        self.now = 5_000.0

    def __call__(self):
        return self.now


def unheard(*_):
    """Nobody counts the calls."""


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def caution(clock):
    return Caution(clock)


def refuse(caution, times, status=403):
    for _ in range(times):
        caution.note(status, has_body=True, retry_after=None)


def test_half_of_what_discord_bears_is_never_passed():
    assert MOST <= 5_000


@pytest.mark.parametrize("status", [401, 403, 429])
def test_too_many_refusals_within_ten_minutes_pause_everything(caution, status):
    refuse(caution, MOST - 1, status)
    assert caution.paused_for() == 0
    refuse(caution, 1, status)
    assert caution.paused_for() == SPAN


def test_two_processes_together_are_refused_no_more_than_one(clock):
    one = Caution(clock, lambda: 2)
    refuse(one, MOST // 2 - 1)
    assert one.paused_for() == 0
    refuse(one, 1)
    assert one.paused_for() == SPAN


@pytest.mark.parametrize("status", [200, 204, 400, 404, 500, 503])
def test_other_answers_do_not_count(caution, status):
    refuse(caution, 2 * MOST, status)
    assert caution.paused_for() == 0


def test_refusals_are_forgotten_after_ten_minutes(caution, clock):
    refuse(caution, MOST // 2)
    clock.now += 60
    refuse(caution, MOST - MOST // 2)
    assert caution.paused_for() == SPAN - 60
    clock.now += SPAN - 60
    assert caution.paused_for() == 0
    refuse(caution, MOST // 2)
    assert caution.paused_for() == 60


def test_a_limit_without_json_pauses_for_as_long_as_it_says(caution, clock):
    caution.note(429, has_body=False, retry_after=42.0)
    assert caution.paused_for() == 42
    clock.now += 42
    assert caution.paused_for() == 0


def test_a_limit_without_json_that_says_nothing_pauses_for_ten_minutes(caution):
    caution.note(429, has_body=False, retry_after=None)
    assert caution.paused_for() == 600


def test_an_ordinary_limit_pauses_nothing_by_itself(caution):
    caution.note(429, has_body=True, retry_after=42.0)
    assert caution.paused_for() == 0


@pytest.fixture
async def discord():
    """A server that plays Discord, and what it does."""
    async with serving() as played:
        yield played


async def call(session, discord, path="/api/v10/users/@me"):
    async with session.get(f"{discord.url}{path}") as answer:
        return answer.status


async def test_every_call_of_a_session_is_counted_and_stopped(caution, clock, discord):
    cloudflare = {"status": 429, "text": "error 1015", "headers": {"Retry-After": "7"}}
    discord.answer = cloudflare
    async with aiohttp.ClientSession(trace_configs=[watch(caution, unheard)]) as session:
        for _ in range(4):
            with pytest.raises(Held) as still:
                await call(session, discord)
            assert still.value.seconds == 7
        assert discord.calls == 1
        discord.answer = {"status": 200}
        assert await call(session, discord, "/gateway") == 200
        with pytest.raises(Held):
            await call(session, discord)
        clock.now += 7
        assert await asyncio.gather(*(call(session, discord) for _ in range(5))) == [200] * 5


async def test_what_becomes_of_each_call_is_told(caution, clock, discord):
    told = []
    calls = watch(caution, lambda *call: told.append(call))
    async with aiohttp.ClientSession(trace_configs=[calls]) as session:
        await call(session, discord)
        discord.answer |= {"status": 500}
        with pytest.raises(Faltered):
            await call(session, discord, "/api/v10/interactions/1/token/callback")
        with pytest.raises(aiohttp.ClientConnectorError):
            await session.put("http://127.0.0.1:1/api/v10/gateway")
    assert told == [
        ("GET", "/api/v10/users/@me", "200"),
        ("GET", "/api/v10/interactions/1/token/callback", "500"),
        ("PUT", "/api/v10/gateway", "ClientConnectorError"),
    ]


async def test_what_others_have_used_up_is_not_held_against_us(caution, discord):
    discord.answer |= {"status": 429, "headers": {"X-RateLimit-Scope": "shared"}}
    async with aiohttp.ClientSession(trace_configs=[watch(caution, unheard)]) as session:
        await call(session, discord)
    assert len(caution._refused) == 0
    discord.answer |= {"headers": {"X-RateLimit-Scope": "user"}}
    async with aiohttp.ClientSession(trace_configs=[watch(caution, unheard)]) as session:
        await call(session, discord)
    assert len(caution._refused) == 1
