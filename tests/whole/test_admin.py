"""`python -m bot admin` beside a running bot, and while none runs."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys

import pytest

from bot.__main__ import main
from bot.local.rules import errors
from bot.local.world.guilds import invite_bot
from bot.running import admin, hearing
from bot.testing.driver import labels, seats_of, selects, text_of
from engine import games
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, reopened
from tests.whole.test_killed import Killable, bot  # noqa: F401  (a fixture)
from tests.whole.test_replays import ended

NOTICE = "Maintenance at eight"


@pytest.fixture
def database(tmp_path, monkeypatch):
    """The database of the bot, which looks for orders often, and of `main`."""
    monkeypatch.setattr(hearing, "EVERY", 0.05)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(tmp_path / "guildhall.sqlite3"))
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path / "guildhall.sqlite3"


@pytest.fixture
def order(capsys):
    """Gives an order, as in a shell; what was printed."""

    async def order(*words, code=0):
        assert await asyncio.to_thread(main, ["admin", *words]) == code
        said = capsys.readouterr()
        return said.err if code else said.out

    return order


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(admin, "TIMEOUT", 0)


async def test_games_are_listed_with_nothing_that_is_hidden(database, order):
    async with house(database) as hall:
        assert "no table is open" in await order("sessions")
        party = await hall.game("Ada", "Goro", computers=1)
        await hall.lobby("Chiara", channel=OTHER_TABLE)
        await party.play_on()
        first, second = (await order("sessions")).splitlines()
        assert first.startswith("1  playing  guildes  Ada, Goro, ")
        assert "(computer, normal)" in first
        assert second.startswith("2  lobby  guildes  Chiara  0 choices")
        await hall.services.sessions.abandon(1)
        assert len((await order("sessions")).splitlines()) == 1
        assert len((await order("sessions", "--all")).splitlines()) == 2


async def test_no_name_turns_or_breaks_a_line_of_what_an_operator_reads(database, order):
    async with house(database) as hall:
        await hall.game("Ada\n2  playing", "\u202eoroG\u202c", "Chi\x1b[31mara")
        (line,) = (await order("sessions")).splitlines()
        assert "  Ada 2 playing, oroG, Chi[31mara  " in line
        assert "seats: Ada 2 playing, oroG, Chi[31mara\n" in await order("show", "1")


async def test_a_game_is_shown_as_everybody_sees_it(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.host.press("pick:", party.hand(party.host))
        shown = await order("show", "1")
        assert "game: guildes" in shown
        assert "waits for: Goro, Chiara" in shown
        assert "paused: False" in shown
        table = await party.table()
        assert str(table.record.seed) not in shown
        for seat in range(3):
            for option in table.prompt(seat).options:
                assert option.id not in shown


@pytest.mark.parametrize("stored", [1e30, 1e15, -1e15])
async def test_a_game_is_shown_whatever_time_is_stored_of_it(database, order, stored):
    async with house(database) as hall:
        await hall.game("Ada", "Goro", "Chiara")
        await hall.services.store._connection.run(
            lambda db: db.execute("UPDATE session SET updated_at = ?", (stored,))
        )
        assert f"last change: {stored:g} (no date)" in await order("show", "1")
        assert f"{stored:g} (no date)" in await order("sessions")


async def test_a_game_is_ended_beside_the_running_bot(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada = party.host
        said = await order("end", "1")
        assert "the running bot has seen to it" in said
        await hall.quiet()
        await ada.sees("ended without a result", TABLE)
        for person in party.people:
            assert "ended without a result" in text_of(person.messages(None)[-1])
            assert not asked(person.messages(None)[-1])
        assert "has ended already: abandoned" in await order("end", "1", code=2)


async def test_a_choice_made_before_the_bot_has_noticed_is_refused(database, order, impatient):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hall.services.errands.close()
        assert "no running bot has noticed" in await order("end", "1")
        await party.host.press("pick:", party.hand(party.host))
        await hall.quiet()
        assert await party.moves() == []
        assert (await party.table()).record.status == "abandoned"


async def test_a_game_that_is_ended_while_no_bot_runs_says_so_after_the_next_start(
    database, order, impatient
):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.bot.close()
        assert "the next start does" in await order("end", "1")
        async with reopened(hall, database) as again:
            await again.quiet()
            assert "ended without a result" in text_of(party.host.latest(TABLE))
            await again.services.errands.settled()
            assert await again.services.store.errands() == []


async def test_an_export_gives_the_game_back(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        await party.play_on()
        exported = json.loads(await order("export", "1"))
        table = await party.table()
    game = games[exported["game"]]
    options = game.Options.model_validate(exported["options"])
    state = game.setup(len(exported["seats"]), options, int(exported["seed"]))
    for move in exported["moves"]:
        state, _ = game.play(state, move["seat"], move["picks"])
    assert game.dump(state) == game.dump(table.state)
    assert "Ada" not in json.dumps(exported)


async def test_a_notice_stands_on_every_board_until_it_is_taken_away(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        lobby = await hall.lobby("Dmitri", channel=OTHER_TABLE)
        await order("notice", NOTICE)
        await hall.quiet()
        for board in (party.board, lobby.board):
            assert NOTICE in text_of(board)
        await party.play_on()
        assert NOTICE in text_of(party.board)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            later = await again.lobby("Goro", channel="corner-talk")
            assert NOTICE in text_of(later.board)
            await order("notice")
            await again.quiet()
            for board in (party.board, lobby.board, later.board):
                assert NOTICE not in text_of(board)


async def test_a_notice_set_while_no_bot_runs_is_shown_after_the_next_start(
    database, order, impatient
):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.bot.close()
        await order("notice", NOTICE)
        async with reopened(hall, database) as again:
            await again.quiet()
            assert NOTICE in text_of(party.board)


async def test_a_notice_that_is_too_long_is_refused(database, order):
    async with house(database):
        assert "300 characters at most, not 301" in await order("notice", "x" * 301, code=2)


async def test_a_server_is_left_and_may_invite_the_bot_again(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        guild = hall.discord.world.guild
        await order("leave-server", str(guild.id))
        await party.host.sees("removed from the server", None)
        assert hall.bot.get_guild(guild.id) is None
        joined = asyncio.ensure_future(hall.bot.wait_for("guild_join", timeout=10))
        await asyncio.sleep(0)
        invite_bot(hall.discord.world)
        await joined
        await party.host.command("table", TABLE)
        await hall.quiet()
        assert "My hand" in labels(party.board)


async def test_a_blocked_server_is_left_whenever_it_invites_the_bot(database, order):
    async with house(database) as hall:
        await hall.lobby("Ada")
        world = hall.discord.world
        left = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=10))
        assert "the running bot has seen to it" in await order("block-server", str(world.guild.id))
        await left
        left = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=10))
        await asyncio.sleep(0)
        invite_bot(world)
        await left
        await order("unblock-server", str(world.guild.id))
        joined = asyncio.ensure_future(hall.bot.wait_for("guild_join", timeout=10))
        await asyncio.sleep(0)
        invite_bot(world)
        await joined
        await hall.quiet()
        assert hall.bot.get_guild(world.guild.id) is not None
        assert "isn't blocked" in await order("unblock-server", str(world.guild.id), code=2)


async def test_a_server_that_was_blocked_while_no_bot_ran_is_left_at_the_start(
    database, order, impatient
):
    async with house(database) as hall:
        world = hall.discord.world
        await hall.bot.close()
        await order("block-server", str(world.guild.id))
        async with reopened(hall, database) as again:
            await again.services.errands.settled()
            assert not world.is_member(world.bot, world.guild)


async def test_a_server_that_the_bot_isnt_in_cant_be_left_and_may_be_blocked(database, order):
    async with house(database) as hall:
        said = await order("leave-server", "123", code=2)
        assert said == "guildhall: server 123 isn't left: the bot isn't in it\n"
        assert await order("block-server", "123") == (
            "server 123 is blocked; the bot isn't in it\n"
        )
        assert await hall.services.store.errands() == []


async def test_a_server_that_discord_never_lets_the_bot_leave_isnt_said_to_be_left(database, order):
    async with house(database) as hall:
        guild = str(hall.discord.world.guild.id)
        for refusal, why in (
            (errors.missing_permissions(), "Discord refuses that (code 50013)"),
            (errors.unknown_guild(), "the bot isn't in it"),
        ):
            hall.discord.faults.refuse("DELETE /users/@me/guilds", refusal)
            assert f"server {guild} isn't left: {why}" in await order("leave-server", guild, code=2)


async def test_of_somebody_who_is_forgotten_nothing_is_left(database, order):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        ada, goro, _ = party.people
        goro_again = goro.response(await goro.command("settings", TABLE))
        await goro.choose(["never"], goro_again, "setting:tell")
        said = await order("forget-person", str(goro.id), code=2)
        assert f"{goro.id} has a seat in game 1" in said
        await party.finish()
        await hall.services.notes.write()
        await order("forget-person", str(goro.id))
        dump = "".join(await hall.services.store._connection.run(lambda db: list(db.iterdump())))
        assert str(goro.id) not in dump
        assert "Goro" not in dump
        assert str(ada.id) in dump
        await ada.command("table", TABLE)
        settings = goro.response(await goro.command("settings", TABLE))
        chosen = [o["value"] for o in selects(settings)[0]["options"] if o.get("default")]
        assert chosen == ["away"]
        assert (await hall.services.store.person(goro.id)).tell == "away"


async def test_what_isnt_there_is_said_in_one_line(database, order):
    assert "there is no database" in await order("sessions", code=2)
    async with house(database):
        for what in ("show", "end", "export"):
            said = await order(what, "9", code=2)
            assert said == "guildhall: there is no game 9\n"


@pytest.mark.parametrize("number", ["-1", "0", "x", "²", str(2**63)])
def test_what_is_no_id_is_refused(number, capsys):
    with pytest.raises(SystemExit):
        main(["admin", "end", number])
    assert "is no id" in capsys.readouterr().err or number == "-1"


async def test_a_server_that_discord_does_not_let_us_leave_at_once_is_left_later(
    database, order, impatient
):
    async with house(database) as hall:
        guild = hall.discord.world.guild
        hall.discord.faults.plan("DELETE /users/@me/guilds", "drop", times=2)
        left = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=30))
        await order("block-server", str(guild.id))
        await left
        assert not hall.discord.world.is_member(hall.discord.world.bot, guild)


async def test_a_game_whose_options_are_damaged_isnt_exported(database, order):
    async with house(database) as hall:
        await hall.game("Ada", "Goro", "Chiara")
        with sqlite3.connect(database) as db:
            db.execute("UPDATE session SET options = '{'")
        said = await order("export", "1", code=2)
        assert said == "guildhall: session 1: its options make no sense\n"


async def test_a_database_of_another_schema_is_not_touched(database, order, monkeypatch):
    async with house(database):
        monkeypatch.setattr("bot.store.schema.newest", lambda _: 99)
        assert "use the version that runs" in await order("sessions", code=2)


async def test_orders_reach_a_bot_in_another_process(bot, tmp_path):  # noqa: F811
    await bot.start()
    ada = bot.person("Ada")
    await ada.command("play", TABLE, game="guildes")
    await ada.sees(lambda shown: "Ada" in seats_of(shown), TABLE)
    for words, seen in ((("notice", NOTICE), NOTICE), (("end", "1"), "closed")):
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "admin", *words),
            env={"DATABASE": bot.database},
            stdout=asyncio.subprocess.PIPE,
        )
        said, _ = await process.communicate()
        assert "the running bot has seen to it" in said.decode()
        await ada.sees(seen, TABLE)


async def test_hands_open_once_the_last_missing_word_is_of_somebody_forgotten(database, order):
    async with house(database) as hall:
        party = await ended(hall)
        ada, goro, chiara = party.people
        await ada.press("Open hands", party.board)
        await goro.press("Open mine too", party.board)
        await hall.quiet()
        await hall.services.notes.write()
        await order("forget-person", str(chiara.id))
        await hall.services.errands.settled()
        await hall.quiet()
        assert (await party.table()).record.open_hands.state == "open"
