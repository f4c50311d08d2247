"""What discord.py would sleep over is raised at once."""

import json

import aiohttp
import discord
import pytest

from bot.delivery.wire.caution import LONGEST_SLEEP, SPAN, Caution, watch
from bot.delivery.wire.faults import Faltered, Held
from tests.bot.delivery.refusals import serving

CALLBACK = "/api/v10/interactions/1/token/callback"
THROUGH_TOKEN = "/api/v10/webhooks/1/token/messages/@original"
AS_BOT = "/api/v10/channels/1/messages/2"
BLOCKED = {"code": 0, "message": "You are being blocked from accessing our API temporarily"}


@pytest.fixture
async def played():
    """A server that plays Discord, and asks of it."""
    caution = Caution(lambda: 5_000.0)
    calls = watch(caution, lambda *_: None)
    async with serving() as played, aiohttp.ClientSession(trace_configs=[calls]) as session:

        async def ask(path, **answer):
            played.answer = {"content_type": "application/json", "text": "{}", **answer}
            async with session.get(f"{played.url}{path}") as answered:
                return answered.status

        played.ask = ask
        yield played


def limited(seconds, scope="shared"):
    headers = {"Retry-After": str(seconds), "X-RateLimit-Scope": scope, "Via": "1.1"}
    return {"status": 429, "headers": headers, "text": f'{{"retry_after": {seconds}}}'}


@pytest.mark.parametrize("status", [500, 502, 503, 504, 520])
async def test_first_answer_that_discord_could_not_take_is_a_failure_at_once(played, status):
    with pytest.raises(Faltered) as faltered:
        await played.ask(CALLBACK, status=status)
    assert faltered.value.status == status
    assert await played.ask(THROUGH_TOKEN, status=status) == status
    assert await played.ask(AS_BOT, status=status) == status


async def test_long_limit_of_a_token_is_never_slept_out(played):
    with pytest.raises(discord.RateLimited) as told:
        await played.ask(THROUGH_TOKEN, **limited(60))
    assert told.value.retry_after == 60
    assert await played.ask(THROUGH_TOKEN, **limited(LONGEST_SLEEP, "user")) == 429
    assert await played.ask(AS_BOT, **limited(60)) == 429


@pytest.mark.parametrize("path", [CALLBACK, THROUGH_TOKEN, AS_BOT])
async def test_ban_as_json_stops_all_calls_at_once(played, path):
    with pytest.raises(Held) as held:
        await played.ask(path, status=429, text=json.dumps(BLOCKED))
    assert held.value.seconds == SPAN
    for other in (CALLBACK, THROUGH_TOKEN, AS_BOT):
        with pytest.raises(Held):
            await played.ask(other)
    assert played.calls == 1


async def test_limits_that_say_so_are_no_ban(played):
    assert await played.ask(AS_BOT, **limited(60)) == 429
    assert await played.ask(AS_BOT, status=429, text='{"retry_after": 1.5}') == 429
    assert await played.ask(AS_BOT, status=200) == 200
