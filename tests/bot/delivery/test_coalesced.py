"""Coalesced: often asked, done once, and once more if asked meanwhile."""

import asyncio

from bot.delivery.coalesced import Coalesced


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


async def begun():
    for _ in range(5):
        await asyncio.sleep(0)


async def test_asked_many_times_before_it_begins_the_work_is_done_once():
    work = Work()
    coalesced = Coalesced("test", work, patience=60)
    for _ in range(10):
        coalesced.ask(1, urgent=True)
    work.let_go.set()
    await coalesced.settled()
    assert work.runs == [1]


async def test_asked_while_under_way_it_runs_once_more_and_never_twice_at_once():
    work = Work()
    coalesced = Coalesced("test", work, patience=60)
    coalesced.ask(1, urgent=True)
    await begun()
    for _ in range(10):
        coalesced.ask(1, urgent=True)
    work.let_go.set()
    await coalesced.settled()
    assert work.runs == [1, 1]
    assert work.most_at_once == 1


async def test_what_is_urgent_does_not_wait_for_what_is_not():
    work = Work()
    work.let_go.set()
    coalesced = Coalesced("test", work, patience=3600)
    coalesced.ask(1, urgent=False)
    await begun()
    assert work.runs == []
    coalesced.ask(1, urgent=True)
    await coalesced.settled()
    assert work.runs == [1]


async def test_sessions_do_not_wait_for_each_other():
    work = Work()
    coalesced = Coalesced("test", work, patience=60)
    coalesced.ask(1, urgent=True)
    coalesced.ask(2, urgent=True)
    await begun()
    assert sorted(work.runs) == [1, 2]
    work.let_go.set()
    await coalesced.settled()


async def test_after_a_failure_the_next_asking_works():
    runs = []

    async def fails_once(session_id):
        runs.append(session_id)
        if len(runs) == 1:
            raise RuntimeError

    coalesced = Coalesced("test", fails_once, patience=60)
    coalesced.ask(1, urgent=True)
    await coalesced.settled()
    coalesced.ask(1, urgent=True)
    await coalesced.settled()
    assert runs == [1, 1]
