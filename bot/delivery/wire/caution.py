"""What keeps a call back: others' turns, that we would be shut out, or another process's work.

10,000 answers of 401, 403 or 429 within ten minutes ban the address; what says so is a 429 that
isn't JSON, of Cloudflare's, or one of Discord's that knows of no limit. What has become another
process's work isn't carried out any more, right up to each call: between the last look at a lease
and the request itself a process may be stopped, a connection may have to be made, or discord.py
may try again what has failed.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import re
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Self, TypeAlias

import aiohttp
import discord
import structlog

from bot.delivery.wire.faults import EDITED_TOO_OFTEN, Faltered, Held, seconds_of
from bot.store.shares import USUAL, Pulse, Release, Shares, shard_of
from bot.store.store import Store
from engine.text import frozen

_log = structlog.get_logger(__name__)


class Priority(IntEnum):
    """Who goes first when calls wait."""

    HAND = 0
    BOARD = 1
    PROGRESS = 2


_SLOWEST = 0.5
"""Calls a second that a process makes however many there are."""
_SHORTEST_SLEEP = 0.001
"""Seconds; rounding must not make a sleep too short to fill the bucket."""


def alone() -> int:
    """One process calls Discord."""
    return 1


class Pace:
    """A token bucket with priorities: `rate` calls a second, bursts of at most `burst`.

    `living`: how many processes share them; all together make as many calls in any second.
    """

    def __init__(
        self,
        rate: float,
        burst: int,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        living: Callable[[], int] = alone,
    ) -> None:
        self._whole = rate, burst
        self._living = living
        self._clock = clock
        self._sleep = sleep
        self._tokens = float(burst)
        self._filled_at = clock()
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = itertools.count()
        self._pump: asyncio.Task[None] | None = None

    @property
    def _burst(self) -> float:
        return max(1, self._whole[1] // self._living())

    @property
    def _rate(self) -> float:
        # Each has a burst of one call at least; what that is too much is taken from the rate.
        return max(_SLOWEST, sum(self._whole) / self._living() - self._burst)

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return len(self._waiting)

    async def turn(self, priority: Priority, place: int | None = None) -> int:
        """Wait until a call may be made; the place in the row, for who gives the turn back.

        `place`: that of a turn that was given back; those who came later are behind it.
        """
        place = next(self._order) if place is None else place
        self._refill()
        if not self._waiting and self._tokens >= 1:
            self._tokens -= 1
            return place
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (priority, place, turn))
        if self._pump is None or self._pump.done():
            self._pump = asyncio.create_task(self._serve())
        await turn
        return place

    def give_back(self) -> None:
        """Let somebody else have a turn that came too early."""
        self._refill()
        self._tokens = min(self._burst, self._tokens + 1)

    async def _serve(self) -> None:
        while self._waiting:
            self._refill()
            if self._tokens < 1:
                await self._sleep(max((1 - self._tokens) / self._rate, _SHORTEST_SLEEP))
                continue
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                self._tokens -= 1
                turn.set_result(None)

    def _refill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._filled_at) * self._rate)
        self._filled_at = now


@dataclass(eq=False, repr=False)
class ChannelPace:
    """At most `most` calls in any `span` seconds in one channel, in the order of asking."""

    _most: int
    _span: float
    _clock: Callable[[], float]
    _sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    def __post_init__(self) -> None:
        self._calls: dict[int, deque[float]] = {}

    async def turn(self, channel_id: int) -> None:
        """Wait until a call in this channel may be made."""
        now = self._clock()
        calls = self._calls.setdefault(channel_id, deque(maxlen=self._most))
        at = now if len(calls) < self._most else max(now, calls[0] + self._span)
        calls.append(at)
        self._forget_quiet_channels(now)
        if at > now:
            await self._sleep(at - now)

    def _forget_quiet_channels(self, now: float) -> None:
        while self._calls:
            channel_id, calls = next(iter(self._calls.items()))
            if calls[-1] + self._span > now:
                break
            del self._calls[channel_id]


SPAN = 600.0
"""Seconds over which refusals are counted, and for which Cloudflare bans if it says nothing."""
MOST = 5_000
"""Refusals within that time after which we keep still, all processes together."""
LONGEST_SLEEP = 5.0
"""Seconds that discord.py waits for a limit of a press's token, which has five calls in two."""
COUNTED = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})


class Caution:
    """Counts what Discord refused, over all calls.

    `living`: how many processes share the address, and so what it may be refused.
    """

    def __init__(self, clock: Callable[[], float], living: Callable[[], int] = alone) -> None:
        self._clock = clock
        self._living = living
        self._refused: deque[float] = deque(maxlen=MOST)
        self._banned_until = 0.0

    def note(self, status: int, *, has_body: bool, retry_after: float | None) -> None:
        """One answer. `has_body`: JSON, as of any limit; `retry_after`: seconds, if said."""
        if status not in COUNTED:
            return
        now = self._clock()
        self._refused.append(now)
        if self._kept_still_until() > now:
            _log.error("too much was refused", seconds=round(self.paused_for()))
        if status == HTTPStatus.TOO_MANY_REQUESTS and not has_body:
            self._banned_until = now + (SPAN if retry_after is None else retry_after)
            _log.error("shut out by Discord", seconds=round(self.paused_for()))

    def paused_for(self) -> float:
        """Seconds for which no call may be made."""
        until = max(self._banned_until, self._kept_still_until())
        return max(0.0, until - self._clock())

    def _kept_still_until(self) -> float:
        most = MOST // self._living()
        return self._refused[-most] + SPAN if len(self._refused) >= most else 0.0

    def refusals(self) -> int:
        """How many there were within `SPAN`, up to `MOST`."""
        since = self._clock() - SPAN
        return sum(at > since for at in self._refused)

    def check(self, path: str) -> None:
        """Raise Held where no call may be made to this path."""
        if not self._refused and not self._banned_until:
            return
        if _is_call(path) and (seconds := self.paused_for()):
            raise Held(seconds)

    async def hear(self, answer: aiohttp.ClientResponse) -> None:
        """Note a refusal. Raises one of FAILURES where discord.py would sleep on it.

        A press is answered within three seconds or not at all; whatever else is late, we know
        better when to try it again, or what else to do.
        """
        status, path, headers = answer.status, answer.url.path, answer.headers
        # What everybody's use of a resource has limited is not counted against us.
        if status in COUNTED and _is_call(path) and headers.get("X-RateLimit-Scope") != "shared":
            self.note(
                status,
                has_body=not await _is_ban(answer),
                retry_after=seconds_of(headers.get("Retry-After")),
            )
        if status == HTTPStatus.TOO_MANY_REQUESTS:
            if seconds := self.paused_for():
                raise Held(seconds)
            said = await _said(answer)
            if said.get("code") == EDITED_TOO_OFTEN:
                raise discord.HTTPException(answer, said)
            seconds = seconds_of(headers.get("Retry-After")) or 0.0
            if "/webhooks/" in path and seconds > LONGEST_SLEEP:
                raise discord.RateLimited(seconds)
        elif status >= HTTPStatus.INTERNAL_SERVER_ERROR and path.endswith("/callback"):
            raise Faltered(status)


Check = Callable[[], None]
"""Raises NotOurs where the call isn't to be made any more."""

_fences: ContextVar[tuple[Check, ...]] = ContextVar("fences", default=())


def _check_fences() -> None:
    for check in _fences.get():
        check()


Called: TypeAlias = Callable[[str, str, str], None]
"""Told of the method and path of a call, and how it was answered, or in which way it failed."""


def watch(
    caution: Caution, called: Called, *, shared: Callable[[], bool] = lambda: False
) -> aiohttp.TraceConfig:
    """Have all calls of a session held back and heard by `caution`, and told to `called`.

    `shared`: whether there may be other processes, so that each piece of a call is fenced, too.
    discord.py makes its session with a trace alone, which costs each call six reports: at the
    first one it gives way to a middleware.
    """

    async def watched(
        call: aiohttp.ClientRequest, carried_out: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        method, path = call.method, call.url.path
        _check_fences()
        caution.check(path)
        try:
            answer = await carried_out(call)
        except BaseException as failed:
            called(method, path, type(failed).__name__)
            raise
        called(method, path, str(answer.status))
        if answer.status >= HTTPStatus.BAD_REQUEST:
            try:
                await caution.hear(answer)
            except BaseException:
                answer.close()
                raise
        return answer

    async def begin(session: aiohttp.ClientSession, *_: object) -> None:
        session._middlewares, session._trace_configs = (watched,), []  # noqa: SLF001
        if shared():
            session._trace_configs.append(fences)  # noqa: SLF001
            fences.freeze()

    first, fences = aiohttp.TraceConfig(), guard()
    first.on_request_start.append(begin)
    return first


async def _is_ban(answer: aiohttp.ClientResponse) -> bool:
    """Whether this says that we are shut out, and not that a limit is reached."""
    if answer.status != HTTPStatus.TOO_MANY_REQUESTS or "X-RateLimit-Scope" in answer.headers:
        return False
    return "retry_after" not in await _said(answer)


async def _said(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """What Discord says in JSON; nothing where an answer isn't Discord's."""
    said = await answer.json() if answer.content_type == "application/json" else None
    return said if isinstance(said, dict) else {}


def _is_call(path: str) -> bool:
    # The gateway and files are reached by the same session.
    return path.startswith("/api/")


_WRITTEN = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", re.ASCII)


@frozen
class Shards:
    """The shards from `first` to `last`, counted from 0, of so many in all."""

    first: int
    last: int
    total: int

    @classmethod
    def parsed(cls, written: str) -> Self:
        """Of "0-3/8" or, for one alone, "5/8"; raises ValueError."""
        match = _WRITTEN.fullmatch("".join(written.split()))
        if match is None:
            raise ValueError("is no range of shards")
        first, last, total = match.groups()
        shards = cls(int(first), int(last or first), int(total))
        if not shards.first <= shards.last < shards.total:
            raise ValueError("names shards that there aren't")
        return shards

    @property
    def numbers(self) -> list[int]:
        """Each of them."""
        return list(range(self.first, self.last + 1))

    @property
    def are_all(self) -> bool:
        """Whether no other process has any."""
        return len(self.numbers) == self.total

    def __str__(self) -> str:
        return f"{self.first}-{self.last}/{self.total}"


def shares_of(
    store: Store, shards: Shards | None, release: Callable[[], Release], pulse: Pulse = USUAL
) -> Shares:
    """What a process with these shards looks after; None: with all. `release`: what it goes by."""
    if shards is None:
        return store.shares(release, pulse=pulse)
    return store.shares(release, shards.numbers, shards.total, pulse)


def hears_of(client: discord.Client, guild_id: int | None) -> bool:
    """Whether events of a server, for None of direct messages, come to this very process."""
    if not isinstance(client, discord.AutoShardedClient) or client.shard_ids is None:
        return True
    assert client.shard_count is not None  # noqa: S101  (discord.py wants both or none)
    return shard_of(guild_id, client.shard_count) in client.shard_ids


def has_left(client: discord.Client, guild_id: int) -> bool:
    """Whether we aren't in a server any more; never of one that another process hears of."""
    return client.get_guild(guild_id) is None and hears_of(client, guild_id)


@contextmanager
def fenced(check: Check | None) -> Iterator[None]:
    """Every call to Discord that is begun inside is checked when it goes out.

    Also by whoever has fenced what this is a part of. None: there is nothing to be checked.
    """
    outside = _fences.set(_fences.get() if check is None else (*_fences.get(), check))
    try:
        yield
    finally:
        _fences.reset(outside)


def guard() -> aiohttp.TraceConfig:
    """Has the calls that it traces so checked once more before each piece that is written.

    Raises NotOurs in them; aiohttp makes a ClientConnectionError of it once the head has gone out.
    Of a call that is broken off so Discord has no more than a part.
    """
    calls = aiohttp.TraceConfig()

    async def look(_: aiohttp.ClientSession, __: SimpleNamespace, ___: object) -> None:
        _check_fences()

    # Their names notwithstanding, aiohttp awaits these two right before it writes.
    calls.on_request_headers_sent.append(look)
    calls.on_request_chunk_sent.append(look)
    return calls
