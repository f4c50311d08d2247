"""A process that draws: no picture keeps the event loop waiting, and none can bring the bot down.

It is started for the first picture and again whenever it has ended. Orders and pictures are
pickled, a length before each; only the two ends of this module ever write to the pipes.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import pickle
import signal
import struct
import sys
import traceback
from collections import deque
from pathlib import Path
from typing import BinaryIO, cast

from bot.drawing import Order
from images import Picture, pictures

_LENGTH = struct.Struct(">I")
_LARGEST = 1 << 20
_ROOT = Path(__file__).parents[1]

Drawn = Picture | str
"""A picture, or what went wrong instead."""


class DrawingFailed(Exception):
    """A picture couldn't be drawn, or the process that drew it has ended."""


class DrawingProcess:
    """The bot's end: `bot.drawing.Artist`."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self._orders: deque[asyncio.Future[Picture]] = deque()
        self._starting = asyncio.Lock()

    async def draw(self, order: Order) -> Picture:
        """The picture; raises DrawingFailed."""
        packed = pickle.dumps(order, pickle.HIGHEST_PROTOCOL)
        stdin = await self._running()
        picture: asyncio.Future[Picture] = asyncio.get_running_loop().create_future()
        self._orders.append(picture)
        try:
            stdin.write(_LENGTH.pack(len(packed)) + packed)
            await stdin.drain()
        except OSError as error:
            raise DrawingFailed("the drawing process takes no orders") from error
        return await picture

    async def close(self) -> None:
        """End the process; what it is drawing is lost."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
        if self._reading is not None:
            await self._reading

    async def _running(self) -> asyncio.StreamWriter:
        async with self._starting:
            if self._process is None or self._reading is None or self._reading.done():
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable,
                    "-m",
                    "bot.drawing_process",
                    stdin=asyncio.subprocess.PIPE,
                    stdout=asyncio.subprocess.PIPE,
                    cwd=_ROOT,
                    limit=_LARGEST,
                    start_new_session=True,
                )
                self._reading = asyncio.create_task(self._read(self._process))
            return cast("asyncio.StreamWriter", self._process.stdin)

    async def _read(self, process: asyncio.subprocess.Process) -> None:
        stdout = cast("asyncio.StreamReader", process.stdout)
        with contextlib.suppress(asyncio.IncompleteReadError, OSError):
            while True:
                (length,) = _LENGTH.unpack(await stdout.readexactly(_LENGTH.size))
                drawn: Drawn = pickle.loads(await stdout.readexactly(length))  # noqa: S301 - our own
                self._hand_over(drawn)
        await process.wait()
        while self._orders:
            self._hand_over("the drawing process has ended")

    def _hand_over(self, drawn: Drawn) -> None:
        picture = self._orders.popleft()
        if picture.done():
            return
        if isinstance(drawn, str):
            picture.set_exception(DrawingFailed(drawn))
        else:
            picture.set_result(drawn)


def main() -> None:
    """The other end: draw what is ordered until the bot closes the pipe or is gone."""
    # Ctrl-C is meant for the bot, which closes the pipe when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    orders, drawings = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    gc.freeze()
    while (packed := _next(orders)) is not None:
        reply = pickle.dumps(_drawn(packed), pickle.HIGHEST_PROTOCOL)
        drawings.write(_LENGTH.pack(len(reply)) + reply)
        drawings.flush()


def _next(orders: BinaryIO) -> bytes | None:
    head = orders.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    packed = orders.read(length)
    return packed if len(packed) == length else None


def _drawn(packed: bytes) -> Drawn:
    try:
        order: Order = pickle.loads(packed)  # noqa: S301 - from the bot, over its own pipe
        return order.drawn(pictures)
    except Exception:  # noqa: BLE001 - told to the bot, which logs it
        return traceback.format_exc()


if __name__ == "__main__":
    main()
