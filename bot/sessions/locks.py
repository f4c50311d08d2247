"""Changes of one session, or of one message, one after the other; tried again when overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from functools import wraps
from typing import ParamSpec, TypeVar
from weakref import WeakValueDictionary

from bot.sessions.refusals import Stale
from bot.store.errors import Overtaken

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 5
"""More than processes are likely to change one table in a row."""


class Locks:
    """One lock a name, for as long as somebody holds or awaits it."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, name: Hashable) -> asyncio.Lock:
        """The lock under which everything that changes this happens."""
        lock = self._locks.get(name)
        if lock is None:
            lock = self._locks[name] = asyncio.Lock()
        return lock


def tried_again(act: Callable[P, Awaitable[R]]) -> Callable[P, Awaitable[R]]:
    """Do it anew, from the table as it stands then; raises Stale if that is of no use.

    For what looks at the table itself, under its lock, and changes it once or again to no harm.
    """

    @wraps(act)
    async def tried(*args: P.args, **kwargs: P.kwargs) -> R:
        for _ in range(TRIES - 1):
            try:
                return await act(*args, **kwargs)
            except Overtaken:
                continue
        try:
            return await act(*args, **kwargs)
        except Overtaken as overtaken:
            raise Stale from overtaken

    return tried
