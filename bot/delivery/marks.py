"""Choices that are marked and not confirmed yet, of people who are asked before one counts."""

from __future__ import annotations

from collections import OrderedDict

KEPT = 2_000


class Marks:
    """In memory alone: what is marked counts for nothing, and its button still works without it."""

    def __init__(self) -> None:
        self._marks: OrderedDict[tuple[int, int], tuple[int, tuple[str, ...]]] = OrderedDict()

    def put(self, session_id: int, user_id: int, step: int, picks: tuple[str, ...]) -> None:
        """Mark these picks instead of any others."""
        self._marks[session_id, user_id] = step, picks
        self._marks.move_to_end((session_id, user_id))
        while len(self._marks) > KEPT:
            self._marks.popitem(last=False)

    def of(self, session_id: int, user_id: int | None, step: int) -> tuple[str, ...] | None:
        """What the person has marked at this step."""
        if user_id is None:
            return None
        marked_at, picks = self._marks.get((session_id, user_id), (None, ()))
        return picks if marked_at == step else None

    def drop(self, session_id: int, user_id: int) -> None:
        """Nothing is marked any more."""
        self._marks.pop((session_id, user_id), None)
