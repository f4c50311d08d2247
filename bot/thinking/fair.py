"""Whose choice is thought about next, and how long, so that nobody waits too long."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count
from math import ceil, inf
from typing import Final, Generic, TypeVar

T = TypeVar("T")

PLAYERS: Final = 10
"""Into so many parts the patience of a table is cut: each of its choices has its turn in one."""


@dataclass(order=True, frozen=True, slots=True)
class _Waiting(Generic[T]):
    turn: float
    number: int
    due: float = field(compare=False)
    item: T = field(compare=False)


class FairQueue(Generic[T]):
    """Choices of many tables: the first of each go before the second of any that came with them.

    A table that can't wait long goes before one that can. Times are seconds of one clock.
    """

    def __init__(self) -> None:
        self._waiting: list[_Waiting[T]] = []
        self._number = count()

    def __len__(self) -> int:
        return len(self._waiting)

    def add(self, items: Iterable[T], now: float, within: float) -> None:
        """A table's choices, all of which it wants within so many seconds."""
        for place, item in enumerate(items, 1):
            turn = now + within * place / PLAYERS
            insort(self._waiting, _Waiting(turn, next(self._number), now + within, item))

    def take(self) -> T:
        """The next choice; raises IndexError where none waits."""
        return self._waiting.pop(0).item

    def share(self, now: float, workers: int) -> float:
        """Seconds that each choice may take so that every table has its own when they are due."""
        return max(
            0.0,
            min(
                (
                    (waiting.due - now) / ceil(place / workers)
                    for place, waiting in enumerate(self._waiting, 1)
                ),
                default=inf,
            ),
        )
