"""What was answered and sent is let go at once; the collector looks where nobody waits."""

from __future__ import annotations

import asyncio
import gc
import io
import weakref
from contextlib import contextmanager

import discord

from bot.running import client
from tests.bot.turns import turns
from tests.whole.house import house

PICKS = 5


def held(*kinds):
    """How many things of these kinds there are."""
    return sum(isinstance(one, kinds) for one in gc.get_objects())


@contextmanager
def no_collector():
    """From here on, only what nothing refers to is let go."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


async def test_a_press_and_what_it_showed_are_let_go_once_it_was_answered(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.quiet()
        with no_collector():
            before = held(discord.Interaction, discord.Message, io.BytesIO)
            for _ in range(PICKS):
                for one in party.people:
                    await one.press("pick:", party.hand(one))
                await hall.quiet()
            after = held(discord.Interaction, discord.Message, io.BytesIO)
        assert after == before


class Circle:
    """Refers to itself: only the collector lets go of it."""

    def __init__(self):
        self.itself = self


async def test_circles_are_looked_for_where_nobody_waits_for_an_answer(tmp_path, monkeypatch):
    monkeypatch.setattr(client, "EVERY", 0)
    monkeypatch.setattr(client, "WORTH_COLLECTING", -1)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.quiet()
        with no_collector():
            hanging = hall.discord.faults.plan(r"POST .*/callback", "hang_after")
            pressing = asyncio.create_task(party.host.press("pick:", party.hand(party.host)))
            await hall.witness.until(lambda: not hanging.times, "an answer that hangs")
            circle = weakref.ref(Circle())
            await turns(20)
            assert circle() is not None
            hanging.release()
            await pressing
            await hall.bot.answered()
            await turns(20)
            assert circle() is None
