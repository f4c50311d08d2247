"""Processes that think: who dies is replaced, who can't think says so, nobody stays behind."""

import asyncio
import multiprocessing
import os
import signal
import time

import pytest
from structlog.testing import capture_logs

from bot.thinking import thinkers as process_module
from bot.thinking import thinkers as thinkers_module
from bot.thinking.thinkers import Budget, Ended, NobodyThinks, Process, Thinkers, spare_cores
from bot.thinking.worker import NICENESS, Order, ThinkingFailed
from engine import games
from engine.bots import counted, players_with
from engine.review import Effort, Owed, read_choice
from tests.bot.thinking.players import find_broken, find_deadly, find_none
from tests.bot.turns import LoopTime, turns

PLAYOUTS = 30


def orders(*seats, seed=7):
    game = games["guildes"]
    state = game.setup(seats=4, seed=1)
    return [Order("guildes", game.view(state, seat), seed + seat) for seat in seats]


def chosen_here(order):
    player = players_with(counted(PLAYOUTS))["hard"]
    return player.choose(games[order.game], order.view, order.seed)


@pytest.fixture
async def thinkers():
    opened = []

    def open_(**how):
        opened.append(Thinkers(**{"budget": Budget(playouts=PLAYOUTS), "most": 1, **how}))
        return opened[-1]

    yield open_
    for each in opened:
        await each.close()


def pids(thinkers):
    return [process._pid for process in thinkers._processes]


async def at_hand(thinkers):
    """Wait until a process is ready and idle."""
    thinkers.start()
    await asyncio.wait(list(thinkers._working))


async def test_the_same_view_and_seed_give_the_same_choice_in_any_process(thinkers):
    wanted = orders(0, 1, 2)
    here = [chosen_here(order) for order in wanted]
    assert await thinkers(most=2).choose(wanted, 3.0, 30.0) == here
    assert await thinkers().choose(wanted, 3.0, 30.0) == here


def owed_of(number, name="majority"):
    game = games[name]
    view = game.view(game.setup(seats=4, seed=1), 0)
    return Owed(number, 1, view, (view.prompt.options[0].id,))


async def test_a_choice_of_a_game_that_is_over_is_read_as_it_would_be_here(thinkers):
    little = Effort(look=2, told=4, step=4, most=8)
    there = thinkers(budget=Budget(effort=little, rest=0.0))
    read = await there.read("majority", owed_of(1), 0, ("easy", None, None, None))
    assert read == read_choice(games["majority"], owed_of(1), 0, ("easy", None, None, None), little)


async def test_a_choice_of_a_live_game_goes_before_all_reading(thinkers, monkeypatch):
    """A reading that would never end gives way after each of its parts."""
    monkeypatch.setattr(thinkers_module, "SLICE", 0.01)
    endless = Effort(look=10**9)
    one = thinkers(budget=Budget(playouts=PLAYOUTS, effort=endless))
    reading = asyncio.create_task(one.read("majority", owed_of(1), 0, ()))
    wanted = orders(0, 1)
    assert await one.choose(wanted, 3.0, 30.0) == [chosen_here(order) for order in wanted]
    assert not reading.done()
    reading.cancel()
    await asyncio.wait([reading])


class Timed:
    """A process that takes precisely the time that it is given."""

    def __init__(self, time, given):
        self.time = time
        self.given = given

    async def start(self):
        pass

    async def carry_out(self, _task, order, seconds):
        assert order.seconds == seconds
        self.given.append(seconds)
        self.time.passed += seconds
        await turns()
        return ("done",)

    async def close(self):
        pass


class Crowded(Timed):
    """One that has so much of a core, and notes when it reads; nothing is ever clear."""

    def __init__(self, time, share, read):
        super().__init__(time, [])
        self.share = share
        self.read = read

    async def carry_out(self, task, order, seconds):
        self.read.append((order.game, self.time.passed))
        await super().carry_out(task, order, seconds)
        return order.draft, None, self.share


@pytest.mark.parametrize(
    ("share", "expected"),
    [(0.4, [0.0, 2.2, 4.4, 6.6]), (0.6, [0.0, 0.2, 0.4, 0.6])],
    ids=["busy", "free"],
)
async def test_two_readings_leave_a_busy_machine_to_others_together(monkeypatch, share, expected):
    time, read = LoopTime(monkeypatch), []
    monkeypatch.setattr(thinkers_module, "Process", lambda _: Crowded(time, share, read))
    one = Thinkers(most=1)
    readings = [
        asyncio.create_task(one.read(name, owed_of(1), 0, ())) for name in ("majority", "guildes")
    ]
    await turns(10)
    while len(read) < 4:
        await time.pass_by(0.02 if share < 0.5 else 0.0)
    for reading in readings:
        reading.cancel()
    await asyncio.wait(readings)
    assert [name for name, _ in read[:4]] == ["majority", "guildes", "majority", "guildes"]
    assert [at for _, at in read[:4]] == pytest.approx(expected, abs=0.11)


async def test_a_process_that_dies_over_a_reading_goes_on_from_where_it_was(thinkers, monkeypatch):
    monkeypatch.setattr(thinkers_module, "SLICE", 0.01)
    little = Effort(look=2, told=40, step=4, most=40)
    one = thinkers(budget=Budget(effort=little, rest=0.0))
    await at_hand(one)
    reading = asyncio.create_task(one.read("majority", owed_of(1), 0, ()))
    await asyncio.sleep(0)
    os.kill(pids(one)[0], signal.SIGKILL)
    assert await reading == read_choice(games["majority"], owed_of(1), 0, (), little)


async def test_nothing_is_started_before_anybody_thinks(thinkers):
    assert pids(thinkers()) == []


async def test_processes_give_way_to_all_others_and_are_no_more_than_wanted(thinkers):
    two = thinkers(most=2)
    await two.choose(orders(0, 1, 2, 3), 3.0, 30.0)
    assert len(set(pids(two))) == 2
    if hasattr(os, "SCHED_IDLE"):
        assert {os.sched_getscheduler(pid) for pid in pids(two)} == {os.SCHED_IDLE}
    else:
        nicer = min(19, os.nice(0) + NICENESS)
        assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in pids(two)} == {nicer}


async def test_one_core_is_left_to_the_bot(monkeypatch):
    for cores, expected in ((1, 1), (2, 1), (8, 7)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, n=cores: set(range(n)))
        assert spare_cores() == expected


async def test_a_process_that_dies_in_the_middle_costs_the_choice_nothing_but_time(thinkers):
    one = thinkers()
    await at_hand(one)
    (before,) = pids(one)
    os.kill(before, signal.SIGSTOP)
    wanted = orders(0, 1)
    choosing = asyncio.create_task(one.choose(wanted, 3.0, 30.0))
    await turns()
    assert one.waiting == 1
    with capture_logs() as logs:
        os.kill(before, signal.SIGKILL)
        assert await choosing == [chosen_here(order) for order in wanted]
    assert [line["log_level"] for line in logs] == ["warning"]
    assert pids(one) != [before]


async def test_one_that_died_while_nobody_thought_is_replaced(thinkers):
    one = thinkers()
    await at_hand(one)
    os.kill(pids(one)[0], signal.SIGKILL)
    wanted = orders(0)
    assert await one.choose(wanted, 3.0, 30.0) == [chosen_here(wanted[0])]


async def test_a_choice_over_which_every_process_ends_is_given_up(thinkers):
    with pytest.raises(NobodyThinks):
        await thinkers(find=find_deadly).choose(orders(0), 3.0, 30.0)


async def test_a_reading_over_which_every_process_ends_is_given_up(thinkers):
    with pytest.raises(NobodyThinks):
        await thinkers(find=find_deadly).read("guildes", owed_of(1, "guildes"), 0, ())


async def test_where_no_process_can_be_started_that_is_said(thinkers):
    with pytest.raises(NobodyThinks):
        await thinkers(find=find_none).choose(orders(0), 3.0, 30.0)


async def test_a_process_that_never_answers_is_ended(thinkers, monkeypatch):
    one = thinkers()
    await at_hand(one)
    (pid,) = pids(one)
    os.kill(pid, signal.SIGSTOP)
    with monkeypatch.context() as patched:
        patched.setattr(process_module, "GRACE", 0.01)
        with pytest.raises(NobodyThinks):
            await one.choose(orders(0), 0.0, 30.0)
    assert pid not in [child.pid for child in multiprocessing.active_children()]
    wanted = orders(0)
    assert await one.choose(wanted, 3.0, 30.0) == [chosen_here(wanted[0])]


async def test_a_failure_is_told_by_its_place_and_the_process_thinks_on(thinkers):
    one = thinkers(find=find_broken)
    with capture_logs() as logs, pytest.raises(ThinkingFailed):
        await one.choose(orders(0), 3.0, 30.0)
    (line,) = logs
    assert (line["log_level"], line["error"]) == ("error", "ValueError")
    assert "chevaliers" not in repr(line)
    (pid,) = pids(one)
    game = games["majority"]
    view = game.view(game.setup(seats=3, seed=1), 0)
    assert await one.choose([Order("majority", view, 1)], 3.0, 30.0)
    assert pids(one) == [pid]


async def test_processes_that_have_no_time_are_not_waited_for(thinkers):
    one = thinkers(budget=Budget())
    await at_hand(one)
    os.kill(pids(one)[0], signal.SIGSTOP)
    with pytest.raises(NobodyThinks):
        await one.choose(orders(0, 1), 0.0, 0.0)
    os.kill(pids(one)[0], signal.SIGCONT)
    assert await one.choose(orders(0), 0.0, 30.0)


async def test_closed_in_the_middle_of_a_thought_no_process_stays(thinkers):
    one = thinkers()
    await at_hand(one)
    (pid,) = pids(one)
    os.kill(pid, signal.SIGSTOP)
    choosing = asyncio.create_task(one.choose(orders(0, 1), 3.0, 30.0))
    await turns()
    await one.close()
    with pytest.raises(asyncio.CancelledError):
        await choosing
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


async def test_closed_while_a_process_is_being_started_none_stays(thinkers):
    before = set(multiprocessing.active_children())
    one = thinkers()
    one.start()
    await turns()
    await one.close()
    assert set(multiprocessing.active_children()) <= before
    with pytest.raises(NobodyThinks):
        await one.choose(orders(0), 3.0, 30.0)


async def test_time_shrinks_with_what_waits_so_that_every_table_is_in_time(monkeypatch):
    time, given, waits = LoopTime(monkeypatch), [], []
    monkeypatch.setattr(thinkers_module, "Process", lambda _: Timed(time, given))
    one = Thinkers(most=1)

    async def table():
        await one.choose(orders(0, 1, 2), 3.2, 30.0)
        waits.append(time.passed)

    await asyncio.gather(*(table() for _ in range(20)))
    assert len(given) == 60
    assert max(waits) <= 3.2 + 1e-9
    assert min(given) == pytest.approx(3.2 / 60)
    alone = [seconds for seconds in given if seconds == 1.0]
    assert not alone
    given.clear()
    await one.choose(orders(0, 1, 2), 3.2, 30.0)
    assert given == [1.0, 1.0, pytest.approx(1.0)]


def find_slowly(name):
    time.sleep(60)
    raise KeyError(name)


async def test_a_process_that_hangs_at_its_start_is_ended(monkeypatch):
    monkeypatch.setattr(thinkers_module, "GRACE", 2.0)
    with pytest.raises(Ended):
        await Process(find_slowly).start()
    assert not multiprocessing.active_children()


async def test_what_cannot_be_sent_to_a_process_fails_and_hangs_nobody(thinkers):
    """As of a package's game whose views can't be pickled."""
    with pytest.raises(ThinkingFailed):
        await thinkers().read("guildes", Owed(1, 1, lambda: None, ("x",)), 0, (None,) * 3)
