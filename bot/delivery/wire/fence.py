"""What has become another process's work isn't carried out any more, right up to each call.

Between the last look at a lease and the request itself a process may be stopped, a connection may
have to be made, or discord.py may try again what has failed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import SimpleNamespace

import aiohttp

Check = Callable[[], None]
"""Raises NotOurs where the call isn't to be made any more."""

_fences: ContextVar[tuple[Check, ...]] = ContextVar("fences", default=())


@contextmanager
def fenced(check: Check) -> Iterator[None]:
    """Every call to Discord that is begun inside is checked when it goes out.

    Also by whoever has fenced what this is a part of.
    """
    outside = _fences.set((*_fences.get(), check))
    try:
        yield
    finally:
        _fences.reset(outside)


def guard(calls: aiohttp.TraceConfig) -> None:
    """Have the calls that are traced so checked: once more before each piece that is written.

    Raises NotOurs in them; aiohttp makes a ClientConnectionError of it once the head has gone out.
    Of a call that is broken off so Discord has no more than a part.
    """

    async def look(_: aiohttp.ClientSession, __: SimpleNamespace, ___: object) -> None:
        for check in _fences.get():
            check()

    calls.on_request_start.append(look)
    # Their names notwithstanding, aiohttp awaits these two right before it writes.
    calls.on_request_headers_sent.append(look)
    calls.on_request_chunk_sent.append(look)
