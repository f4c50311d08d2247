"""A store that takes as long as a test wants."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any


class Slow:
    """One of its calls, which stands still before it is carried out, or after (`done`)."""

    def __init__(self, call: Callable[..., Awaitable[Any]], *, done: bool) -> None:
        self._call = call
        self._done = done
        self.begun = asyncio.Event()
        self.go_on = asyncio.Event()

    async def __call__(self, *args: object, **kwargs: object) -> object:
        if self._done:
            found = await self._call(*args, **kwargs)
        self.begun.set()
        await self.go_on.wait()
        return found if self._done else await self._call(*args, **kwargs)
