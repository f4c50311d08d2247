"""A process that draws: no picture keeps the event loop waiting, and none can bring the bot down.

It is started for the first picture and again whenever it has ended. This is the bot's end of its
pipes; the other, which carries the orders out, is `bot.delivery.drawing.worker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import pickle
import sys
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar, cast

import structlog

from bot.delivery.drawing.orders import Drawable
from bot.delivery.drawing.worker import LARGEST, LENGTH, Reply
from images import MODULES

_log = structlog.get_logger(__name__)

T = TypeVar("T")

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
