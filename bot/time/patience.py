"""How long people wait for all computers that choose one after the other, or at the same time."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

WAIT: Final = 3.5
"""Seconds in all, and with what else is done for their choices"""
MOST: Final = 4.8
"""so many."""
AT_ONCE: Final = 0.86
"""The part of what they have left for a choice that several make at the same time,"""
IN_TURN: Final = 0.6
"""and for one of many that each makes in its own turn."""
LATE: Final = 1.0
"""Seconds more, after which thoughts that aren't there are awaited no longer."""
WORSE: Final = 0.5
BETTER: Final = 0.05
"""The parts by which a wait that was worse, or better, than expected changes what is expected."""


class Rest:
    """Seconds of the longer waits lately in which nobody has thought: choices by rule, writing.

    Long turns have many of them, and each takes the longer the more there is to do.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def took(self, seconds: float) -> None:
        """One more wait is over."""
        self.seconds += (WORSE if seconds > self.seconds else BETTER) * (seconds - self.seconds)


class Patience:
    """What is left of it until a person is asked again: each computer has a part of its own.

    So the last to have its turn thinks as long as the first; unless the others have taken longer
    than theirs, for in all people wait no longer.
    """

    def __init__(self, seats: Iterable[int], rest: float = 0.0) -> None:
        """`rest`: seconds that are to be expected besides."""
        seats = tuple(seats)
        self._wait = max(0.0, min(WAIT, MOST - rest))
        self._left = {seat: self._wait / len(seats) for seat in seats}
        self._spent = 0.0
        self.thought = 0.0
        """Seconds that they have taken of what they were given."""

    @property
    def limit(self) -> float:
        """Seconds after which nothing is awaited."""
        return max(0.0, min(self._left_of(self._left), self._wait - self._spent) + LATE)

    def within(self, seats: Sequence[int], *, at_once: bool) -> float:
        """Seconds that these may take for a choice each, which others may make `at_once`."""
        left = max(0.0, min(self._left_of(seats), self._wait - self._spent))
        return left * (AT_ONCE if at_once else IN_TURN)

    def spend(self, seats: Sequence[int], seconds: float, within: float) -> None:
        """They have taken so long, of whom each was given so many."""
        self._spent += seconds
        self.thought += min(seconds, within)
        for seat in seats:
            self._left[seat] = self._left.get(seat, 0.0) - seconds / len(seats)

    def _left_of(self, seats: Iterable[int]) -> float:
        return sum(max(0.0, self._left.get(seat, 0.0)) for seat in seats)
