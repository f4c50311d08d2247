"""What doesn't await is carried out by what does."""

from __future__ import annotations

import asyncio

import pytest

from bot.store.postgresql.statements import carried_out, waited


class Refused(Exception):
    """What the one who is waited for raises."""


async def later(value: int) -> int:
    await asyncio.sleep(0)
    return value


async def refused() -> int:
    await asyncio.sleep(0)
    raise Refused


async def test_what_is_waited_for_is_given_inside_and_the_result_outside() -> None:
    assert await carried_out(lambda: waited(later(2)) + waited(later(3))) == 5


async def test_what_fails_fails_inside_where_it_may_be_dealt_with() -> None:
    def work() -> str:
        with pytest.raises(Refused):
            waited(refused())
        return "dealt with"

    assert await carried_out(work) == "dealt with"
    with pytest.raises(Refused):
        await carried_out(lambda: waited(refused()))


async def test_what_is_cancelled_outside_ends_inside() -> None:
    ended = []

    def work() -> None:
        try:
            waited(asyncio.Event().wait())
        finally:
            ended.append(True)

    task = asyncio.create_task(carried_out(work))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert ended == [True]


def test_nobody_waits_where_nobody_is_there_to_do_it() -> None:
    never = later(1)
    with pytest.raises(RuntimeError):
        waited(never)
    never.close()
