"""Work that may be asked for often and is done once: the newest state replaces the waiting one."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import structlog

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class _Job:
    asked: bool = True
    urgent: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None


class Coalesced:
    """At most one run at a time for each session; asked again meanwhile, it runs once more."""

    def __init__(self, name: str, work: Callable[[int], Awaitable[None]], patience: float) -> None:
        self._name = name
        self._work = work
        self._patience = patience
        self._jobs: dict[int, _Job] = {}

    def ask(self, session_id: int, *, urgent: bool) -> None:
        """Have the work done soon; what isn't urgent waits `patience` seconds for more."""
        job = self._jobs.get(session_id)
        if job is None:
            job = self._jobs[session_id] = _Job()
            job.task = asyncio.create_task(self._run(session_id, job))
        job.asked = True
        if urgent:
            job.urgent.set()

    async def settled(self) -> None:
        """Wait until nothing is left to do."""
        while self._jobs:
            tasks = [job.task for job in self._jobs.values() if job.task is not None]
            await asyncio.gather(*tasks, return_exceptions=True)

    def close(self) -> None:
        """Drop what is under way; start-up finds what lags."""
        for job in self._jobs.values():
            if job.task is not None:
                job.task.cancel()

    async def _run(self, session_id: int, job: _Job) -> None:
        try:
            while job.asked:
                if not job.urgent.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(job.urgent.wait(), self._patience)
                job.asked = False
                job.urgent.clear()
                await self._work(session_id)
        except Exception:  # noqa: BLE001 - logged here, the next update tries again
            _log.exception("update failed", update=self._name, session=session_id)
        finally:
            del self._jobs[session_id]
