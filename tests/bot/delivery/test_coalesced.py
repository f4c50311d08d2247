"""Coalesced: often asked, done once, and once more if asked meanwhile."""

import asyncio

from bot.delivery.coalesced import Coalesced
from tests.bot.turns import turns


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
        await self.let_go.wait()
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
    await coalesced.settled()
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


class Clock:
    """The loop's own time, moved by hand."""

    def __init__(self, monkeypatch):
        self.passed = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.passed)

    async def pass_by(self, seconds):
        self.passed += seconds
        for _ in range(10):
            await asyncio.sleep(0)


async def test_what_can_wait_is_put_off_while_more_of_its_kind_comes_in(monkeypatch):
    clock = Clock(monkeypatch)
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
    clock = Clock(monkeypatch)
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
        return 0 if len(runs) < 3 else None

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
