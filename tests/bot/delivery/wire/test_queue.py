"""Messages are rendered a few at a time, those that lag for longest first, and piece by piece."""

import asyncio
from contextlib import AsyncExitStack
from itertools import pairwise

import pytest

from bot.delivery.wire.coalesced import AT_ONCE, HELD_BACK, Background, Queue
from tests.bot.turns import LoopTime, turns


class Row:
    """All turns but one are taken for good; `had` gets the names of those who have the last."""

    def __init__(self):
        self.queue = Queue(Background())
        self.had = []
        self._taken = AsyncExitStack()

    async def __aenter__(self):
        for _ in range(AT_ONCE - 1):
            await self._taken.enter_async_context(self.queue.turn(0))
        self._last = self.queue.turn(0)
        await self._last.__aenter__()
        return self

    async def __aexit__(self, *_):
        await self._taken.aclose()

    async def go_on(self):
        await self._last.__aexit__(None, None, None)
        await turns(20)

    def wait(self, name, due=0.0):
        async def have():
            async with self.queue.turn(due):
                self.had.append(name)

        return asyncio.create_task(have())


async def test_no_more_have_their_turn_at_once_than_may():
    async with Row() as row:
        row.wait("one more")
        await turns(20)
        assert row.had == []
        await row.go_on()
        assert row.had == ["one more"]


async def test_who_is_due_first_goes_first_and_of_the_same_time_who_came_first():
    async with Row() as row:
        for name, due in (("board", 1.5), ("later", 2), ("hand", 1), ("another hand", 1)):
            row.wait(name, due)
        await turns(20)
        await row.go_on()
        assert row.had == ["hand", "another hand", "board", "later"]


@pytest.mark.parametrize("given", [False, True])
async def test_who_gives_up_leaves_the_turn_to_the_next(given):
    async with Row() as row:
        gone, next_one = row.wait("gone"), row.wait("next")
        await turns(20)
        if given:
            leaving = asyncio.create_task(row.go_on())
            await asyncio.sleep(0)
            gone.cancel()
            await leaving
        else:
            gone.cancel()
            await row.go_on()
        assert row.had == ["next"]
        assert next_one.done()


async def test_what_fails_in_its_turn_passes_it_on():
    async with Row() as row:

        async def fail():
            async with row.queue.turn(0):
                raise ValueError

        failing, next_one = asyncio.create_task(fail()), row.wait("next")
        await row.go_on()
        assert row.had == ["next"]
        assert isinstance(failing.exception(), ValueError)
        assert next_one.done()


async def test_what_may_wait_does_so_the_longer_the_longer_others_wait(monkeypatch):
    time = LoopTime(monkeypatch)
    async with Row() as row:
        assert row.queue.lateness == 0
        row.wait("hand", 1)
        await turns()
        assert row.queue.lateness == 0
        await time.pass_by(3)
        assert row.queue.lateness == 2 * HELD_BACK
        await row.go_on()
        assert row.queue.lateness == 0


class Rounds:
    """`done` gets the names of pieces, and of each round of the loop."""

    def __init__(self):
        self.background = Background()
        self.done = []

    def piece(self, name):
        async def do():
            await self.background.piece()
            self.done.append(name)

        return asyncio.create_task(do())

    async def run(self, rounds=8):
        for _ in range(rounds):
            self.done.append("a round")
            await asyncio.sleep(0)


async def test_between_two_pieces_the_loop_sees_to_all_else():
    rounds = Rounds()
    for name in ("hand", "board", "another hand"):
        rounds.piece(name)
    await rounds.run()
    named = [at for at, name in enumerate(rounds.done) if name != "a round"]
    assert [rounds.done[at] for at in named] == ["hand", "board", "another hand"]
    assert all(later - earlier > 1 for earlier, later in pairwise(named))


async def test_a_piece_that_is_given_up_keeps_no_other_waiting():
    rounds = Rounds()
    rounds.piece("hand")
    gone, _ = rounds.piece("gone"), rounds.piece("board")
    await asyncio.sleep(0)
    gone.cancel()
    await rounds.run()
    rounds.piece("later")
    await rounds.run()
    assert [name for name in rounds.done if name != "a round"] == ["hand", "board", "later"]
