"""Servers that remove us pause their games; those that are only unavailable don't."""

import asyncio

import pytest

from bot.local.world.guilds import invite_bot, outage, recover, remove_bot
from bot.testing.driver import labels, seen_in, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, picks_on, reopened
from tests.whole.test_presses import press_as_it_was

GONE = "removed from the server of this game"


async def removed(party):
    """The bot is removed from the server, and everybody has been told."""
    remove_bot(party.house.discord.world)
    for person in party.people:
        await person.sees(GONE, None)
    await party.house.quiet()


async def heard(hall, event, change):
    """Something happens to the server, and the bot has heard of it."""
    told = asyncio.ensure_future(hall.bot.wait_for(event, timeout=10))
    await asyncio.sleep(0)
    change(hall.discord.world)
    await told
    await hall.quiet()


async def test_a_game_pauses_and_goes_on_after_a_new_invitation(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        ada = party.host
        await removed(party)
        for person in party.people:
            assert GONE in text_of(party.hand(person))
            assert not asked(party.hand(person))
        before = await party.moves()
        await heard(hall, "guild_join", invite_bot)
        await ada.command("table", TABLE)
        await hall.quiet()
        assert await party.moves() == before
        assert GONE not in text_of(party.hand(ada))
        assert "My hand" in labels(party.board)
        await party.play_on()
        assert len(await party.moves()) == len(before) + 3


async def test_it_can_go_on_in_another_channel_of_that_server(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await removed(party)
        await heard(hall, "guild_join", invite_bot)
        await party.host.command("table", OTHER_TABLE)
        await hall.quiet()
        party.channel = OTHER_TABLE
        await party.play_on()
        assert "selection 2 of" in seen_in(party.board)


async def test_a_press_on_a_hand_of_a_paused_game_says_why(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        option = picks_on(hand)[0]
        await removed(party)
        await press_as_it_was(ada, hand, option)
        await hall.quiet()
        assert await party.moves() == []
        assert GONE in text_of(hand)


async def test_a_removal_while_the_bot_was_away_is_found_out_at_the_start(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.bot.close()
        remove_bot(hall.discord.world)
        async with reopened(hall, database) as again:
            await again.quiet()
            assert (await again.services.sessions.table(party.session_id)).paused
            for person in party.people:
                assert GONE in text_of(party.hand(person))
            posts = hall.discord.requests.routes["POST /channels/{channel_id}/messages"]
            again.services.delivery.changed(party.session_id)
            await again.quiet()
            assert hall.discord.requests.routes["POST /channels/{channel_id}/messages"] == posts


@pytest.mark.parametrize("at_the_start", [False, True])
async def test_an_outage_pauses_nothing(tmp_path, at_the_start):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        world = hall.discord.world
        if at_the_start:
            await hall.bot.close()
            outage(world)
            async with reopened(hall, database) as again:
                await again.quiet()
                assert not (await again.services.sessions.table(party.session_id)).paused
            return
        await heard(hall, "guild_unavailable", outage)
        assert not (await party.table()).paused
        await heard(hall, "guild_available", recover)
        await party.play_on()
        assert "selection 2 of" in seen_in(party.board)
        assert GONE not in text_of(party.hand(party.host))


async def test_a_removal_between_two_sessions_of_the_gateway_is_found_out(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        world, gateway = hall.discord.world, hall.discord.gateway
        second = world.add_guild("Second")
        world.add_channel("other-table", guild=second)
        await heard(hall, "guild_join", lambda world: invite_bot(world, second))
        party = await hall.game("Ada", "Farah", "Goro", channel="other-table")

        removed = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=30))
        await asyncio.sleep(0)
        gateway.sessions.clear()
        await gateway.drop()
        second.left.add(world.bot.id)  # while nobody listens
        assert (await removed).id == second.id
        await party.host.sees(GONE, None)
        assert (await party.table()).paused
