"""What discord.py would sleep over, after an answer of Discord's, is a failure at once.

A press is answered within three seconds or not at all; whatever else is late, we know better when
to try it again.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp
import discord

from bot.delivery.wire.faults import Faltered, Held, seconds_of

LONGEST_SLEEP = 5.0
"""Seconds that discord.py waits for a limit of a press's token, which has five calls in two."""


def stay_awake(calls: aiohttp.TraceConfig, paused_for: Callable[[], float]) -> None:
    """Have the calls that are traced raise Held, Faltered or RateLimited.

    `paused_for`: seconds for which no call may be made, as of this answer.
    """

    async def end(
        _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestEndParams
    ) -> None:
        status, path = call.response.status, call.url.path
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            if seconds := paused_for():
                raise Held(seconds)
            seconds = seconds_of(call.response.headers.get("Retry-After")) or 0.0
            if "/webhooks/" in path and seconds > LONGEST_SLEEP:
                raise discord.RateLimited(seconds)
        elif status >= HTTPStatus.INTERNAL_SERVER_ERROR and path.endswith("/callback"):
            raise Faltered(status)

    calls.on_request_end.append(end)
