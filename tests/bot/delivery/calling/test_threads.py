"""Posts that were archived while nobody was there are looked for, whatever becomes of others."""

from types import SimpleNamespace

import discord
import pytest

from bot.delivery.calling.threads import Threads
from bot.delivery.wire.coalesced import Works
from bot.delivery.wire.faults import TooLong


class Store:
    """Games that are played in these channels."""

    def __init__(self, channels):
        self._channels = channels

    async def threads_to_name(self):
        return []

    async def outlines(self):
        return [SimpleNamespace(channel_id=n, guild_id=1, status="playing") for n in self._channels]


class Asked:
    """Discord, which fails each time that it is asked for some of them."""

    def __init__(self, failing):
        self._failing, self.asked = failing, []

    async def channel(self, channel_id):
        self.asked.append(channel_id)
        if channel_id in self._failing:
            raise self._failing[channel_id]


async def looked(channels, failing):
    works, messages = Works(), Asked(failing)
    client = SimpleNamespace(get_channel=lambda _: None)
    threads = Threads(client, Store(channels), None, messages, None, works)
    await threads.catch_up()
    await works.settled()
    return messages.asked


@pytest.mark.parametrize("error", [discord.InvalidData("Unknown channel type 99"), TooLong()])
async def test_a_post_that_fails_holds_up_no_other(error):
    assert (await looked([1, 2, 3], {1: error}))[:3] == [1, 2, 3]


async def test_many_posts_that_fail_hold_up_no_other():
    asked = await looked(range(1, 21), {n: TooLong() for n in range(1, 20)})
    assert asked[:20] == [*range(1, 21)]
    assert 20 not in asked[20:]
