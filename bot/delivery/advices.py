"""Advice that was asked for, shown in the hand of who asked as long as the choice is owed."""

from __future__ import annotations

from collections import OrderedDict

from engine.bots import Advice

KEPT = 2_000


class Advices:
    """In memory alone: who misses it asks again, and gets the same."""

    def __init__(self) -> None:
        self._advices: OrderedDict[tuple[int, int], tuple[int, Advice]] = OrderedDict()

    def put(self, session_id: int, user_id: int, step: int, advice: Advice) -> None:
        """Show this in the person's hand."""
        self._advices[session_id, user_id] = step, advice
        self._advices.move_to_end((session_id, user_id))
        while len(self._advices) > KEPT:
            self._advices.popitem(last=False)

    def of(self, session_id: int, user_id: int | None, step: int) -> Advice | None:
        """What the person was advised at this step."""
        if user_id is None:
            return None
        advised_at, advice = self._advices.get((session_id, user_id), (None, None))
        return advice if advised_at == step else None
