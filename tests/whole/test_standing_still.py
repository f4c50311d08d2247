"""Why a game stands still, and what brings it back, as each of its people sees it in /games."""

import sqlite3
from contextlib import closing

import pytest

from bot.local.channels import close_channel, deny_bot
from bot.local.events import ChannelUpdated
from bot.local.guilds import invite_bot, remove_bot
from bot.local.permissions import Permission
from bot.testing.driver import text_of
from tests.whole.house import OTHER_TABLE, TABLE, THREAD, house, reopened
from tests.whole.test_servers import heard


async def games(person, channel=None):
    """What /games answers, asked in direct messages."""
    return text_of(person.response(await person.command("games", channel)))


async def test_whom_a_running_game_waits_for(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada = party.host
        await ada.press("pick:", party.hand(ada))
        assert "waiting for **Goro** and **Chiara**" in await games(ada)
        assert "your turn" in await games(party.people[1])


@pytest.mark.parametrize("away", [False, True])
async def test_a_deleted_channel_and_that_table_brings_it_back(tmp_path, away):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        if away:
            await hall.bot.close()
        close_channel(hall.discord.world, party.host.channel(TABLE))
        if not away:
            await party.host.sees("/table in another channel", None)
            await brought_back(hall, party)
            return
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            await brought_back(again, party)


async def brought_back(hall, party):
    for person in party.people:
        said = await games(person)
        assert "The channel of this game is gone" in said
        assert "/table in another channel" in said
        assert "stands still" in await games(person)
    await party.people[1].command("table", OTHER_TABLE)
    await hall.quiet()
    for person in party.people:
        assert "⚠" not in await games(person)


@pytest.mark.parametrize(
    ("archived", "said"), [(False, "is locked"), (True, "archived and locked")]
)
async def test_a_locked_thread_is_told_of_before_anybody_has_pressed(tmp_path, archived, said):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara", channel=THREAD)
        thread = party.host.channel(THREAD)
        thread.locked, thread.archived = True, archived
        hall.discord.world.emit(ChannelUpdated(thread))
        for person in party.people:
            assert said in await games(person)
        thread.locked = thread.archived = False
        hall.discord.world.emit(ChannelUpdated(thread))
        for person in party.people:
            assert "⚠" not in await games(person)


async def test_a_permission_taken_away_is_named(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        channel = party.host.channel(TABLE)
        deny_bot(hall.discord.world, channel, Permission.ATTACH_FILES)
        await hall.bot.wait_for("guild_channel_update", timeout=5)
        for person in party.people:
            said = await games(person)
            assert "I need the permission to attach files" in said
            assert "/table in another channel" in said


async def test_a_server_that_removed_the_bot_and_invited_it_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        remove_bot(hall.discord.world)
        await party.host.sees("removed from the server", None)
        await hall.quiet()
        for person in party.people:
            assert "once I have been invited again, type /table there" in await games(person)
        await heard(hall, "guild_join", invite_bot)
        await party.host.command("table", TABLE)
        await hall.quiet()
        for person in party.people:
            assert "⚠" not in await games(person)


async def test_a_game_that_cannot_be_read_is_listed_with_what_can_be_done(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.bot.close()
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE session SET options = '?'")
            db.commit()
        async with reopened(hall, database) as again:
            await again.quiet()
            for person in party.people:
                said = await games(person)
                assert "can’t read this game any more" in said
                assert "can end it without a result: /abandon" in said
