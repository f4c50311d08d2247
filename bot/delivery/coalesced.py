"""Work that may be asked for often and is done once: the newest state replaces the waiting one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

from bot.delivery.faults import FAILURES, code_of
from bot.store.store import StoreFailed

_log = structlog.get_logger(__name__)

LONGEST_PAUSE = 300.0
MOST_FAILURES = 12
"""With pauses of 1, 2, 4 ... seconds, the best part of an hour."""


@dataclass(slots=True)
class _Job:
    due: float | None
    """When the work is to be done; None: nothing is asked for."""
    sooner: asyncio.Event = field(default_factory=asyncio.Event)
    tried: asyncio.Event = field(default_factory=asyncio.Event)
    failures: int = 0
    task: asyncio.Task[None] | None = None


class Coalesced:
    """At most one run at a time for each session; asked again meanwhile, it runs once more.

    `work` gives the seconds after which it wants to run again, or None. While Discord or the
    store is in trouble it is tried again, after longer and longer pauses.
    """

    def __init__(self, name: str, work: Callable[[int], Awaitable[float | None]]) -> None:
        self._name = name
        self._work = work
        self._jobs: dict[int, _Job] = {}
        self._hurried = False
        self._closed = False

    def ask(self, session_id: int, *, within: float = 0) -> None:
        """Have the work done; what may wait is put off while more of its kind comes in."""
        now = asyncio.get_running_loop().time()
        job = self._jobs.get(session_id)
        if self._closed:
            return
        if job is None:
            job = self._jobs[session_id] = _Job(now + within)
            job.task = asyncio.create_task(self._run(session_id, job))
        elif job.due is None or job.due > now:
            sooner = job.due is None or now + within < job.due
            job.due = now + within
            if sooner:
                job.sooner.set()

    async def first(self, session_id: int) -> None:
        """Wait until the work was done, or tried, once."""
        job = self._jobs.get(session_id)
        if job is not None:
            await job.tried.wait()

    async def settled(self) -> None:
        """Do at once whatever waits, and wait until nothing is left that can be done now."""
        self._hurried = True
        try:
            while self._jobs:
                for job in self._jobs.values():
                    job.sooner.set()
                await asyncio.wait([job.task for job in self._jobs.values() if job.task])
        finally:
            self._hurried = False

    def close(self) -> None:
        """Drop what is under way and whatever is asked for yet; start-up finds what lags."""
        self._closed = True
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _run(self, session_id: int, job: _Job) -> None:
        try:
            while job.due is not None:
                if await self._must_wait(job):
                    continue
                job.due = None
                again = await self._tried(session_id, job)
                job.tried.set()
                given_up = self._hurried and not job.failures
                if again is not None and job.due is None and not (again and given_up):
                    job.due = asyncio.get_running_loop().time() + again
        finally:
            job.tried.set()
            del self._jobs[session_id]

    async def _must_wait(self, job: _Job) -> bool:
        """Wait for the job's time or a new one; whether to look at the clock again."""
        job.sooner.clear()
        pause = (job.due or 0) - asyncio.get_running_loop().time()
        if pause <= 0 or self._hurried:
            await asyncio.sleep(0)
            return False
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause):
                await job.sooner.wait()
        return not self._hurried

    async def _tried(self, session_id: int, job: _Job) -> float | None:
        try:
            again = await self._work(session_id)
        except (*FAILURES, StoreFailed) as error:
            job.failures += 1
            said = code_of(error)
            _log.warning("update put off", update=self._name, session=session_id, error=said)
            if job.failures == MOST_FAILURES:
                return None
            return min(2.0 ** (job.failures - 1), LONGEST_PAUSE)
        except Exception:  # noqa: BLE001 - logged here, the next change tries again
            _log.exception("update failed", update=self._name, session=session_id)
            return None
        job.failures = 0
        return again
