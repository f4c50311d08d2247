"""Shards are held by leases: whoever is gone, or has been frozen, has none any more."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress

import structlog

from bot.store.errors import StoreFailed
from bot.store.postgresql.lease_rows import Held
from bot.store.shares import Pulse, Shares, shard_of

_log = structlog.get_logger(__name__)

RETRY = 1.0
"""Seconds after which a beat is tried again that has failed, or found shards taken."""


def steady() -> float:
    """Seconds that pass while the process is stopped and while the machine sleeps, too."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


class Leases(Shares):
    """What this process has; it is renewed all together, and so runs out together."""

    def __init__(
        self,
        beat: Callable[[], Awaitable[Held]],
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

    async def claim(self) -> None:
        """Wait; whoever has them is told by the first beat that this process lives."""
        told = False
        while True:
            try:
                await self.beat()
            except StoreFailed as failed:
                _log.error("no shards yet", reason=str(failed))
            if self._own <= self._held:
                return
            if not told:
                _log.info("waiting for shards that another process has")
                told = True
            await self._pause(RETRY)

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
        found = await self._beat()
        before = self._held if self._clock() < self._until else frozenset()
        self._held, self._living = found.shards, max(1, found.living)
        self._until = begun + self._pulse.valid - self._pulse.margin
        if before != self._held:
            gained, lost = sorted(self._held - before), sorted(before - self._held)
            _log.info("shards", gained=gained, lost=lost)
        if found.wanted:
            # Not before they are taken for lost here: whether it was carried out may stay unheard.
            with suppress(StoreFailed):
                await self._give_back(found.wanted)
        return not self._held <= before

    async def _keep(self, gained: Callable[[], None]) -> None:
        pause = self._pulse.every
        while True:
            await self._pause(pause)
            pause = self._pulse.every
            try:
                if await self.beat():
                    gained()
            except Exception as failed:  # noqa: BLE001 - without a beat nothing is anybody's
                reason = str(failed) if isinstance(failed, StoreFailed) else type(failed).__name__
                _log.warning("leases not renewed", reason=reason)
                pause = min(RETRY, pause)

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._looking.wait()
        self._looking.clear()
