"""Lets what doesn't await, as the store's functions, be carried out by what does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, TypeVar, cast

from greenlet import getcurrent, greenlet

T = TypeVar("T")


async def carried_out(work: Callable[[], T]) -> T:
    """What `work` gives; whatever it waits for is awaited here."""
    working = greenlet(work)
    working.gr_context = getcurrent().gr_context
    given: Any = working.switch()
    while not working.dead:
        try:
            value = await given
        except BaseException as error:  # noqa: BLE001 - it is the work's to deal with
            given = working.throw(error)
        else:
            given = working.switch(value)
    return cast("T", given)


def waited(wanted: Awaitable[T]) -> T:
    """What comes of it, for who is being carried out; raises what it raises."""
    outside = getcurrent().parent
    if outside is None:
        raise RuntimeError("nobody is there to await it")
    return cast("T", outside.switch(wanted))
