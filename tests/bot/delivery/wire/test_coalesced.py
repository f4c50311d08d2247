"""Coalesced: often asked, done once, and once more if asked meanwhile."""

import asyncio
from itertools import pairwise

import discord
import pytest

from bot.delivery.wire import coalesced as module
from bot.delivery.wire.coalesced import LONGEST_PAUSE, MOST_FAILURES, Backlog, Coalesced
from bot.delivery.wire.faults import Held
from bot.store.errors import StoreFailed
from tests.bot.turns import LoopTime, turns


class Work:
    """Counts its runs and the most that were under way at once; waits to be let go."""

    def __init__(self):
        self.runs = []
        self.under_way = self.most_at_once = 0
        self.let_go = asyncio.Event()

    async def __call__(self, session_id):
        self.runs.append(session_id)
        self.under_way += 1
        self.most_at_once = max(self.most_at_once, self.under_way)
        try:
            await self.let_go.wait()
        finally:
            self.under_way -= 1


async def test_asked_many_times_before_it_begins_the_work_is_done_once():
    work = Work()
    coalesced = Coalesced("test", work)
    for _ in range(10):
        coalesced.ask(1)
    work.let_go.set()
    await coalesced.settled()
    assert work.runs == [1]


async def test_asked_while_under_way_it_runs_once_more_and_never_twice_at_once():
    work = Work()
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await turns()
    for _ in range(10):
        coalesced.ask(1)
    work.let_go.set()
    await coalesced.settled()
    assert work.runs == [1, 1]
    assert work.most_at_once == 1


async def test_what_is_urgent_does_not_wait_for_what_is_not():
    work = Work()
    work.let_go.set()
    coalesced = Coalesced("test", work)
    coalesced.ask(1, within=3600)
    await turns()
    assert work.runs == []
    coalesced.ask(1)
    await turns()
    assert work.runs == [1]


async def test_sessions_do_not_wait_for_each_other():
    work = Work()
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    coalesced.ask(2)
    await turns()
    assert sorted(work.runs) == [1, 2]
    work.let_go.set()
    await coalesced.settled()


async def test_what_can_wait_is_put_off_while_more_of_its_kind_comes_in(monkeypatch):
    clock = LoopTime(monkeypatch)
    work = Work()
    work.let_go.set()
    coalesced = Coalesced("test", work)
    for _ in range(5):
        coalesced.ask(1, within=8)
        await clock.pass_by(6)
    assert work.runs == []
    await clock.pass_by(6)
    await coalesced.settled()
    assert work.runs == [1]


async def test_while_discord_is_in_trouble_it_is_tried_again_after_longer_and_longer_pauses(
    monkeypatch,
):
    clock = LoopTime(monkeypatch)
    times = []

    async def work(session_id):
        times.append(clock.passed)
        if len(times) < 4:
            raise OSError

    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    for _ in range(9):
        await clock.pass_by(1)
    await coalesced.settled()
    assert times == [0, 1, 3, 7]


async def test_work_that_wants_to_run_again_does():
    runs = []

    async def work(session_id):
        runs.append(session_id)
        return len(runs) < 3

    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await coalesced.settled()
    assert runs == [1, 1, 1]


async def test_after_closing_nothing_is_begun():
    work = Work()
    coalesced = Coalesced("test", work)
    coalesced.close()
    coalesced.ask(1)
    await coalesced.settled()
    assert work.runs == []


async def test_after_a_failure_the_next_asking_works():
    runs = []

    async def fails_once(session_id):
        runs.append(session_id)
        if len(runs) == 1:
            raise RuntimeError

    coalesced = Coalesced("test", fails_once)
    coalesced.ask(1)
    await coalesced.settled()
    coalesced.ask(1)
    await coalesced.settled()
    assert runs == [1, 1]


class Trouble:
    """Raises one thing after the other, then works; notes when it was tried, by name."""

    def __init__(self, clock, *raised, name=1):
        self.clock = clock
        self.raised = list(raised)
        self.name = name
        self.tried = {}

    async def __call__(self, name):
        self.tried.setdefault(name, []).append(self.clock.passed)
        if name == self.name and self.raised:
            raise self.raised.pop(0)


async def seconds(clock, number):
    for _ in range(number):
        await clock.pass_by(1)


@pytest.mark.parametrize("limit", [discord.RateLimited(3600), Held(3600)])
async def test_a_long_limit_is_kept_for_that_name_alone(monkeypatch, limit):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, limit)
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    coalesced.ask(2)
    await clock.pass_by(0)
    await clock.pass_by(10)
    coalesced.ask(1)
    coalesced.ask(1, within=5)
    coalesced.ask(2)
    await clock.pass_by(0)
    await clock.pass_by(3589)
    assert work.tried == {1: [0], 2: [0, 10]}
    await clock.pass_by(1)
    assert work.tried == {1: [0, 3600], 2: [0, 10]}


async def test_who_asks_during_the_limited_try_does_not_break_the_limit(monkeypatch):
    clock = LoopTime(monkeypatch)
    tried = []

    async def work(name):
        tried.append(clock.passed)
        if len(tried) == 1:
            coalesced.ask(name)
            raise discord.RateLimited(3600)

    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await clock.pass_by(3599)
    assert tried == [0]
    await clock.pass_by(1)
    assert tried == [0, 3600]


async def test_nobody_waits_for_the_end_of_a_limit(monkeypatch):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, discord.RateLimited(3600))
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await coalesced.first(1)
    coalesced.ask(2, within=60)
    await coalesced.settled()
    assert work.tried == {1: [0], 2: [0]}


async def test_what_can_wait_is_done_at_once_where_everything_is_to_be_settled():
    work = Work()
    work.let_go.set()
    coalesced = Coalesced("test", work)
    coalesced.ask(1, within=3600)
    coalesced.ask(2, within=3600)
    await turns()
    async with asyncio.timeout(5):
        await coalesced.settled()
    assert sorted(work.runs) == [1, 2]


async def test_first_waits_until_the_work_was_done_once():
    work = Work()
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    waiting = asyncio.create_task(coalesced.first(1))
    await turns()
    assert not waiting.done()
    work.let_go.set()
    await turns()
    assert waiting.done()
    await coalesced.first(1)
    await coalesced.first("never asked for")


async def test_first_waits_for_no_second_try(monkeypatch):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, OSError(), OSError())
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    waiting = asyncio.create_task(coalesced.first(1))
    await clock.pass_by(0)
    assert waiting.done()
    assert work.tried == {1: [0]}
    coalesced.close()


async def test_closing_stops_what_is_under_way_and_frees_who_waits():
    work = Work()
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    coalesced.ask(2, within=3600)
    waiting = [asyncio.create_task(coalesced.first(name)) for name in (1, 2)]
    await turns()
    assert work.under_way == 1
    coalesced.close()
    await turns()
    assert work.under_way == 0
    assert all(task.done() for task in waiting)
    work.let_go.set()
    await turns()
    assert work.runs == [1]


async def test_after_it_worked_the_pauses_begin_anew(monkeypatch):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, OSError(), OSError(), StoreFailed("full"))
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 10)
    assert work.tried.pop(1) == [0, 1, 3, 7]
    work.raised = [OSError(), OSError()]
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 10)
    assert work.tried.pop(1) == [10, 11, 13]


async def test_one_job_that_fails_works_and_fails_again_begins_its_pauses_anew(monkeypatch):
    clock = LoopTime(monkeypatch)
    tried, fails = [], [True, True, False, True, True, False]

    async def work(name):
        tried.append(clock.passed)
        if fails.pop(0):
            raise OSError
        return bool(fails)

    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 20)
    assert tried == [0, 1, 3, 3, 4, 6]


async def test_pauses_grow_no_longer_than_the_longest_and_end_after_the_best_part_of_an_hour(
    monkeypatch,
):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, *[OSError() for _ in range(50)])
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 3600)
    times = work.tried[1]
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses == [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]
    assert MOST_FAILURES == len(times) == 12
    assert LONGEST_PAUSE == 300
    await coalesced.settled()
    coalesced.ask(1)
    await clock.pass_by(0)
    await clock.pass_by(1)
    assert work.tried[1][12:] == [3600, 3601]
    coalesced.close()


async def test_a_limit_among_the_failures_does_not_make_them_go_on_for_ever(monkeypatch):
    monkeypatch.setattr(module, "MOST_FAILURES", 3)
    clock = LoopTime(monkeypatch)
    failures = [OSError(), OSError(), discord.RateLimited(1), *[OSError() for _ in range(50)]]
    work = Trouble(clock, *failures)
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 1000)
    assert len(work.tried[1]) < 6
    coalesced.close()


async def test_a_backlog_is_as_old_as_what_was_asked_for_first(monkeypatch):
    loop = LoopTime(monkeypatch)
    work = Work()
    coalesced = Coalesced("test", work)
    assert coalesced.backlog() == Backlog(0, 0)
    coalesced.ask(1)
    await turns()
    await loop.pass_by(5)
    coalesced.ask(1)
    coalesced.ask(2)
    assert coalesced.backlog() == Backlog(2, 5)
    work.let_go.set()
    await coalesced.settled()
    assert coalesced.backlog() == Backlog(0, 0)


async def test_what_fails_stays_in_the_backlog_since_it_was_asked_for(monkeypatch):
    loop = LoopTime(monkeypatch)

    async def fails(key):
        raise StoreFailed("the disk is full")

    coalesced = Coalesced("test", fails)
    coalesced.ask(1)
    await turns()
    await loop.pass_by(0.5)
    assert coalesced.backlog() == Backlog(1, 0.5)
    coalesced.close()


async def test_the_store_is_asked_again_every_ten_seconds_however_long_it_is_away(monkeypatch):
    clock = LoopTime(monkeypatch)
    work = Trouble(clock, *[StoreFailed("away") for _ in range(60)])
    coalesced = Coalesced("test", work)
    coalesced.ask(1)
    await clock.pass_by(0)
    await seconds(clock, 600)
    times = work.tried[1]
    pauses = [after - before for before, after in pairwise(times)]
    assert pauses == [1, 2, 4, 8, *[10] * 56]
    assert len(times) == 61
