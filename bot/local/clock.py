"""The time that the local Discord lives by; tests pass their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    def cancel(self) -> None: ...


class Clock(Protocol):
    def now(self) -> float:
        """Unix time in seconds."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once, after so many seconds of this clock."""


class SystemClock:
    """The machine's clock and the running event loop's timers."""

    def now(self) -> float:
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return asyncio.get_running_loop().call_later(seconds, callback)
