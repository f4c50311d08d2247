"""The time that the local Discord lives by; tests pass their own."""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will be called back."""

    def cancel(self) -> None:
        """Don't call back after all."""


class Clock(Protocol):
    """What tells the time and calls back."""

    def now(self) -> float:
        """Unix time in seconds."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once, after so many seconds of this clock."""


class SystemClock:
    """The machine's clock and the running event loop's timers."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back by the running event loop."""
        return asyncio.get_running_loop().call_later(seconds, callback)
