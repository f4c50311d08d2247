"""When a board is edited that costs one of the bot's calls: now and then, in a lively game."""

from __future__ import annotations

from typing import NamedTuple

from bot.sessions.table.table import Table
from bot.time import Clock

BETWEEN = 45.0
"""Seconds between two edits that cost a call each, unless everybody has chosen meanwhile."""
PLAYED_ON_FOR = 120.0
"""The same while one player alone goes on with a turn, as the board says already."""
AT_ONCE = 0.0


class _Paid(NamedTuple):
    """When an edit was made that cost a call, and how the game stood at the last step shown so.

    `awaited`: nobody, once the turn has passed on. `moves`: before the choices of that step.
    """

    at: float
    step: int
    awaited: tuple[int, ...]
    moves: int
    events: int


class Sparing:
    """What was paid for running games lately. Memory alone knows it: a start edits at once."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._paid: dict[int, _Paid] = {}

    def due(self, table: Table) -> float:
        """The time from which the board of a running game may be edited; AT_ONCE if it may now."""
        record = table.record
        paid = self._paid.get(record.id)
        if paid is None or paid.events != table.events:
            return AT_ONCE
        view = table.view(None)
        several = table.asks_several()
        plays_on = not several and view.awaited == paid.awaited
        if not plays_on:
            self._paid[record.id] = paid._replace(awaited=())
        all_chose = view.step != paid.step and record.moves - paid.moves >= len(record.seats)
        due = paid.at + (PLAYED_ON_FOR if plays_on else BETWEEN)
        return AT_ONCE if (several and all_chose) or due <= self._clock.now() else due

    def paid(self, table: Table, *, progress: bool) -> None:
        """An edit has cost a call; `progress`: it showed no step, but who has chosen."""
        record, now = table.record, self._clock.now()
        last = self._paid.get(record.id)
        if progress and last is not None:
            self._paid[record.id] = last._replace(at=now)
        elif record.status == "playing":
            view = table.view(None)
            # Of the first edit nobody knows how many had chosen before: the next step is shown.
            moves = 0 if last is None else record.moves - table.chosen_already()
            self._paid[record.id] = _Paid(now, view.step, tuple(view.awaited), moves, table.events)

    def forget(self, session_id: int) -> None:
        """The game is over, or its board costs nothing at the moment."""
        self._paid.pop(session_id, None)
