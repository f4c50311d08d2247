"""How fast the bot may call Discord when it isn't answering a press."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import IntEnum


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
