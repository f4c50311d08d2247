"""Shards are held by leases: whoever is gone, or has been frozen, has none any more.

Each process times the others' signs of life by its own clock, which nobody sets.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.store.errors import StoreFailed
from bot.store.postgresql.lease_rows import Held, Sign
from bot.store.shares import Pulse, Shares, shard_of

_log = structlog.get_logger(__name__)

T = TypeVar("T")

RETRY = 1.0
"""Seconds after which a beat is tried again that has failed, or found shards taken."""
EXPECTED = 600.0
"""Seconds for which a newer release that was there is thought to come back."""


def steady() -> float:
    """Seconds that pass while the process is stopped and while the machine sleeps, too."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Leases(Shares):
    """What this process has; it is renewed all together, and so runs out together."""

    def __init__(
        self,
        beat: Callable[[Iterable[Sign]], Awaitable[Held]],
        give_back: Callable[[frozenset[int]], Awaitable[None]],
        go: Callable[[], Awaitable[None]],
        shards: frozenset[int],
        total: int,
        pulse: Pulse,
        clock: Callable[[], float] = steady,
    ) -> None:
        """`beat`, `give_back` and `go`: see `lease_rows`."""
        self._beat = beat
        self._give_back = give_back
        self._go = go
        self._own = shards
        self._total = total
        self._pulse = pulse
        self._clock = clock
        self._held: frozenset[int] = frozenset()
        self._until = -1.0
        self._living = 1
        self._successor: str | None = None
        self._succeeded_until = -math.inf
        self._signs: dict[Sign, float] = {}
        self._wanted: dict[int, float] = {}
        self._looking = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def owns(self, guild_id: int | None) -> bool:
        """By this process's own clock, however long it was stopped."""
        return shard_of(guild_id, self._total) in self._held and self._clock() < self._until

    def owns_all(self) -> bool:
        """While nobody else has a shard."""
        return len(self._held) == self._total and self._clock() < self._until

    def living(self) -> int:
        """As of the last beat."""
        return self._living

    def successor(self) -> str | None:
        """As of the last beat."""
        return self._successor

    def succeeded(self) -> bool:
        """For minutes after its end: its like may be about to start."""
        return self._clock() < self._succeeded_until

    async def claim(self) -> None:
        """Wait; whoever has them is told by the first beat that this process lives."""
        told = False
        while True:
            pause = RETRY
            try:
                await self.beat()
                pause = min(pause, self._to_next())
            except StoreFailed as failed:
                _log.error("no shards yet", reason=str(failed), outage="store")
            if self._own <= self._held or self._successor is not None:
                return
            if not told:
                _log.info("waiting for shards that another process has")
                told = True
            await self._pause(pause)

    def run(self, gained: Callable[[], None]) -> None:
        """Beat again and again."""
        self._task = asyncio.create_task(self._keep(gained))

    def look(self) -> None:
        """Beat now."""
        self._looking.set()

    async def close(self) -> None:
        """Without the database, what is held runs out by itself."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._held = frozenset()
        with suppress(StoreFailed):
            await self._go()

    async def beat(self) -> bool:
        """Renew; whether anything is held now that wasn't, or not any more. Raises StoreFailed."""
        begun = self._clock()
        found = await self._beat(_older(self._signs, begun - self._pulse.valid))
        now = self._clock()
        before = self._held if now < self._until else frozenset()
        self._held, self._living = found.shards, max(1, found.living)
        self._until = begun + self._pulse.valid - self._pulse.margin
        if found.successor is not None:
            self._succeeded_until = now + EXPECTED
        if found.successor != self._successor:
            _log.info("a newer release has everything", process=found.successor)
            self._successor = found.successor
        if before != self._held:
            gained, lost = sorted(self._held - before), sorted(before - self._held)
            _log.info("shards", gained=gained, lost=lost)
        self._signs = {sign: self._signs.get(sign, now) for sign in found.others}
        # They are taken for lost from now on; what is under way may take its time.
        self._wanted = {shard: self._wanted.get(shard, now) for shard in found.wanted}
        idle = _older(self._wanted, now - self._pulse.margin)
        if idle:
            self._wanted = {shard: self._wanted[shard] for shard in found.wanted - idle}
            with suppress(StoreFailed):
                await self._give_back(idle)
        return not self._held <= before

    async def _keep(self, gained: Callable[[], None]) -> None:
        pause = self._to_next()
        while True:
            await self._pause(pause)
            try:
                if await self.beat():
                    gained()
            except Exception as failed:  # noqa: BLE001 - without a beat nothing is anybody's
                reason = str(failed) if isinstance(failed, StoreFailed) else type(failed).__name__
                _log.warning("leases not renewed", reason=reason, outage="store")
                pause = min(RETRY, self._pulse.every)
            else:
                pause = self._to_next()

    def _to_next(self) -> float:
        """Seconds until the next beat: not later than anything is to be given back, or taken."""
        given = (since + self._pulse.margin for since in self._wanted.values())
        taken = (since + self._pulse.valid for since in self._signs.values())
        left = min((*given, *taken), default=math.inf) - self._clock()
        return max(0.0, min(self._pulse.every, left))

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._looking.wait()
        self._looking.clear()


def _older(times: Mapping[T, float], than: float) -> frozenset[T]:
    """What has been there since that time or longer."""
    return frozenset(what for what, since in times.items() if since <= than)
