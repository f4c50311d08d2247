"""What was answered and sent is let go at once, without waiting for the collector."""

from __future__ import annotations

import gc
import io
from contextlib import contextmanager

import discord

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
