"""What is done at a table that another process has changed meanwhile."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from bot.sessions.refusals import Stale
from bot.store.errors import Overtaken

P = ParamSpec("P")
R = TypeVar("R")

TRIES = 5
"""More than processes are likely to change one table in a row."""


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
