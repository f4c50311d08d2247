"""The whole bot over a PostgreSQL server."""

import asyncio
import itertools
import os
import subprocess
import sys
from dataclasses import replace

import asyncpg
import pytest
from pydantic import SecretStr

from bot.__main__ import main
from bot.local import NO_LIMITS, LocalDiscord
from bot.testing.driver import Witness
from engine import games
from tests.postgresql import guarded, unused
from tests.whole.house import TABLE, house, reopened
from tests.whole.test_killed import (
    REQUESTS,
    Killable,
    begin,
    chosen,
    hand,
    press,
    see_next,
    unanswered_on,
)


@pytest.fixture
async def dsn():
    return await unused()


@pytest.mark.parametrize("game", games)
async def test_a_game_is_played_on_after_a_restart(dsn, game):
    async with house(SecretStr(dsn)) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game=game)
        for _ in range(3):
            await party.play_on()
        before = (await party.table()).state
        await hall.bot.close()
        async with reopened(hall, SecretStr(dsn)) as again:
            party = replace(party, house=again)
            assert (await party.table()).state == before
            await party.finish()
            assert (await party.table()).record.status == "over"


async def test_the_operator_works_beside_the_bot(dsn, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE", dsn)
    async with house(SecretStr(dsn)) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        assert await asyncio.to_thread(main, ["admin", "sessions"]) == 0
        assert "1  playing  majority  Ada, Goro, Chiara" in capsys.readouterr().out
        assert await asyncio.to_thread(main, ["admin", "end", "1"]) == 0
        assert "the running bot has seen to it" in capsys.readouterr().out
        await party.people[0].sees("ended without a result", TABLE)


@pytest.mark.parametrize(("order", "program"), [("backup", "pg_dump"), ("restore", "pg_restore")])
def test_copies_are_left_to_the_servers_own_programs(order, program, monkeypatch, capsys):
    monkeypatch.setenv("DATABASE", "postgresql://guild:s3cret@127.0.0.1:1/guildhall")
    assert main([order, "copy"]) == 2
    said = capsys.readouterr().err
    assert program in said
    assert "s3cret" not in said


def test_a_server_out_of_reach_is_said_in_one_line(monkeypatch, capsys):
    monkeypatch.setenv("DATABASE", "postgresql://guild:s3cret@127.0.0.1:1/guildhall")
    assert main(["admin", "sessions"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("guildhall: the database guildhall at 127.0.0.1: ")
    assert said.count("\n") == 1
    assert "s3cret" not in said


async def test_a_start_with_the_wrong_password_ends_at_once_and_says_so():
    right = await guarded("stranger", "s3same")
    await (await asyncpg.connect(right)).close()
    wrong = right.replace("s3same", "s3cret")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"),
        env=os.environ | {"DATABASE": wrong, "DISCORD_TOKEN": "token"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    told, complaint = await process.communicate()
    assert process.returncode == 2
    assert b"it refuses the password" in complaint
    assert complaint.count(b"\n") == 1
    assert b"s3cret" not in told + complaint


@pytest.mark.timeout(300)
async def test_every_answered_choice_is_kept_however_often_the_bot_is_killed(dsn):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        bot = Killable(discord, dsn, Witness(discord.world))
        discord.api._inspect = bot.inspect
        watching = await asyncpg.connect(dsn)
        try:
            await bot.start()
            people = await begin(bot, "Ada", "Farah", "Goro")
            for pattern, carried_out in itertools.product(REQUESTS.values(), (True, False)):
                await see_next(people)
                before = await watching.fetchval("SELECT count(*) FROM move")
                await bot.die_at(pattern, carried_out=carried_out)
                shown = await asyncio.gather(*map(chosen, people))
                await bot.dead()
                made = await watching.fetchval("SELECT count(*) FROM move") - before
                assert sum(shown) <= made <= 3
                await bot.start()
                asking = [person for person in people if unanswered_on(hand(person))]
                assert len(asking) in (3, 3 - made)
                for person in asking:
                    assert await press(person)
        finally:
            await watching.close()
            await bot.dead()
