"""Hard computers over sockets: processes that think may die, and nobody stays behind the bot."""

import asyncio
import os
import signal
from dataclasses import replace

import psutil
import pytest

from bot.testing.driver import text_of
from bot.thinking.computers import seed_of
from bot.thinking.thinkers import Ended
from engine.bots import counted, players_with
from tests.bot.turns import turns
from tests.whole.house import QUICK, house
from tests.whole.test_killed import START_UP, begin, bot, press, see_next

__all__ = ["bot"]


async def with_hard(hall, *names, computers=2, game="guildes"):
    """A game with hard computers, whose process is at hand."""
    party = await hall.lobby(*names, game=game)
    await party.add_computers(computers, "hard")
    await hall.quiet()
    await party.host.press("Start", party.board)
    await hall.quiet()
    thinkers = hall.services.thinkers
    assert thinkers._processes, "the process is started with the game"
    await asyncio.gather(*thinkers._working)
    return party


def pid_of(hall):
    (process,) = hall.services.thinkers._processes
    return process._pid


async def test_they_choose_what_they_would_choose_from_their_own_views(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await with_hard(hall, "Ada")
        before = await party.table()
        await party.play_on()
        moves = await party.moves()
        player = players_with(counted(QUICK.playouts))["hard"]
        # The person has chosen: the log's first entry.
        state, _ = before.game.play(before.state, *moves[0])
        then = replace(before, record=replace(before.record, moves=1))
        for seat, picks in moves[1:3]:
            view = then.game.view(state, seat)
            assert picks == player.choose(then.game, view, seed_of(then, seat))


@pytest.mark.parametrize("game", ["guildes", "london"])
async def test_killed_in_the_middle_of_a_thought_the_game_goes_on(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await with_hard(hall, "Ada", game=game)
        dead = pid_of(hall)
        os.kill(dead, signal.SIGSTOP)
        before = len(await party.moves())
        while not hall.services.thinkers.waiting:
            assert await press(party.host, party.hand(party.host))
            await hall.bot.answered()
            await turns(20)
        os.kill(dead, signal.SIGKILL)
        await hall.quiet()
        assert len(await party.moves()) > before + 2
        assert pid_of(hall) != dead
        assert await party.awaited() == [party.host]
        await party.play_on()


async def test_where_no_process_can_think_a_rule_chooses_and_the_game_goes_on(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await with_hard(hall, "Ada")
        for process in hall.services.thinkers._processes:
            monkeypatch.setattr(process, "start", ended)
            monkeypatch.setattr(process, "_find", None)
        before = len(await party.moves())
        await party.play_on()
        assert len(await party.moves()) >= before + 3


async def ended():
    raise Ended


def thinking(bot):
    """The processes that the bot has started, and those that they have."""
    return psutil.Process(bot.process.pid).children(recursive=True)


async def gone(processes):
    """Wait until all these have ended."""
    await asyncio.to_thread(psutil.wait_procs, processes, timeout=START_UP)
    return not any(process.is_running() for process in processes)


async def hard_game(bot):
    await bot.start()
    people = await begin(bot, "Ada", "Goro", computers=2, strength="hard")
    assert [await press(person) for person in people] == [True, True]
    return people


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
async def test_no_process_outlives_the_bot_however_it_ends(bot, number):
    people = await hard_game(bot)
    started = thinking(bot)
    assert len(started) >= 2  # one that thinks, and Python's own that looks after its semaphores
    os.kill(bot.process.pid, number)
    assert await bot.dies() == (0 if number == signal.SIGTERM else -number)
    assert await gone(started)
    await bot.start()
    await see_next(people)
    assert len(bot.moves()) == 4
    assert "selection 2" in text_of(people[0].messages(None)[-1])
