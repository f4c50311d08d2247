"""People who leave, a bot that is removed and invited again, outages."""

import asyncio

import discord as discordpy
import pytest

from bot.local.acts import actions
from bot.local.world.guilds import invite_bot, join, leave, outage, recover, remove_bot
from bot.testing.driver import Person
from tests.local.rest import button, row
from tests.local.toy import running

TABLE = "great-table"


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def benoit(still):
    return Person(still, "Benoît")


async def test_member_is_got_by_id_until_they_leave(still, rest, benoit):
    path = f"/guilds/{still.world.guild.id}/members/{benoit.id}"
    assert (await rest.ask("GET", path)).body["user"]["username"] == "benoit"
    leave(still.world, benoit.user)
    assert (await rest.ask("GET", path)).refused == (404, 10007)
    join(still.world, benoit.user)
    assert (await rest.ask("GET", path)).status == 200


async def test_nobody_of_that_id(still, rest):
    path = f"/guilds/{still.world.guild.id}/members/5"
    assert (await rest.ask("GET", path)).refused == (404, 10013)


async def test_who_has_left_sees_no_channel_and_gets_no_direct_message(still, rest, benoit):
    leave(still.world, benoit.user)
    with pytest.raises(actions.CannotDo):
        actions.say(still.world, benoit.user, benoit.channel(TABLE), "still here?")
    assert (await rest.send(benoit.channel(None), content="x")).refused == (403, 50278)


async def test_removed_bot_has_access_to_nothing_there(still, rest, ada):
    table, guild = ada.channel(TABLE), still.world.guild
    message = rest.message(await rest.send(table, content="x", components=[row(button())]))
    remove_bot(still.world)
    assert (await rest.edit(message, content="y")).refused == (403, 50001)
    assert (await rest.ask("GET", f"/guilds/{guild.id}")).refused == (404, 10004)
    assert (await rest.send(ada.channel(None), content="x")).refused == (403, 50278)
    with pytest.raises(actions.CannotDo, match="isn't here"):
        actions.press(still.world, ada.user, message, "keep")
    invite_bot(still.world)
    assert (await rest.edit(message, content="y")).status == 200


async def test_in_a_second_guild_the_bot_goes_on_and_reaches_its_people(still, rest, ada):
    second = still.world.add_guild("Second")
    table = still.world.add_channel("other-table", guild=second)
    remove_bot(still.world)
    assert (await rest.send(table, content="x")).status == 200
    assert (await rest.send(ada.channel(None), content="x")).status == 200


async def test_in_an_outage_nothing_is_reached_and_nothing_can_be_done(still, rest, ada):
    table = ada.channel(TABLE)
    message = rest.message(await rest.send(table, content="x", components=[row(button())]))
    outage(still.world)
    assert (await rest.send(table, content="x")).status == 503
    with pytest.raises(actions.CannotDo, match="unavailable"):
        actions.press(still.world, ada.user, message, "keep")
    recover(still.world)
    assert (await rest.send(table, content="x")).status == 200


def heard(bot, *names):
    """What the bot's client dispatches of these events from now on, in order."""
    told: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    for name in names:

        async def listener(guild, name=name):
            told.put_nowait((name, guild.id))

        listener.__name__ = f"on_{name}"
        setattr(bot, listener.__name__, listener)
    return told


async def test_discordpy_tells_a_removal_from_an_outage(discord, bot):
    names = ("guild_unavailable", "guild_available", "guild_remove", "guild_join")
    told, guild = heard(bot, *names), discord.world.guild
    for befalls in (outage, recover, remove_bot, invite_bot):
        befalls(discord.world)
    async with asyncio.timeout(5):
        assert [await told.get() for _ in names] == [(name, guild.id) for name in names]
    await Person(discord, "Ada").command("hand", TABLE)
    assert bot.interactions[-1].guild_id == guild.id


async def test_bot_that_connects_during_an_outage_gets_the_guild_when_it_is_over(discord):
    outage(discord.world)
    async with running(discord) as bot:
        assert bot.get_guild(discord.world.guild.id).unavailable
        told = heard(bot, "guild_available")
        recover(discord.world)
        async with asyncio.timeout(5):
            await told.get()
        assert not bot.get_guild(discord.world.guild.id).unavailable


async def test_discordpy_leaves_a_guild_by_itself_and_only_once(discord, bot):
    told, guild = heard(bot, "guild_remove"), discord.world.guild
    here = bot.get_guild(guild.id)
    await here.leave()
    async with asyncio.timeout(5):
        assert await told.get() == ("guild_remove", guild.id)
    with pytest.raises(discordpy.NotFound) as unknown:
        await here.leave()
    assert unknown.value.code == 10004
