"""Processes that think for all tables, and what waits for them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Final, cast

import structlog

from bot.games import find_game
from bot.thinking.fair import FairQueue
from bot.thinking.process import Ended, Process
from bot.thinking.worker import Find, Order, ThinkingFailed
from engine.bots.players import Picks

_log = structlog.get_logger(__name__)

MOST_TRIES: Final = 3
"""Processes that may end over one choice."""


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a choice is thought about where nobody else waits; `playouts`: not by the clock."""

    seconds: float = 1.0
    playouts: int | None = None


class NobodyThinks(Exception):
    """One process after the other has ended over this choice, or none had the time for it."""


def spare_cores() -> int:
    """As many as there are for us but one, and at least one."""
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (ours or 1) - 1)


@dataclass(slots=True, eq=False)
class _Wanted:
    order: Order
    within: float
    picks: asyncio.Future[Picks]
    tries: int = 0

    def settle(self, picks: Picks) -> None:
        if not self.picks.done():
            self.picks.set_result(picks)

    def fail(self, error: Exception) -> None:
        if not self.picks.done():
            self.picks.set_exception(error)


class Thinkers:
    """Hard computers' choices, each thought about in a process beside the bot.

    The first process is started for the first hard computer, others as they are needed, `most` of
    them. `find` finds a game by its name in there.
    """

    def __init__(
        self,
        find: Find = find_game,
        budget: Budget = Budget(),
        most: int | None = None,
    ) -> None:
        self._find = find
        self._budget = budget
        self._most = most or spare_cores()
        self._queue: FairQueue[_Wanted] = FairQueue()
        self._idle: list[Process] = []
        self._processes: list[Process] = []
        self._working: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many choices no process thinks about yet."""
        return len(self._queue)

    def start(self) -> None:
        """Have a process at hand, before anything is to be thought about."""
        if not self._processes:
            self._engage(1)

    async def choose(self, orders: Sequence[Order], within: float, limit: float) -> list[Picks]:
        """The picks of one table's computers, within so many seconds.

        Raises NobodyThinks, also after `limit` seconds where they are thought about by the clock:
        whatever keeps the processes from it, they are too slow. Raises ThinkingFailed.
        """
        if self._closed:
            raise NobodyThinks
        loop = asyncio.get_running_loop()
        wanted = [
            _Wanted(replace(order, playouts=self._budget.playouts), within, loop.create_future())
            for order in orders
        ]
        self._queue.add(wanted, loop.time(), within)
        self._engage(len(wanted))
        try:
            async with asyncio.timeout(limit if self._budget.playouts is None else None):
                return await asyncio.gather(*(each.picks for each in wanted))
        except TimeoutError as late:
            raise NobodyThinks from late
        finally:
            for each in wanted:
                each.picks.cancel()

    async def close(self) -> None:
        """End all processes, whatever they do; who waits for a choice is cancelled."""
        self._closed = True
        for task in self._working:
            task.cancel()
        if self._working:
            await asyncio.wait(self._working)
        while self._queue:
            self._queue.take().picks.cancel()
        await asyncio.gather(*(process.close() for process in self._processes))

    def _engage(self, wanted: int) -> None:
        free = 0 if self._closed else self._most - len(self._working)
        for _ in range(min(wanted, free)):
            process = self._idle.pop() if self._idle else Process(self._find)
            if process not in self._processes:
                self._processes.append(process)
            self._working.add(asyncio.create_task(self._work(process)))

    async def _work(self, process: Process) -> None:
        """Think as long as anybody waits; while nobody does, be ready."""
        try:
            await _ready(process)
            while self._queue:
                await self._carry_out(process)
        finally:
            self._idle.append(process)
            self._working.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _carry_out(self, process: Process) -> None:
        share = self._queue.share(asyncio.get_running_loop().time(), len(self._working))
        wanted = self._queue.take()
        if wanted.picks.done():
            return
        order = replace(wanted.order, seconds=min(share, self._budget.seconds))
        try:
            picks = await process.choose(order)
        except Ended:
            _log.warning("a process that thinks has ended", game=order.game)
            self._lost(wanted)
            await _ready(process)
        except ThinkingFailed as failed:
            _log.error("thinking failed", game=order.game, error=failed.kind, at=failed.at)
            wanted.fail(failed)
        else:
            wanted.settle(picks)

    def _lost(self, wanted: _Wanted) -> None:
        """It costs the choice nothing but time, unless it costs every process."""
        wanted.tries += 1
        if wanted.tries >= MOST_TRIES:
            wanted.fail(NobodyThinks())
        else:
            self._queue.add([wanted], asyncio.get_running_loop().time(), wanted.within)


async def _ready(process: Process) -> None:
    """Have it started before anything is begun; if it can't be, that is told of each choice."""
    with suppress(Ended):
        await process.start()
