"""The time of day and what is to happen at some time; tests bring a clock of their own."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable, Iterator
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeVar

K = TypeVar("K", bound=Hashable)


class Timer(Protocol):
    """Something that will be called back."""

    def cancel(self) -> None:
        """Don't call back any more."""
        ...


class Clock(Protocol):
    """A clock that can wake somebody."""

    def now(self) -> float:
        """Unix time in seconds."""
        ...

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once, after so many seconds of this clock."""
        ...


class SystemClock:
    """The machine's clock and the running event loop's timers."""

    def now(self) -> float:
        """Unix time in seconds."""
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once; whoever waits for more than a day is called after a day."""
        return asyncio.get_running_loop().call_later(min(seconds, 86_400.0), callback)


class Alarms:
    """At most one alarm for each name: when it is due, its ring is called once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._set: dict[Hashable, tuple[float, Timer]] = {}

    def at(self, name: Hashable, due: float, ring: Callable[[], None]) -> None:
        """Ring at a time of the clock, at once if it is past; replaces the name's last alarm."""
        known = self._set.get(name)
        if known is not None:
            if known[0] == due:
                return
            known[1].cancel()

        def rung() -> None:
            del self._set[name]
            if due > self._clock.now():
                self.at(name, due, ring)
            else:
                ring()

        seconds = max(0.0, due - self._clock.now())
        self._set[name] = (due, self._clock.call_later(seconds, rung))

    def after(self, name: Hashable, seconds: float, ring: Callable[[], None]) -> None:
        """The same in so many seconds."""
        self.at(name, self._clock.now() + seconds, ring)

    def cancel(self, name: Hashable) -> None:
        """Let the name's alarm be forgotten."""
        known = self._set.pop(name, None)
        if known is not None:
            known[1].cancel()

    def close(self) -> None:
        """Ring no more."""
        for name in list(self._set):
            self.cancel(name)


class _Waiting(NamedTuple):
    """Until when it is left alone, after how long a pause, and how it is tried again."""

    until: float
    pause: float
    again: Callable[[], None]


class Retries(Generic[K]):
    """What was refused: left alone for a while, then tried again by itself, ever more rarely.

    `kind` tells its alarms from others'; `first` and `longest`: seconds.
    """

    def __init__(
        self, kind: str, alarms: Alarms, clock: Clock, *, first: float, longest: float
    ) -> None:
        self._kind = kind
        self._alarms = alarms
        self._clock = clock
        self._first, self._longest = first, longest
        self._refused: dict[K, _Waiting] = {}

    def __iter__(self) -> Iterator[K]:
        return iter(tuple(self._refused))

    def refused(
        self, name: K, again: Callable[[], None], seconds: float | None = None, *, by: float = inf
    ) -> float:
        """Leave it alone for so many seconds, if they are known, then try `again`; how many.

        `by`: seconds after which it is tried again at the latest.
        """
        known = self._refused.pop(name, None)
        pause = self._first / 2 if known is None else known.pause
        if seconds is None:
            seconds = pause = min(2 * pause, self._longest)
        seconds = min(seconds, by)
        now = self._clock.now()
        self._refused[name] = _Waiting(now + seconds, pause, again)
        # Whatever wasn't refused again is done with.
        while (done := next(iter(self._refused))) != name:
            if self._refused[done].until + self._longest > now:
                break
            del self._refused[done]
        self._alarms.after((self._kind, name), seconds, again)
        return seconds

    def waits(self, name: K) -> bool:
        """Whether it is to be left alone still."""
        return name in self._refused and self._refused[name].until > self._clock.now()

    def hurry(self, name: K) -> None:
        """Something has changed: try it now; if it is refused again it waits for longer."""
        if name in self._refused:
            waiting = self._refused[name]._replace(until=self._clock.now())
            self._refused[name] = waiting
            waiting.again()

    def forget(self, name: K) -> bool:
        """It went through, or isn't wanted any more; whether it had been refused."""
        self._alarms.cancel((self._kind, name))
        return self._refused.pop(name, None) is not None
