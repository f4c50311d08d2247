"""Why a game stands still, and what brings it back, as each of its people sees it in /games."""

import sqlite3
from contextlib import closing

import pytest

from bot.local.world.events import ChannelUpdated
from bot.local.world.guilds import close_channel, deny_bot, invite_bot, leave, remove_bot
from bot.local.world.permissions import Permission
from bot.testing.driver import text_of
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, THREAD, house, reopened
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, at_speed, later
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
        assert "paused" in await games(person)
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


@pytest.mark.parametrize(
    ("by", "said"), [(1, "when the host types /resume"), (2, "Paused by its players")]
)
async def test_a_pause_with_who_can_end_it(tmp_path, by, said):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        wishing = party.people[:1] if by == 1 else party.people[1:]
        for person in wishing:
            await person.command("pause", TABLE)
        for person in party.people:
            listed = await games(person)
            assert "paused" in listed
            assert said in listed
        for person in wishing:
            await person.command("resume", TABLE)
        for person in party.people:
            assert "⏸" not in await games(person)


async def test_who_has_left_the_server_and_an_absent_host_are_named(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        leave(hall.discord.world, party.people[2].user)
        await later(hall, clock, 8 * HOUR + EVERY)
        await later(hall, clock, 16 * HOUR + 6 * MINUTE)
        listed = await games(party.people[1])
        assert "**Chiara** has left the server" in listed
        assert "hasn’t been here for a day" in listed


async def test_a_lobby_whose_channel_is_deleted_goes_on_elsewhere(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        close_channel(hall.discord.world, party.host.channel(TABLE))
        for person in party.people:
            await person.sees("/table in another channel", None)
            assert "The channel of this game is gone" in await games(person)
        await party.host.command("table", OTHER_TABLE)
        await hall.quiet()
        party.channel = OTHER_TABLE
        await party.host.press("Start", party.board)
        await hall.quiet()
        for person in party.people:
            assert "your turn" in await games(person)


async def test_no_time_passes_while_the_bot_is_out_of_the_server(tmp_path):
    clock, database = ManualClock(), tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Goro", "Chiara")
        await later(hall, clock, MINUTE)
        await heard(hall, "guild_remove", remove_bot)
        await hall.quiet()
        await later(hall, clock, 30 * HOUR)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await later(again, clock, 5 * HOUR)
            assert await party.moves() == []
            await heard(again, "guild_join", invite_bot)
            await party.people[1].command("table", TABLE)
            await again.quiet()
            assert "hasn’t been here" not in text_of(party.board)
            await later(again, clock, 9 * MINUTE - 3 * EVERY)
            assert await party.moves() == []
            await later(again, clock, 6 * EVERY)
            assert len(await party.moves()) == 3
