"""What stands in somebody's hand as long as a choice is owed."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

from engine.bots import Advice

T = TypeVar("T")

KEPT = 2_000


class AtStep(Generic[T]):
    """One thing for each person at a table, in memory alone; it is past with the choice's step."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[int, int], tuple[int, T]] = OrderedDict()

    def put(self, session_id: int, user_id: int, step: int, thing: T) -> None:
        """Have this stand in the person's hand, instead of what did."""
        self._kept[session_id, user_id] = step, thing
        self._kept.move_to_end((session_id, user_id))
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)

    def of(self, session_id: int, user_id: int | None, step: int) -> T | None:
        """What stands in the person's hand at this step."""
        known = None if user_id is None else self._kept.get((session_id, user_id))
        return known[1] if known is not None and known[0] == step else None

    def drop(self, session_id: int, user_id: int) -> None:
        """Nothing stands there any more."""
        self._kept.pop((session_id, user_id), None)


class Advices(AtStep[Advice]):
    """Advice that was asked for. Who misses it asks again, and gets the same."""


class Marks(AtStep[tuple[str, ...]]):
    """Choices that are marked and not confirmed: they count for nothing, and are pressed again."""
