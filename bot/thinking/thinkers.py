"""Processes that think for all tables, and what waits for them."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import count
from math import ceil, inf
from typing import Any, Final, Generic, TypeAlias, TypeVar, cast

import structlog

from bot.games import find_game
from bot.thinking.worker import Find, Order, Study, ThinkingFailed, begin, choose, study
from engine.bots.players import Picks
from engine.review import THOROUGH, Choice, Draft, Effort, Owed
from engine.text import frozen

T = TypeVar("T")
O = TypeVar("O", bound=Order | Study)  # noqa: E741
R = TypeVar("R")

PLAYERS: Final = 10
"""Into so many parts the patience of a table is cut: each of its choices has its turn in one."""


@dataclass(order=True, frozen=True, slots=True)
class _Waiting(Generic[T]):
    turn: float
    number: int
    due: float = field(compare=False)
    item: T = field(compare=False)


class FairQueue(Generic[T]):
    """Choices of many tables: the first of each go before the second of any that came with them.

    A table that can't wait long goes before one that can. Times are seconds of one clock.
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting[T]] = []
        self._number = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, items: Iterable[T], now: float, within: float) -> None:
        """A table's choices, all of which it wants within so many seconds."""
        for place, item in enumerate(items, 1):
            turn = now + within * place / PLAYERS
            insort(self._waiting, _Waiting(turn, next(self._number), now + within, item))

    def take(self) -> T:
        """The next choice; raises IndexError where none waits."""
        return self._waiting.pop(0).item

    def share(self, now: float, workers: int) -> float:
        """Seconds that each choice may take so that every table has its own when they are due."""
        return max(
            0.0,
            min(
                (
                    (waiting.due - now) / ceil(place / workers)
                    for place, waiting in enumerate(self._waiting, 1)
                ),
                default=inf,
            ),
        )


GRACE: Final = 20.0
"""Seconds more than its time after which a choice that isn't there will never be."""


class Ended(Exception):
    """The process has ended over its work, or couldn't be started."""


class Process:
    """Started when it is needed, and again whenever it has ended.

    An executor of its own for each: where a process dies, an executor gives up all that it has.
    """

    def __init__(self, find: Find) -> None:
        self._find = find
        self._executor: ProcessPoolExecutor | None = None
        self._pid: int | None = None

    async def start(self) -> ProcessPoolExecutor:
        """Have the process running; raises Ended."""
        if self._executor is not None and self._pid is not None:
            return self._executor
        try:
            # Nothing of the bot is inherited: neither its files nor its locks.
            executor = self._executor = ProcessPoolExecutor(
                1, multiprocessing.get_context("spawn"), begin, (self._find,)
            )
            starting = await asyncio.to_thread(executor.submit, os.getpid)
            # Known before it answers: one that hangs at its start is to be ended, too.
            (self._pid,) = executor._processes  # noqa: SLF001
            await asyncio.wait_for(asyncio.wrap_future(starting), GRACE)
        except (BrokenExecutor, OSError, TimeoutError) as error:
            await self.close()
            raise Ended from error
        return executor

    async def carry_out(self, task: Callable[[Find, O], R], order: O, seconds: float) -> R:
        """What comes of an order that takes about so long; raises Ended, ThinkingFailed."""
        executor = await self.start()
        try:
            carried_out = asyncio.wrap_future(executor.submit(task, self._find, order))
            return await asyncio.wait_for(carried_out, seconds + GRACE)
        except (BrokenExecutor, TimeoutError) as error:
            await self.close()
            raise Ended from error

    async def close(self) -> None:
        """End the process, whatever it does."""
        executor, self._executor = self._executor, None
        pid, self._pid = self._pid, None
        for child in multiprocessing.active_children():
            if child.pid == pid:
                child.kill()
        if executor is not None:
            await asyncio.to_thread(executor.shutdown, cancel_futures=True)


class AtWork:
    """Has tasks of its own, by what each is about."""

    _tasks: dict[Any, asyncio.Task[None]]

    async def settled(self) -> None:
        """Wait until none of them has anything left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def close(self) -> None:
        """Do no more; the next start goes on from the store."""
        for task in self._tasks.values():
            task.cancel()


_log = structlog.get_logger(__name__)

MOST_TRIES: Final = 3
"""Processes that may end over one choice."""
SLICE: Final = 0.2
"""Seconds for which a game that is over is read: a choice of a live one waits no longer for it."""
BUSY: Final = 0.5
"""Of a core. Whoever reads with less takes what others wait for: the system lets them have a core
that is free only once whatever runs there pauses, even if that is to run last."""


@frozen
class Budget:
    """How long a choice is thought about where nobody else waits; `playouts`: not by the clock.

    `effort`: how deeply choices of games that are over are read. `rest`: seconds between two
    parts of that while the machine is busy.
    """

    seconds: float = 1.0
    playouts: int | None = None
    effort: Effort = THOROUGH
    rest: float = 2.0


class NobodyThinks(Exception):
    """One process after the other has ended over this choice, or none had the time for it."""


def spare_cores() -> int:
    """As many as there are for us but one, and at least one."""
    ours = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return max(1, (ours or 1) - 1)


@dataclass(slots=True, eq=False)
class _Wanted(Generic[O, R]):
    """A choice of a live game, within so many seconds; or a while of reading one that is over."""

    order: O
    answer: asyncio.Future[R]
    within: float = 0.0
    tries: int = 0

    def settle(self, found: R) -> None:
        if not self.answer.done():
            self.answer.set_result(found)

    def fail(self, error: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(error)


_Read: TypeAlias = tuple[Draft, Choice | None, float]


class Thinkers:
    """Hard computers' choices, each thought about in a process beside the bot.

    The first process is started for the first hard computer, others as they are needed, `most` of
    them. `find` finds a game by its name in there.
    """

    def __init__(
        self,
        find: Find = find_game,
        budget: Budget = Budget(),  # noqa: B008 - nobody changes it
        most: int | None = None,
    ) -> None:
        self._find = find
        self._budget = budget
        self._most = most or spare_cores()
        self._queue: FairQueue[_Wanted[Order, Picks]] = FairQueue()
        self._slices: deque[_Wanted[Study, _Read]] = deque()
        self._readers = asyncio.Semaphore(self._most)
        """So many read, or rest, at once."""
        self._idle: list[Process] = []
        self._processes: list[Process] = []
        self._working: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many choices no process thinks about yet."""
        return len(self._queue)

    def start(self) -> None:
        """Have a process at hand, before anything is to be thought about."""
        if not self._processes:
            self._engage(1)

    async def choose(self, orders: Sequence[Order], within: float, limit: float) -> list[Picks]:
        """The picks of one table's computers, within so many seconds.

        Raises NobodyThinks, also after `limit` seconds where they are thought about by the clock:
        whatever keeps the processes from it, they are too slow. Raises ThinkingFailed.
        """
        if self._closed:
            raise NobodyThinks
        loop = asyncio.get_running_loop()
        wanted: list[_Wanted[Order, Picks]] = [
            _Wanted(replace(order, playouts=self._budget.playouts), loop.create_future(), within)
            for order in orders
        ]
        self._queue.add(wanted, loop.time(), within)
        self._engage(len(wanted))
        try:
            async with asyncio.timeout(limit if self._budget.playouts is None else None):
                return await asyncio.gather(*(each.answer for each in wanted))
        except TimeoutError as late:
            raise NobodyThinks from late
        finally:
            for each in wanted:
                each.answer.cancel()

    async def read(
        self, game: str, choice: Owed, seat: int, strengths: tuple[str | None, ...]
    ) -> Choice:
        """What a choice of a game that is over cost, read while no other choice waits, and
        seldom while others want the machine.

        Raises NobodyThinks, ThinkingFailed.
        """
        draft, read = Draft(), None
        while read is None:
            study = Study(game, choice, seat, strengths, self._budget.effort, draft, SLICE)
            async with self._readers:
                draft, read, share = await self._part(study)
                if share < BUSY:
                    await asyncio.sleep(self._budget.rest)
        return read

    async def _part(self, study: Study) -> _Read:
        if self._closed:
            raise NobodyThinks
        part: _Wanted[Study, _Read] = _Wanted(study, asyncio.get_running_loop().create_future())
        self._slices.append(part)
        self._engage(1)
        try:
            return await part.answer
        finally:
            part.answer.cancel()

    async def close(self) -> None:
        """End all processes, whatever they do; who waits for a choice is cancelled."""
        self._closed = True
        for task in self._working:
            task.cancel()
        if self._working:
            await asyncio.wait(self._working)
        while self._queue:
            self._queue.take().answer.cancel()
        while self._slices:
            self._slices.popleft().answer.cancel()
        await asyncio.gather(*(process.close() for process in self._processes))

    def _engage(self, wanted: int) -> None:
        free = 0 if self._closed else self._most - len(self._working)
        for _ in range(min(wanted, free)):
            process = self._idle.pop() if self._idle else Process(self._find)
            if process not in self._processes:
                self._processes.append(process)
            self._working.add(asyncio.create_task(self._work(process)))

    async def _work(self, process: Process) -> None:
        """Think as long as anybody waits; while nobody does, be ready."""
        try:
            await _ready(process)
            while self._queue or self._slices:
                if self._queue:
                    await self._choose(process)
                else:
                    await self._read(process)
        finally:
            self._idle.append(process)
            self._working.discard(cast("asyncio.Task[None]", asyncio.current_task()))

    async def _choose(self, process: Process) -> None:
        loop = asyncio.get_running_loop()
        share = self._queue.share(loop.time(), len(self._working))
        wanted = self._queue.take()
        seconds = min(share, self._budget.seconds)
        wanted.order = replace(wanted.order, seconds=seconds)

        def again() -> None:
            self._queue.add([wanted], loop.time(), wanted.within)

        await _carry_out(process, wanted, choose, seconds, again)

    async def _read(self, process: Process) -> None:
        part = self._slices.popleft()
        await _carry_out(process, part, study, SLICE, partial(self._slices.append, part))


async def _carry_out(
    process: Process,
    wanted: _Wanted[O, R],
    task: Callable[[Find, O], R],
    seconds: float,
    again: Callable[[], None],
) -> None:
    """An end of the process costs nothing but time (`again`), unless it costs every process."""
    if wanted.answer.done():
        return
    game = wanted.order.game
    try:
        found = await process.carry_out(task, wanted.order, seconds)
    except Ended:
        _log.warning("a process that thinks has ended", game=game)
        wanted.tries += 1
        if wanted.tries < MOST_TRIES:
            again()
        else:
            wanted.fail(NobodyThinks())
        await _ready(process)
    except ThinkingFailed as failed:
        what = "reading failed" if isinstance(wanted.order, Study) else "thinking failed"
        _log.error(what, game=game, error=failed.kind, at=failed.at)
        wanted.fail(failed)
    except Exception as error:  # noqa: BLE001 - what can't be sent to it, or not come back
        _log.error("nothing to think about", game=game, error=type(error).__name__)
        wanted.fail(ThinkingFailed(type(error).__name__, ""))
    else:
        wanted.settle(found)


async def _ready(process: Process) -> None:
    """Have it started before anything is begun; if it can't be, that is told of each choice."""
    with suppress(Ended):
        await process.start()
