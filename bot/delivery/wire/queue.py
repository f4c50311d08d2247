"""A few messages are rendered at a time, each when its turn comes: as the table is by then."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

AT_ONCE = 4
"""Enough that there is always a picture to be drawn."""

HELD_BACK = 4.0
"""How many times as long as others wait for their turn, so that what is urgent is shown in time."""


class Queue:
    """Gives turns in the order in which they became due."""

    def __init__(self) -> None:
        self._free = AT_ONCE
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = itertools.count()

    @property
    def lateness(self) -> float:
        """Seconds more that may wait what isn't urgent: none unless turns are waited for."""
        if not self._waiting:
            return 0.0
        due, *_ = self._waiting[0]
        return HELD_BACK * max(0.0, asyncio.get_running_loop().time() - due)

    @asynccontextmanager
    async def turn(self, due: float) -> AsyncIterator[None]:
        """While one's turn lasts; `due`: the loop's time, the earliest goes first."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(due)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, due: float) -> None:
        turn = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (due, next(self._order), turn))
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._pass_on()  # it was given just now
            raise

    def _pass_on(self) -> None:
        while self._waiting:
            turn = heapq.heappop(self._waiting)[2]
            if not turn.done():
                turn.set_result(None)
                return
        self._free += 1
