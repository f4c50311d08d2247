"""The bot's end of one process that thinks."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from typing import Final

from bot.thinking.worker import Find, Order, begin, choose
from engine.bots.players import Picks

GRACE: Final = 20.0
"""Seconds more than its time after which a choice that isn't there will never be."""


class Ended(Exception):
    """The process has ended over its work, or couldn't be started."""


class Process:
    """Started when it is needed, and again whenever it has ended.

    An executor of its own for each: where a process dies, an executor gives up all that it has.
    """

    def __init__(self, find: Find) -> None:
        self._find = find
        self._executor: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    async def start(self) -> ProcessPoolExecutor:
        """Have the process running; raises Ended."""
        if self._executor is not None and self._pid is not None:
            return self._executor
        try:
            # Nothing of the bot is inherited: neither its files nor its locks.
            executor = self._executor = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), begin, (self._find,)
            )
            starting = await asyncio.to_thread(executor.submit, os.getpid)
            self._pid = await asyncio.wait_for(asyncio.wrap_future(starting), GRACE)
        except (BrokenExecutor, OSError, TimeoutError) as error:
            await self.close()
            raise Ended from error
        return executor

    async def choose(self, order: Order) -> Picks:
        """Picks; raises Ended, ThinkingFailed."""
        executor = await self.start()
        try:
            choosing = asyncio.wrap_future(executor.submit(choose, self._find, order))
            return await asyncio.wait_for(choosing, order.seconds + GRACE)
        except (BrokenExecutor, TimeoutError) as error:
            await self.close()
            raise Ended from error

    async def close(self) -> None:
        """End the process, whatever it does."""
        executor, self._executor = self._executor, None
        pid, self._pid = self._pid, None
        for child in multiprocessing.active_children():
            if child.pid == pid:
                child.kill()
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)
