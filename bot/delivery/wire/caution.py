"""How near we are to being shut out by Discord, and the pause before it comes to that.

10,000 answers of 401, 403 or 429 within ten minutes ban the address; what says so is a 429 that
isn't JSON, of Cloudflare's, or one of Discord's that knows of no limit.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp
import discord
import structlog

from bot.delivery.wire.faults import Faltered, Held, seconds_of

_log = structlog.get_logger(__name__)

SPAN = 600.0
"""Seconds over which refusals are counted, and for which Cloudflare bans if it says nothing."""
MOST = 5_000
"""Refusals within that time after which we keep still."""
LONGEST_SLEEP = 5.0
"""Seconds that discord.py waits for a limit of a press's token, which has five calls in two."""
COUNTED = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})


class Caution:
    """Counts what Discord refused, over all calls."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._refused: deque[float] = deque(maxlen=MOST)
        self._banned_until = 0.0

    def note(self, status: int, *, has_body: bool, retry_after: float | None) -> None:
        """One answer. `has_body`: JSON, as of any limit; `retry_after`: seconds, if said."""
        if status not in COUNTED:
            return
        now = self._clock()
        self._refused.append(now)
        if len(self._refused) == MOST and self._refused[0] + SPAN > now:
            _log.error("too much was refused", seconds=round(self.paused_for()))
        if status == HTTPStatus.TOO_MANY_REQUESTS and not has_body:
            self._banned_until = now + (SPAN if retry_after is None else retry_after)
            _log.error("shut out by Discord", seconds=round(self.paused_for()))

    def paused_for(self) -> float:
        """Seconds for which no call may be made."""
        now, until = self._clock(), self._banned_until
        if len(self._refused) == MOST:
            until = max(until, self._refused[0] + SPAN)
        return max(0.0, until - now)

    def refusals(self) -> int:
        """How many there were within `SPAN`, up to `MOST`."""
        since = self._clock() - SPAN
        return sum(at > since for at in self._refused)

    def trace(self) -> aiohttp.TraceConfig:
        """Watches every call of discord.py, as the bot or through a token; raises Held in it."""
        watched = aiohttp.TraceConfig()

        async def begin(
            _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestStartParams
        ) -> None:
            if not self._refused and not self._banned_until:
                return
            seconds = self.paused_for()
            if seconds and _is_call(call.url.path):
                raise Held(seconds)

        async def end(
            _: aiohttp.ClientSession, __: SimpleNamespace, call: aiohttp.TraceRequestEndParams
        ) -> None:
            answer = call.response
            if answer.status not in COUNTED:
                return
            # What everybody's use of a resource has limited is not counted against us.
            if _is_call(call.url.path) and answer.headers.get("X-RateLimit-Scope") != "shared":
                self.note(
                    answer.status,
                    has_body=not await _is_ban(answer),
                    retry_after=seconds_of(answer.headers.get("Retry-After")),
                )

        watched.on_request_start.append(begin)
        watched.on_request_end.append(end)
        return watched


async def _is_ban(answer: aiohttp.ClientResponse) -> bool:
    """Whether this says that we are shut out, and not that a limit is reached."""
    if answer.status != HTTPStatus.TOO_MANY_REQUESTS or "X-RateLimit-Scope" in answer.headers:
        return False
    if answer.content_type != "application/json":
        return True
    said = await answer.json()
    return not (isinstance(said, dict) and "retry_after" in said)


def _is_call(path: str) -> bool:
    # The gateway and files are reached by the same session.
    return path.startswith("/api/")


def stay_awake(calls: aiohttp.TraceConfig, paused_for: Callable[[], float]) -> None:
    """Have the calls that are traced raise Held, Faltered or RateLimited, not sleep on an answer.

    A press is answered within three seconds or not at all; whatever else is late, we know better
    when to try it again.

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
