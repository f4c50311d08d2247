"""Until when each seat must choose: plain arithmetic on what the store keeps of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from math import inf
from operator import attrgetter

from bot.store.records.play import RELAXED, Speed, Turn

MOST_REMINDERS = 2
"""Of one choice: when the table's speed says so, and at half of what is left then."""
MOST_EXTENDED = 2
"""How often each player may take more time in a game."""
MOST_MISSED = 3
"""Deadlines in a row after which the computer has the seat."""


def followed(
    turns: Iterable[Turn],
    people: Iterable[int],
    owed: Mapping[int, int],
    speed: Speed | None,
    now: Callable[[], float],
) -> tuple[Turn, ...]:
    """The turns of the people's seats, and of those they left, once these owe a choice since these
    steps.

    Who owes what was owed before keeps the deadline; whose seat the computer has needs none.
    Without a clock there are no deadlines, but whoever keeps the others waiting is looked at.
    `now`: asked only where somebody owes another choice.
    """
    known = {turn.seat: turn for turn in turns}
    after = []
    for seat in sorted({*known, *people}):
        turn, step = known.get(seat) or Turn(seat), owed.get(seat)
        if turn.away or step is None:
            if turn.step is not None or turn.look_at is not None or turn.reminded:
                turn = replace(turn, step=None, look_at=None, reminded=0)
        elif turn.step != step:
            turn = _asked(turn, step, speed, now())
        after.append(turn)
    return tuple(after)


def _asked(turn: Turn, step: int, speed: Speed | None, now: float) -> Turn:
    return replace(
        turn,
        step=step,
        asked_at=now,
        due_at=inf if speed is None else now + speed.limit,
        look_at=now + (speed or RELAXED).nudge,
        reminded=0,
    )


def reminded(turn: Turn, speed: Speed, now: float) -> Turn:
    """The turn after a reminder at this time, which quiet hours may have held back.

    The next is at half of what is left then; of two that are past, one is enough.
    """
    if turn.reminded or (turn.asked_at + speed.nudge + turn.due_at) / 2 <= now:
        return replace(turn, reminded=MOST_REMINDERS, look_at=turn.due_at)
    return replace(turn, reminded=1, look_at=(now + turn.due_at) / 2)


def is_late(turn: Turn, speed: Speed | None, now: float) -> bool:
    """Whether the player lets the table wait for longer than its reminder's span, or isn't there.

    Without a clock the span is that of relaxed tables.
    """
    waited = turn.step is not None and now >= turn.asked_at + (speed or RELAXED).nudge
    return waited or turn.away or turn.gone or turn.missed > 0


def chose(turn: Turn) -> Turn:
    """The player has chosen himself."""
    return replace(turn, missed=0, away=False) if turn.missed or turn.away else turn


def back(turn: Turn) -> Turn:
    """The player is there again, by whatever he has pressed."""
    return replace(chose(turn) if turn.away else turn, gone=False)


def missed(turn: Turn) -> Turn:
    """The computer has chosen, as the deadline is past."""
    times = turn.missed + 1
    return replace(turn, missed=times, away=times >= MOST_MISSED)


def extended(turn: Turn, speed: Speed, now: float) -> Turn:
    """The turn with half the table's span more."""
    due_at = max(turn.due_at, now) + speed.limit / 2
    look_at = _unheld(turn)
    if turn.reminded >= MOST_REMINDERS:
        look_at = due_at
    elif turn.reminded and look_at is not None:
        look_at += (due_at - turn.due_at) / 2  # half of what is left since the first reminder
    return replace(turn, due_at=due_at, look_at=look_at, extended=turn.extended + 1)


def asked_anew(turns: Iterable[Turn], owed: Mapping[int, int]) -> tuple[Turn, ...]:
    """The turns once what is owed is asked at these steps: everybody keeps the deadline."""
    return tuple(
        turn if turn.step is None else replace(turn, step=owed.get(turn.seat, turn.step))
        for turn in turns
    )


def later(turn: Turn, seconds: float) -> Turn:
    """The same turn as if it had begun so much later."""
    look_at = _unheld(turn)
    if turn.step is None or look_at is None:
        return turn
    return replace(
        turn,
        asked_at=turn.asked_at + seconds,
        due_at=turn.due_at + seconds,
        look_at=look_at + seconds,
    )


def _unheld(turn: Turn) -> float | None:
    """When to look at a turn whose choice quiet hours may hold back: they don't move with it, and
    are asked about again then."""
    return turn.look_at if turn.look_at is None else min(turn.look_at, turn.due_at)


def with_turn(turns: Iterable[Turn], new: Turn) -> tuple[Turn, ...]:
    """The turns with another one of its seat."""
    others = [turn for turn in turns if turn.seat != new.seat]
    return tuple(sorted((*others, new), key=attrgetter("seat")))
