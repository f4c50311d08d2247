"""A message is rendered anew only when something has changed."""

import asyncio
from contextlib import AsyncExitStack, nullcontext
from functools import partial
from types import SimpleNamespace

import pytest

from bot.delivery.rendering.rendering import Rendering, fixed
from bot.delivery.wire.coalesced import AT_ONCE, Background, Queue


class Easel:
    """Renders a table's name, and counts."""

    def __init__(self):
        self.table = SimpleNamespace(name="first")
        self.rendered = 0

    async def newest_table(self):
        return self.table

    async def render(self, table, wanted):
        self.rendered += 1
        return f"{table.name} after {wanted.before}{'' if wanted.pictured else ' in words'}"

    def message(self, turn=nullcontext):
        return Rendering(self.newest_table, self.render, turn=turn)


async def test_nothing_is_rendered_twice():
    easel = Easel()
    message = easel.message()
    assert not await message.is_newest(None)
    assert await message.newest(None) == "first after None"
    assert await message.newest(None) == "first after None"
    assert await message.is_newest(None)
    assert easel.rendered == 1


async def test_another_table_or_another_look_is_rendered_anew():
    easel = Easel()
    message = easel.message()
    await message.newest(None)
    easel.table = SimpleNamespace(name="second")
    assert not await message.is_newest(None)
    assert await message.newest(None) == "second after None"
    assert not await message.is_newest("look")
    assert await message.newest("look") == "second after look"
    assert easel.rendered == 3


async def test_what_outdates_nothing_is_not_rendered():
    easel = Easel()
    message = Rendering(easel.newest_table, easel.render, lambda *_: False)
    await message.newest(None)
    first, easel.table = easel.table, SimpleNamespace(name="second")
    assert await message.is_newest(None)
    assert await message.newest(None) == "first after None"
    assert message.table is first


async def test_what_changes_before_its_turn_is_rendered_once_as_it_is_by_then():
    easel, queue = Easel(), Queue(Background())
    message, looks = easel.message(partial(queue.turn, 1)), [None]
    async with AsyncExitStack() as others:
        for _ in range(AT_ONCE):
            await others.enter_async_context(queue.turn(0))
        waiting = asyncio.create_task(message.version(lambda: looks[-1]))
        await asyncio.sleep(0)
        easel.table = SimpleNamespace(name="second")
        looks.append("an answer")
    assert await waiting == (easel.table, "an answer", "second after an answer")
    assert easel.rendered == 1


async def test_what_must_not_be_shown_any_more_is_stopped_at_its_fence():
    easel, departed = Easel(), []

    def check(table):
        if table.name in departed:
            raise LookupError(table.name)

    message = Rendering(easel.newest_table, easel.render, check=check)
    message.fence()  # nothing is rendered yet
    await message.newest(None)
    message.fence()
    departed.append("first")
    with pytest.raises(LookupError):
        message.fence()


async def test_what_discord_refused_is_rendered_anew_from_the_newest_table():
    easel = Easel()
    message = easel.message()
    await message.newest("look")
    easel.table = SimpleNamespace(name="second")
    assert await message.anew(True) == "second after None"
    assert await message.anew(False) == "second after None in words"


async def test_what_is_fixed_stays_as_it_is():
    easel = Easel()
    message = fixed(easel.table, "at hand")
    assert await message.newest(None) == await message.newest("look") == "at hand"
    assert await message.is_newest("look")
    assert not await message.is_newest("another look")
    assert await message.anew(True) == await message.anew(False) == "at hand"
