"""Time as it passes at the tables: it stands still while they can't be reached."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from bot.time.clock import Clock

UNSEEN = 60.0
"""Seconds between two looks at the clock that are taken for time in which nothing ran."""


class DamagedTime(ValueError):
    """What was noted of the tables' time can't be read."""


def always() -> bool:
    """Discord can be reached."""
    return True


class TableTime:
    """The clock's time less all that was lost: while the bot was down or Discord out of reach.

    All deadlines are kept in it, so that none of them has to be moved. It must be looked at
    more often than every `UNSEEN` seconds.
    """

    def __init__(self, clock: Clock, reachable: Callable[[], bool] = always) -> None:
        self._clock = clock
        self._reachable = reachable
        self._lost = 0.0
        self._alive = clock.now()
        self._standing = False

    def now(self) -> float:
        """Seconds since some time long ago."""
        now = self._clock.now()
        if not self._reachable():
            self._standing = True
        elif self._standing or now - self._alive > UNSEEN:
            self._lost += max(0.0, now - self._alive)
            self._alive, self._standing = now, False
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

        Time in which anybody was is lost to nobody. Raises DamagedTime.
        """
        alive, lost = _alive_and_lost(dumped)
        gap = self._alive - alive
        self._lost = lost + (gap if gap > UNSEEN else 0.0)

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
