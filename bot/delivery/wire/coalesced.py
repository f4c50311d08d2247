"""Work that may be asked for often and is done once: the newest state replaces the waiting one.

And a few messages are rendered at a time, each when its turn comes: as the table is by then. What
nobody waits for is done piece by piece.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import structlog

from bot.delivery.wire.faults import FAILURES, code_of, outage_of, pause_after
from bot.store.store import StoreFailed
from engine.text import frozen

_log = structlog.get_logger(__name__)

LONGEST_PAUSE = 300.0
MOST_FAILURES = 12
"""With pauses of 1, 2, 4 ... seconds, the best part of an hour."""
STORE_PAUSE = 10.0
"""Seconds between two looks whether the store works again, in the end; they never end."""

K = TypeVar("K", bound=Hashable)


@dataclass(slots=True)
class _Job:
    due: float | None
    """When the work is to be done; None: nothing is asked for."""
    not_before: float = 0.0
    """Until when Discord wants no such call."""
    sooner: asyncio.Event = field(default_factory=asyncio.Event)
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    failures: int = 0
    asked_at: float | None = None
    """Since when something has been asked for that isn't done."""
    asked_again_at: float | None = None
    """The same, of what was asked for while the work was under way."""
    task: asyncio.Task[None] | None = None


@frozen
class Backlog:
    """How many things wait to be done, and for how many seconds the oldest has."""

    waiting: int
    oldest: float


class Works:
    """All that belongs together: it settles, and is closed, as one."""

    def __init__(self) -> None:
        self._all: list[Coalesced[Any]] = []

    def add(self, work: Coalesced[Any]) -> None:
        """Let this one belong to them."""
        self._all.append(work)

    async def settled(self) -> None:
        """Do at once whatever waits, and wait until nothing is left that can be done now."""
        for work in self._all:
            work.hurried = True
        try:
            while waiting := [
                job for work in self._all for job in work.jobs.values() if not _is_held(job)
            ]:
                for job in waiting:
                    job.sooner.set()
                await asyncio.wait([job.task for job in waiting if job.task], timeout=0.05)
        finally:
            for work in self._all:
                work.hurried = False

    def close(self) -> None:
        """Drop what is under way and whatever is asked for yet; start-up finds what lags."""
        for work in self._all:
            work.close()


class Coalesced(Generic[K]):
    """At most one run at a time for each name; asked again meanwhile, it runs once more.

    `work` gives True if it wants to run once more. While Discord or the store is in trouble it
    is tried again, after longer and longer pauses; the store may be asked more often. `works`: what
    it belongs to.
    """

    def __init__(
        self, name: str, work: Callable[[K], Awaitable[bool | None]], works: Works | None = None
    ) -> None:
        self._name = name
        self._work = work
        self.jobs: dict[K, _Job] = {}
        self.hurried = False
        self._closed = False
        self._works = works or Works()
        self._works.add(self)

    def ask(self, key: K, *, within: float = 0) -> None:
        """Have the work done; what may wait is put off while more of its kind comes in."""
        now = asyncio.get_running_loop().time()
        job = self.jobs.get(key)
        if self._closed:
            return
        if job is None:
            job = self.jobs[key] = _Job(now + within, asked_at=now)
            # It outlives what it was asked for by: a log of it names no interaction.
            job.task = asyncio.create_task(self._run(key, job), context=Context())
        elif job.due is None or job.due > now:
            if job.asked_at is None:
                job.asked_at = now
            elif job.due is None and job.asked_again_at is None:
                job.asked_again_at = now
            due = max(now + within, job.not_before)
            sooner = job.due is None or due < job.due
            job.due = due
            if sooner:
                job.sooner.set()

    def backlog(self) -> Backlog:
        """What was asked for and isn't done, be it that it fails."""
        asked = [job.asked_at for job in self.jobs.values() if job.asked_at is not None]
        now = asyncio.get_running_loop().time()
        return Backlog(len(asked), now - min(asked, default=now))

    async def first(self, key: K) -> None:
        """Wait until the work was done, or tried, once."""
        job = self.jobs.get(key)
        if job is not None:
            await job.tried.wait()

    async def settled(self) -> None:
        """Do at once whatever waits, and wait until nothing is left that can be done now."""
        await self._works.settled()

    def close(self) -> None:
        """Drop what is under way and whatever is asked for yet; start-up finds what lags."""
        self._closed = True
        for job in self.jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _run(self, key: K, job: _Job) -> None:
        try:
            while job.due is not None:
                if job.due > asyncio.get_running_loop().time() and await self._must_wait(job):
                    continue
                job.sooner.clear()
                await asyncio.sleep(0)
                job.due = None
                pause = await self._tried(key, job)
                job.tried.set()
                if pause is not None and job.due is None:
                    job.due = asyncio.get_running_loop().time() + pause
        finally:
            job.tried.set()
            del self.jobs[key]

    async def _must_wait(self, job: _Job) -> bool:
        """Wait for the job's time or a new one; whether to look at the clock again."""
        job.sooner.clear()
        pause = (job.due or 0) - asyncio.get_running_loop().time()
        if pause <= 0 or (self.hurried and not _is_held(job)):
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await job.sooner.wait()
        return not self.hurried or _is_held(job)

    async def _tried(self, key: K, job: _Job) -> float | None:
        """Seconds after which it is to run again; None: when it is asked for."""
        try:
            again = await self._work(key)
        except StoreFailed as failed:
            job.failures += 1
            self._put_off(key, failed, "store")
            return min(2.0 ** (job.failures - 1), STORE_PAUSE)
        except FAILURES as error:
            job.failures += 1
            self._put_off(key, error, outage_of(error))
            if job.failures >= MOST_FAILURES:
                return None
            held = pause_after(error)
            if held is not None:
                job.not_before = asyncio.get_running_loop().time() + held
                job.due = None
                return held
            return min(2.0 ** (job.failures - 1), LONGEST_PAUSE)
        except Exception:  # noqa: BLE001 - logged here, the next change tries again
            _log.exception("update failed", update=self._name, session=key)
            return None
        job.failures = 0
        job.asked_at, job.asked_again_at = job.asked_again_at, None
        return 0.0 if again else None

    def _put_off(self, key: K, error: Exception, outage: str | None) -> None:
        said = {"session": key, "error": code_of(error), "outage": outage}
        _log.warning("update put off", update=self._name, **said)


class Working:
    """What has work of its own: it settles with it, and is closed with it."""

    _work: Coalesced[Any]

    async def settled(self) -> None:
        """Wait until all was done that is asked for."""
        await self._work.settled()

    def close(self) -> None:
        """Drop what is under way, and do nothing more; the next start finds what lags."""
        self._work.close()


def _is_held(job: _Job) -> bool:
    return job.not_before > asyncio.get_running_loop().time()


class Background:
    """What no press waits for, piece by piece: between two of them the loop sees to all else.

    A press takes a dozen rounds of the loop: at most one piece is in each, however many are due.
    """

    def __init__(self) -> None:
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._begun = False

    async def piece(self) -> None:
        """Wait until the next piece may be done: what runs until the next wait."""
        loop = asyncio.get_running_loop()
        if self._begun:
            turn = loop.create_future()
            self._waiting.append(turn)
            await turn
        else:
            self._begun = True
            loop.call_soon(self._next)

    def _next(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # given up
                turn.set_result(None)
                asyncio.get_running_loop().call_soon(self._next)
                return
        self._begun = False


AT_ONCE = 8
"""Enough that there is always a picture to be drawn, also where the loop comes to each step of a
message's way 5 ms late."""

HELD_BACK = 4.0
"""How many times as long as others wait for their turn, so that what is urgent is shown in time."""


class Queue:
    """Gives turns in the order in which they became due; each begins as a piece of `background`."""

    def __init__(self, background: Background) -> None:
        self._background = background
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
            await self._background.piece()
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
