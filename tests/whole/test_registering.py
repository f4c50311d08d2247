"""Commands are registered when they have changed; whatever comes of it, games go on."""

import pytest

from bot.local import NO_LIMITS, LocalDiscord
from bot.running import commands
from bot.running.commands import CommandTranslator, digest, register
from bot.testing.driver import labels
from tests.whole.house import TABLE, connected, house, local_discord

ROUTE = "PUT /applications/{application_id}/commands"


def registered(discord):
    return discord.requests.routes[ROUTE]


async def test_commands_are_registered_once_over_several_starts(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with local_discord() as discord:
        for _ in range(3):
            async with connected(discord, database):
                assert registered(discord) == 1


async def test_changed_commands_are_registered_again(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with local_discord() as discord:
        async with connected(discord, database):
            pass
        translate = CommandTranslator.translate

        async def otherwise(self, string, locale, context):
            said = await translate(self, string, locale, context)
            return said and f"{said}x"

        monkeypatch.setattr(CommandTranslator, "translate", otherwise)
        async with connected(discord, database):
            assert registered(discord) == 2


async def test_another_application_has_commands_of_its_own(tmp_path):
    async with local_discord() as discord, connected(discord, tmp_path / "db.sqlite3") as bot:
        before = await digest(bot.tree)
        bot._connection.application_id = 7
        assert await digest(bot.tree) != before


async def test_a_local_discord_that_begins_anew_is_told_again(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with local_discord() as discord:
        async with connected(discord, database) as bot:
            await register(bot.tree, bot.services.store, surely=True)
        assert registered(discord) == 2


@pytest.mark.parametrize(
    "fault", [{"effect": "error", "status": 403}, {"effect": "delay", "seconds": 60}]
)
async def test_a_registration_that_fails_or_hangs_holds_nothing_up(tmp_path, fault):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.services.store.save_fact("commands", "of another version")
        await hall.bot.close()
        hall.discord.faults.plan("PUT .*/commands", **fault)
        async with connected(hall.discord, database, registered=False) as bot:
            assert not bot.registering.done()
            party.house.bot = bot
            await party.play_on()
            assert len(await party.moves()) == 3
            table = await party.host.command("table", TABLE)
            assert "My hand" in labels(party.host.response(table))


async def test_a_failed_registration_is_tried_again_after_longer_and_longer_pauses(tmp_path):
    async with local_discord() as discord, connected(discord, tmp_path / "db.sqlite3") as bot:
        discord.faults.plan("PUT .*/commands", "error", status=403, times=12)
        pauses = []

        async def pause(seconds):
            pauses.append(seconds)

        await register(bot.tree, bot.services.store, pause, surely=True)
        assert pauses[:4] == [1, 2, 4, 8]
        assert pauses[-1] == commands.LONGEST_PAUSE
        assert len(pauses) == 12


async def test_the_first_commands_are_those_that_somebody_new_looks_for(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        names = [command["name"] for command in hall.discord.world.commands.values()]
        assert names[:3] == ["help", "play", "learn"]
        assert set(names[-3:]) == {"forget-me", "export-me", "admin"}


async def test_commands_that_discord_does_not_take_are_not_tried_again(
    tmp_path, caplog, monkeypatch
):
    unchecked = LocalDiscord(limits=NO_LIMITS)
    async with unchecked as discord, connected(discord, tmp_path / "db.sqlite3") as bot:
        monkeypatch.setattr(bot.tree.get_command("games"), "description", "x" * 101)

        async def never(seconds):
            raise AssertionError("tried again")

        await register(bot.tree, bot.services.store, never)
        assert "commands refused" in caplog.text
        assert await bot.services.store.fact("commands") != await digest(bot.tree)
