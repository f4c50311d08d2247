"""One bot over two shards: a server on each, direct messages on the first."""

import asyncio
import contextlib
from dataclasses import replace

import pytest

from bot.delivery.wire.caution import Shards
from bot.local.world.guilds import remove_bot
from bot.running.client import Guildhall
from bot.store.sqlite.store import SqliteStore
from bot.testing.driver import Witness, text_of
from tests.whole.house import TABLE, House, connected, local_discord

ELSEWHERE = "other-table"


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Shards identify without the five seconds that Discord wants between them."""

    async def no_wait(*_, **__):
        return

    monkeypatch.setattr(Guildhall, "before_identify_hook", no_wait)


@contextlib.asynccontextmanager
async def two_servers(database):
    """A house over a Discord of two shards, with a table on each."""
    async with local_discord(shards=2) as discord:
        world = discord.world
        free = 1 - (world.guild.id >> 22) % 2
        world.add_channel(ELSEWHERE, guild=world.add_guild("Second", shard=(free, 2)))
        async with connected(discord, database) as bot:
            yield House(discord, bot, Witness(world))


async def test_a_game_on_each_shard_is_played_to_its_end(tmp_path):
    async with two_servers(tmp_path / "guildhall.sqlite3") as hall:
        assert sorted(hall.bot.shards) == [0, 1]
        parties = [
            await hall.game("Ada", "Farah", "Goro", channel=channel)
            for channel in (TABLE, ELSEWHERE)
        ]
        guilds = {(await party.table()).record.guild_id for party in parties}
        assert {(guild_id >> 22) % 2 for guild_id in guilds} == {0, 1}
        for party in parties:
            await party.play_on()
            await party.skip_to_last_choice()
        for party in parties:
            await party.play_out()
            assert "over" in text_of(party.hand(party.host))
            assert (await party.table()).record.status == "over"


async def test_a_start_waits_for_every_shard_before_it_misses_a_server(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with two_servers(database) as hall:
        parties = [
            await hall.game("Ada", "Farah", "Goro", channel=channel)
            for channel in (TABLE, ELSEWHERE)
        ]
        await hall.bot.close()
        async with connected(hall.discord, database) as bot:
            for party in parties:
                assert not (await bot.services.sessions.table(party.session_id)).paused


async def test_of_servers_on_another_processs_shard_nothing_is_concluded(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with two_servers(database) as hall:
        parties = [
            await hall.game("Ada", "Farah", "Goro", channel=channel)
            for channel in (TABLE, ELSEWHERE)
        ]
        (theirs,) = [p for p in parties if await shard_of_game(p)]
        await hall.bot.close()
        async with connected(hall.discord, database, shards=Shards(0, 0, 2)) as bot:
            assert sorted(bot.shards) == [0]
            for party in parties:
                table = await bot.services.sessions.table(party.session_id)
                assert not table.paused
                assert await bot.services.delivery.boards.obstacle(table) is None
            # What is pressed in direct messages comes here, wherever the board stands.
            party = replace(theirs, house=House(hall.discord, bot, hall.witness))
            shown = text_of(party.board)
            await party.play_on()
            assert text_of(party.board) != shown


async def test_the_process_without_the_first_shard_registers_no_commands(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with two_servers(database) as hall:
        await hall.bot.close()
        await forget_commands(database)
        before = registered(hall.discord)
        async with connected(hall.discord, database, shards=Shards(1, 1, 2)):
            assert registered(hall.discord) == before
        async with connected(hall.discord, database, shards=Shards(0, 0, 2)):
            assert registered(hall.discord) == before + 1


async def forget_commands(database):
    """Have the next start find that the commands have changed."""
    store = await SqliteStore.open(database)
    await store.save_fact("commands", "others")
    await store.close()


def registered(discord):
    routes = discord.requests.routes.items()
    return sum(n for route, n in routes if route.startswith("PUT") and "commands" in route)


async def shard_of_game(party):
    return ((await party.table()).record.guild_id >> 22) % 2


async def test_a_server_that_removes_us_on_one_shard_pauses_its_game_alone(tmp_path):
    async with two_servers(tmp_path / "guildhall.sqlite3") as hall:
        here = await hall.game("Ada", "Farah", "Goro")
        there = await hall.game("Hanna", "Dmitri", "Chiara", channel=ELSEWHERE)
        world = hall.discord.world
        removed = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=10))
        await asyncio.sleep(0)
        remove_bot(world, next(guild for guild in world.guilds.values() if guild.name == "Second"))
        await removed
        await there.host.sees("removed from the server", None)
        await hall.quiet()
        assert (await there.table()).paused
        await here.play_on()
        assert len(await here.moves()) == 3
