"""Pictures drawn beside the event loop, the most urgent first, by a process of its own.

No picture keeps the event loop waiting, and none can bring the bot down. The process is started for
the first picture and again whenever it has ended. Its other end, which carries the orders out, is
`bot.delivery.drawing.worker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import math
import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar, cast

import structlog

from bot.delivery.drawing.orders import Drawable
from bot.delivery.drawing.worker import LARGEST, LENGTH, Reply
from engine.game import View
from images import MODULES
from images.pictures import Boxed, Gist, Illustrated, Map, Nearby, Pictures
from images.words import Words

_log = structlog.get_logger(__name__)


T = TypeVar("T")

AT_ONCE = 8
"""Orders that the artist has at a time: one in work, the others at hand while we are busy."""
BEHIND_PLAYERS = 1.0
"""Seconds for which who doesn't play lets players go first who ordered later."""


class Urgency(IntEnum):
    """Whose picture is drawn first when several wait."""

    ANSWER = 0
    """Somebody has pressed and waits for it."""
    MESSAGE = 1
    """A hand or a board, whose turn to be rendered has come."""
    ONLOOKER = 2
    """Somebody looks on, or back."""
    FILM = 3
    """Nobody waits for this one alone: it is drawn when no other waits."""


class Artist(Protocol):
    """Who carries orders out, one after the other."""

    async def draw(self, order: Drawable[T]) -> T:
        """What was ordered; raises whatever fails in drawing."""
        ...

    async def forget(self) -> None:
        """Remember nothing of what was drawn."""
        ...

    async def close(self) -> None:
        """Stop, whatever is in work."""
        ...


@dataclass(slots=True, eq=False)
class _Ordered:
    """An order with all who wait for its picture; `taken`: the artist has it."""

    order: Drawable[Any]
    same: Hashable
    turn: float
    taken: bool = False
    waiters: list[asyncio.Future[Any]] = field(default_factory=list)

    @property
    def wanted(self) -> bool:
        return not all(waiter.done() for waiter in self.waiters)

    def hand_over(self, drawn: object) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_result(drawn)

    def fail(self, error: Exception) -> None:
        for waiter in self.waiters:
            if not waiter.done():
                waiter.set_exception(error)

    def cancel(self) -> None:
        for waiter in self.waiters:
            waiter.cancel()


Timed: TypeAlias = Callable[[str, str, float], None]


def untimed(game: str, what: str, seconds: float) -> None:
    """Nobody wants to know."""


class Drawing:
    """Has views drawn, and says them in words; `pictures` are those that the artist draws.

    `timed` is told game, kind and seconds of each picture.
    """

    def __init__(
        self, pictures: Mapping[str, Pictures], artist: Artist, timed: Timed = untimed
    ) -> None:
        self._pictures = pictures
        self._artist = artist
        self._timed = timed
        self._order = itertools.count()
        self._waiting: list[tuple[float, int, _Ordered]] = []
        self._ordered: dict[Hashable, _Ordered] = {}
        self._busy = 0
        self._working: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many pictures wait for the artist."""
        return len(self._waiting)

    async def draw(self, order: Drawable[T], urgency: Urgency, same: Hashable = None) -> T:
        """What is ordered; whatever fails in drawing is raised here.

        `same`: equal for equal pictures, which are drawn once for all who wait at a time; None:
        nobody else waits for it.
        """
        drawn: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        if self._closed:
            drawn.cancel()
        else:
            alike = object() if same is None else same
            self._queue(order, _turn(urgency), alike).waiters.append(drawn)
        return await drawn

    def boxed(self, game: str) -> bool:
        """Whether a game's lobby has a picture."""
        return isinstance(self._pictures[game], Boxed)

    def places(self, game: str, view: View, words: Words) -> tuple[tuple[str, str], ...]:
        """Ids and labels of the parts of a large board; empty where it is read at once."""
        pictures = self._pictures[game]
        return pictures.places(view, words) if isinstance(pictures, Map) else ()

    def describe(self, game: str, view: View, words: Words) -> tuple[str, ...]:
        """A view in words."""
        return self._pictures[game].describe(view, words)

    async def forget(self) -> None:
        """Remember nothing of what was drawn, and for whom."""
        await self._artist.forget()

    def gist(self, game: str, view: View, words: Words) -> tuple[str, ...]:
        """Of a view in words what is needed to choose, the most needed first."""
        pictures = self._pictures[game]
        told = pictures.gist if isinstance(pictures, Gist) else pictures.describe
        return told(view, words)

    def nearby(self, game: str, view: View, words: Words, place: str) -> tuple[str, ...]:
        """A part of a large board in words; raises KeyError for an unknown place."""
        pictures = self._pictures[game]
        if isinstance(pictures, Nearby):
            return pictures.nearby(view, words, place)
        return pictures.describe(view, words)

    def illustrated(self, game: str) -> str | None:
        """The key of the page of a game's rules that shows its example, if there is one."""
        pictures = self._pictures[game]
        return pictures.EXAMPLE_PAGE if isinstance(pictures, Illustrated) else None

    def example_said(self, game: str, view: View, words: Words) -> tuple[str, ...]:
        """A game's example in words."""
        pictures = self._pictures[game]
        return pictures.example_said(view, words) if isinstance(pictures, Illustrated) else ()

    async def close(self) -> None:
        """Stop drawing; who waits for a picture yet is cancelled."""
        self._closed = True
        for *_, ordered in self._waiting:
            if not ordered.taken:
                ordered.cancel()
        self._waiting.clear()
        await self._artist.close()
        if self._working:
            await asyncio.wait(self._working)

    def _queue(self, order: Drawable[Any], turn: float, same: Hashable) -> _Ordered:
        ordered = self._ordered.get(same)
        if ordered is None:
            ordered = self._ordered[same] = _Ordered(order, same, turn)
        elif ordered.taken or ordered.turn <= turn:
            return ordered
        ordered.turn = turn  # where it stood in the queue, it is passed over
        heapq.heappush(self._waiting, (turn, next(self._order), ordered))
        if self._busy < AT_ONCE:
            self._busy += 1
            working = asyncio.create_task(self._work())
            self._working.add(working)
            working.add_done_callback(self._working.discard)
        return ordered

    async def _work(self) -> None:
        try:
            while self._waiting:
                *_, ordered = heapq.heappop(self._waiting)
                if ordered.taken:
                    continue
                ordered.taken = True
                try:
                    if ordered.wanted:
                        await self._carry_out(ordered)
                finally:
                    del self._ordered[ordered.same]
        finally:
            self._busy -= 1

    async def _carry_out(self, ordered: _Ordered) -> None:
        begun, order = time.monotonic(), ordered.order
        try:
            picture = await self._artist.draw(ordered.order)
        except Exception as error:  # noqa: BLE001 - raised where the picture is awaited
            ordered.fail(error)
        else:
            self._timed(order.game, order.kind, time.monotonic() - begun)
            ordered.hand_over(picture)


def _turn(urgency: Urgency) -> float:
    """Answers first, films last; the others by their age."""
    if urgency is Urgency.ANSWER:
        return 0.0
    if urgency is Urgency.FILM:
        return math.inf
    behind = BEHIND_PLAYERS if urgency is Urgency.ONLOOKER else 0.0
    return asyncio.get_running_loop().time() + behind


PICTURE_TIMEOUT = 20.0
"""Seconds for a picture, and for the process to start before the first."""
_TRIES = 3
_ROOT = Path(__file__).parents[3]

_LEAN = {"PYDANTIC_DISABLE_PLUGINS": "__all__"}
"""Of the environment: views need none, and to look for them reads all that is installed."""


class DrawingFailed(Exception):
    """A picture couldn't be drawn, or the process that drew it has ended."""


class _NotBegun(Exception):
    """The process ended before it came to this order."""


class DrawingProcess:
    """The bot's end, an `Artist`; `modules`: where each game's pictures are."""

    def __init__(
        self, modules: Mapping[str, str] = MODULES, timeout: float = PICTURE_TIMEOUT
    ) -> None:
        self._modules = modules
        self._timeout = timeout
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._orders: deque[asyncio.Future[Any]] = deque()
        self._starting = asyncio.Lock()
        self._outworn = False
        self._closed = False

    async def draw(self, order: Drawable[T]) -> T:
        """What was ordered; raises DrawingFailed."""
        packed = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
        for _ in range(_TRIES):
            with contextlib.suppress(_NotBegun):
                drawn: T = await self._drawn(packed)
                return drawn
        raise DrawingFailed("the drawing process ends again and again")

    async def forget(self) -> None:
        """Have another process draw from now on, or once what was ordered is drawn."""
        async with self._starting:
            self._outworn = self._reading is not None
            await self._replaced()

    async def close(self) -> None:
        """End the process; what it is drawing is lost."""
        self._closed = True
        async with self._starting:
            self._kill()
            if self._reading is not None:
                await self._reading

    async def _drawn(self, packed: bytes) -> Any:  # noqa: ANN401  (whatever was ordered)
        stdin = await self._running()
        picture: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._orders.append(picture)
        # Where the process is gone, its end is told to every order that it had.
        with contextlib.suppress(OSError):
            stdin.write(LENGTH.pack(len(packed)) + packed)
            await stdin.drain()
        try:
            async with asyncio.timeout(self._timeout):
                return await picture
        except TimeoutError:
            self._kill()
            raise DrawingFailed(f"not drawn within {self._timeout:g} s") from None

    async def _running(self) -> asyncio.StreamWriter:
        async with self._starting:
            if self._closed:
                raise DrawingFailed("no picture is drawn any more")
            await self._replaced()
            if self._process is None or self._reading is None or self._reading.done():
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "bot.delivery.drawing.worker",
                    *(f"{game}={module}" for game, module in self._modules.items()),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    cwd=_ROOT,
                    env=os.environ | _LEAN,
                    limit=LARGEST,
                    start_new_session=True,
                )
                self._reading = asyncio.create_task(self._read(self._process))
            return cast("asyncio.StreamWriter", self._process.stdin)

    async def _replaced(self) -> None:
        """End a process that is to draw no more, unless it has something in work."""
        if self._outworn and not self._orders and self._reading is not None:
            self._kill()
            await self._reading
            self._outworn = False

    def _kill(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        stdout = cast("asyncio.StreamReader", process.stdout)
        try:
            while True:
                (length,) = LENGTH.unpack(await stdout.readexactly(LENGTH.size))
                reply: Reply = pickle.loads(await stdout.readexactly(length))  # noqa: S301 - our own
                self._hand_over(reply)
        except (asyncio.IncompleteReadError, OSError):
            pass  # it has ended
        except Exception:  # noqa: BLE001 - no picture comes from a process that isn't understood
            _log.exception("drawing process not understood")
            self._kill()
        finally:
            await process.wait()
            self._give_up()

    def _hand_over(self, reply: Reply) -> None:
        picture = self._orders.popleft()
        if picture.done():
            return
        if isinstance(reply, str):
            picture.set_exception(DrawingFailed(reply))
        else:
            picture.set_result(reply)

    def _give_up(self) -> None:
        """The first order was in work and may be what ended the process; the others weren't."""
        if self._orders:
            self._hand_over("the drawing process has ended")
        for picture in self._orders:
            if not picture.done():
                picture.set_exception(_NotBegun)
        self._orders.clear()
