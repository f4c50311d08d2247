"""Time: the clock, time as it passes at a table, quiet hours."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Hashable, Iterator
from datetime import datetime, timedelta
from functools import cache
from math import inf
from typing import Generic, NamedTuple, Protocol, TypeVar
from unicodedata import normalize
from zoneinfo import ZoneInfo, available_timezones

from bot.store.records.people import QuietHours

K = TypeVar("K", bound=Hashable)


class Timer(Protocol):
    """Something that will be called back."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """A clock that can wake somebody: Unix time, and seconds of this clock."""

    def now(self) -> float: ...

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer: ...


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


UNSEEN = 60.0
"""Seconds between two looks at the clock that are taken for time in which nothing ran."""


class DamagedTime(ValueError):
    """What was noted of the tables' time can't be read."""


class TableTime:
    """The clock's time less all that was lost: while the bot was down or Discord out of reach.

    All deadlines are kept in it, so that none of them has to be moved. It must be looked at
    more often than every `UNSEEN` seconds.
    """

    def __init__(self, clock: Clock, reachable: Callable[[], bool] = lambda: True) -> None:
        self._clock = clock
        self._reachable = reachable
        self._lost = 0.0
        self._alive = clock.now()
        self._standing = False
        self._woken = True

    def now(self) -> float:
        """Seconds since some time long ago."""
        now = self._clock.now()
        if not self._reachable():
            self._standing = True
        elif self._standing or now - self._alive > UNSEEN:
            self._lost += max(0.0, now - self._alive)
            self._alive, self._standing, self._woken = now, False, True
        else:
            self._alive = max(now, self._alive)
        return self._alive - self._lost

    @property
    def standing(self) -> bool:
        """Whether it stands still at the moment."""
        self.now()
        return self._standing

    @property
    def lost(self) -> float:
        """Seconds lost so far."""
        return self._lost

    def at(self, moment: float) -> float:
        """The time at the tables at a moment in Unix time, if no more time is lost."""
        return moment - self._lost

    def moment(self, time: float) -> float:
        """The moment in Unix time, if no more time is lost."""
        return time + self._lost

    def shown(self, time: float) -> int:
        """The same in whole seconds, as Discord wants it."""
        return round(self.moment(time))

    def agree(self, dumped: str) -> None:
        """Have lost what others have, who were at it when this one wasn't; see `dump`.

        Time in which anybody was is lost to nobody. For whoever was never away since the last time,
        no time lies between them: their clocks may differ. Raises DamagedTime.
        """
        alive, lost = _alive_and_lost(dumped)
        gap = self._alive - alive if self._woken else 0.0
        self._lost = lost + (gap if gap > UNSEEN else 0.0)
        self._woken = False

    def dump(self) -> str:
        """What the next start needs."""
        return f"{self._alive} {self._lost}"

    def load(self, dumped: str) -> None:
        """Go on from a dump; what has passed since is lost. Raises DamagedTime."""
        self._alive, self._lost = _alive_and_lost(dumped)
        self._standing = True


def _alive_and_lost(dumped: str) -> tuple[float, float]:
    try:
        alive, lost = (float(number) for number in dumped.split())
    except ValueError as error:
        raise DamagedTime from error
    if not 0 <= lost <= alive < inf:
        raise DamagedTime
    return alive, lost


HELD_AT_MOST = 10 * 3600.0
"""Seconds for which quiet hours hold the computer's choice back."""

_TIME = r"(\d{1,2})(?:[:h.](\d{2})|h)? ?(?:([ap])\.?m\.?)?"
_HOURS = re.compile(rf"{_TIME} ?(?:-|–|—|to|à|until|bis) ?{_TIME}", re.IGNORECASE)
_NOON = 12
_CONTINENTS = frozenset({"Africa", "America", "Antarctica", "Asia", "Australia", "Europe"}) | {
    *("Atlantic", "Indian", "Pacific")
}
_DAY = 24 * 60


def read_quiet(hours: str, zone: str) -> QuietHours | None:
    """The quiet hours written as "22-7", "22:30-07:00" or "10pm-7am", and a zone; None: no sense.

    The zone is one of IANA's, or the city of one, with its accents or without ("Montréal").
    """
    found = _HOURS.fullmatch(" ".join(hours.split()).replace(" h", "h"))
    plain = normalize("NFKD", zone).encode("ascii", "ignore").decode()
    known = _zones().get(plain.strip().replace(" ", "_").casefold())
    if found is None or known is None:
        return None
    start, end = _minutes(*found.groups()[:3]), _minutes(*found.groups()[3:])
    if start is None or end is None or start % _DAY == end % _DAY:
        return None
    return QuietHours(start % _DAY, end % _DAY, known)


def written_quiet(quiet: QuietHours) -> str:
    """The hours as "22:00-07:00"."""
    return f"{_time(quiet.start)}-{_time(quiet.end)}"


def quiet_until(quiet: QuietHours | None, now: float) -> float | None:
    """When the quiet hours end that it is in now, both in Unix time; None if it is in none."""
    if quiet is None:
        return None
    zone = ZoneInfo(quiet.zone)
    local = datetime.fromtimestamp(now, zone)
    minute = local.hour * 60 + local.minute
    over_midnight = quiet.start > quiet.end
    evening, morning = minute >= quiet.start, minute < quiet.end
    if not (evening or morning if over_midnight else evening and morning):
        return None
    day = local.date() + timedelta(days=1 if over_midnight and evening else 0)
    # By the wall clock, on which a night may have an hour more or less.
    end = datetime(day.year, day.month, day.day, *divmod(quiet.end, 60), tzinfo=zone)
    return max(end.timestamp(), now + 60)


def held_until(quiet: QuietHours | None, due: float, now: float) -> float:
    """Until when a computer's choice that is due is held back, in Unix time."""
    end = quiet_until(quiet, now)
    return due if end is None else min(end, due + HELD_AT_MOST)


def _minutes(hour: str, minute: str | None, half: str | None) -> int | None:
    """The minute of the day, up to the day's end; None: no sense. `half`: "a" or "p"."""
    hours, minutes = int(hour), int(minute or 0)
    if half is not None:
        if not 1 <= hours <= _NOON:
            return None
        hours = hours % _NOON + (_NOON if half.lower() == "p" else 0)
    found = hours * 60 + minutes
    return found if minutes < 60 and found <= _DAY else None


def _time(minutes: int) -> str:
    hour, minute = divmod(minutes, 60)
    return f"{hour:02}:{minute:02}"


# Kept: the machine's folders are looked through for them, while everybody waits.
@cache
def _zones() -> dict[str, str]:
    """The zones' names, by how they may be written."""
    names = sorted(available_timezones(), reverse=True)
    # Where a city has two, they are one zone under two names.
    cities = {
        name.rpartition("/")[2].casefold(): name
        for name in names
        if name.partition("/")[0] in _CONTINENTS
    }
    return cities | {name.casefold(): name for name in names}
