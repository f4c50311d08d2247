"""What has become another process's work isn't carried out any more, right up to each call.

Between the last look at a lease and the call itself a process may be stopped, or discord.py may
try again what has failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

Check = Callable[[], None]
"""Raises NotOurs where the call isn't to be made any more."""

_fence: ContextVar[Check | None] = ContextVar("fence", default=None)


@contextmanager
def fenced(check: Check) -> Iterator[None]:
    """Every call to Discord that is begun inside is checked when it goes out."""
    outside = _fence.set(check)
    try:
        yield
    finally:
        _fence.reset(outside)


def guard(calls: aiohttp.TraceConfig) -> None:
    """Have the calls that are traced so checked."""

    async def begin(
        _: aiohttp.ClientSession, __: SimpleNamespace, ___: aiohttp.TraceRequestStartParams
    ) -> None:
        check = _fence.get()
        if check is not None:
            check()

    calls.on_request_start.append(begin)
