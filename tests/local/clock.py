"""A clock that moves only when a test says so."""

import heapq
import itertools
from collections.abc import Callable
from dataclasses import dataclass, field

START = 1_785_000_000.0


@dataclass(order=True)
class _Timer:
    due: float
    number: int
    callback: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class ManualClock:
    def __init__(self, now: float = START) -> None:
        self._now = now
        self._timers: list[_Timer] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return self._now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> _Timer:
        timer = _Timer(self._now + seconds, next(self._numbers), callback)
        heapq.heappush(self._timers, timer)
        return timer

    def advance(self, seconds: float) -> None:
        """Let time pass, calling back what falls due on the way."""
        end = self._now + seconds
        while self._timers and self._timers[0].due <= end:
            timer = heapq.heappop(self._timers)
            self._now = timer.due
            if not timer.cancelled:
                timer.callback()
        self._now = end
