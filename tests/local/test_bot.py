"""A discord.py bot plays on the local Discord as on the real one."""

import pytest

from bot.local import LocalDiscord
from tests.local.driver import Person, labels, text_of
from tests.local.toy import running

TABLE = "great-table"


@pytest.fixture
async def discord():
    async with LocalDiscord() as server:
        yield server
        assert server.requests.unknown == []


@pytest.fixture
async def bot(discord):
    async with running(discord) as bot:
        yield bot


async def test_command_posts_a_layout_with_a_picture(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE, title="Hello")
    message = ada.latest(TABLE)
    assert text_of(message) == "Hello"
    assert labels(message) == ["Pick", "Ask", "Hand", "Slow"]
    assert message.attachments[0].size == (40, 20)


async def test_dynamic_button_edits_its_message(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    await ada.command("board", TABLE)
    message = ada.latest(TABLE)
    await benoit.press("Pick", message)
    await ada.press("Pick", message)
    assert text_of(message) == "Pressed 2"


async def test_think_then_follow_up_takes_the_place_of_the_loading_message(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("think", TABLE)
    await ada.sees("Second thought", TABLE)
    assert len(ada.messages(TABLE)) == 1
