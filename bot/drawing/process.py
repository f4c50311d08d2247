"""A process that draws: no picture keeps the event loop waiting, and none can bring the bot down.

It is started for the first picture and again whenever it has ended. Orders and pictures are
pickled, a length before each; only the two ends of this module ever write to the pipes.
"""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import gc
import os
import pickle
import signal
import struct
import sys
import traceback
from collections import deque
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast

import structlog

from bot.drawing.orders import Drawable
from images import MODULES, Picture, Pictures, pictures_of
from images.film import Piece

if sys.platform == "linux":
    import fcntl

_log = structlog.get_logger(__name__)

T = TypeVar("T")

_LENGTH = struct.Struct(">I")
_LARGEST = 1 << 20
PICTURE_TIMEOUT = 20.0
"""Seconds for a picture, and for the process to start before the first."""
GIVE_BACK_AFTER = 64
"""Pictures after which memory goes back to the system; that takes about a millisecond."""
_TRIES = 3
_ROOT = Path(__file__).parents[2]

Reply = Picture | Piece | str
"""What was drawn, or what went wrong instead."""


class DrawingFailed(Exception):
    """A picture couldn't be drawn, or the process that drew it has ended."""


class _NotBegun(Exception):
    """The process ended before it came to this order."""


class DrawingProcess:
    """The bot's end: `bot.drawing.drawing.Artist`; `modules`: where each game's pictures are."""

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
            stdin.write(_LENGTH.pack(len(packed)) + packed)
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
                    "bot.drawing.process",
                    *(f"{game}={module}" for game, module in self._modules.items()),
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    cwd=_ROOT,
                    limit=_LARGEST,
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
                (length,) = _LENGTH.unpack(await stdout.readexactly(_LENGTH.size))
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


def main(arguments: Sequence[str]) -> None:
    """The other end: draw what is ordered until the bot closes the pipe or is gone.

    `arguments`: each game with the module of its pictures ("guildes=images.guildes").
    """
    drawn = pictures_of(dict(argument.split("=", 1) for argument in arguments))
    # Signals are meant for the bot, which closes the pipe when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(signal, "SIGPIPE"):
        # A bot that was killed wants no picture any more, and nobody hears of it.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    orders, drawings = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _widen(drawings)
    gc.freeze()
    for number in count(1):
        packed = _next(orders)
        if packed is None:
            return
        reply = pickle.dumps(_reply(packed, drawn), pickle.HIGHEST_PROTOCOL)
        drawings.write(_LENGTH.pack(len(reply)) + reply)
        drawings.flush()
        if number % GIVE_BACK_AFTER == 0:
            give_back()


def give_back() -> None:
    """Give memory that is free, but not at its end, back to the system: glibc keeps it."""
    # Elsewhere there is no such function, and none is needed.
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _widen(pipe: BinaryIO) -> None:
    """Let some pictures wait to be read, so that the next is drawn meanwhile."""
    # Linux alone; where the operator allows less, it stays as it is.
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _LARGEST)


def _next(orders: BinaryIO) -> bytes | None:
    head = orders.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    packed = orders.read(length)
    return packed if len(packed) == length else None


def _reply(packed: bytes, drawn: Mapping[str, Pictures]) -> Reply:
    try:
        order: Drawable[Picture | Piece] = pickle.loads(packed)  # noqa: S301 - from the bot, over its own pipe
        return order.drawn(drawn)
    except Exception as error:  # noqa: BLE001 - told to the bot, which logs it
        # Where, but not what: an error's own words may name a card of somebody's hand.
        frames = "".join(traceback.format_tb(error.__traceback__))
        return f"{type(error).__name__}\n{frames}"


if __name__ == "__main__":
    main(sys.argv[1:])
