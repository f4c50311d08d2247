"""Steps under way: begun, counted, offered (London, components).

`state.frames` are the lists of steps, the innermost last, all carried out by `state.actor`.
"""

from __future__ import annotations

from engine.london.components.box import Op
from engine.london.numbers.asks import ACTIVATION, AT, LEFT, PROGRAM, SKIP, SKIPPED, STOP
from engine.london.table.counts import COUNT, meets
from engine.london.table.state import State


def begin(state: State, program: int, *, skipped: int = 0, quiet: int = 0) -> None:
    """Steps to carry out next; `skipped`: bits of those that are declined."""
    state.frames.append([program, 0, -1, quiet, skipped])


def asking(state: State) -> Op:
    """The step that asks."""
    frame = state.frames[-1]
    return state.box.programs[frame[PROGRAM]][frame[AT]]


def fire(state: State, event: str) -> None:
    """Set off the effects that wait for this event, the earliest begun first."""
    for waiting in reversed(state.each):
        op = state.box.programs[waiting[PROGRAM]][waiting[AT]]
        if op.event == event and waiting[LEFT]:
            waiting[LEFT] -= 1
            begin(state, op.then, quiet=1)


def amount(state: State, seat: int, op: Op) -> int:
    """How much of a step there is for the seat as things stand; 0 unless its condition holds."""
    if not meets(state, seat, op.when):
        return 0
    number = op.n if op.per is None else op.n * COUNT[op.per](state, seat)
    return number if op.cap is None else min(number, op.cap)


def declining(state: State, frame: list[int]) -> list[int]:
    """Ways out of an offered step: a reward may be left altogether, if more of it follows."""
    if state.phase != ACTIVATION:
        return [STOP]
    for each in state.frames:
        steps = range(each[AT] + (each is frame), len(state.box.programs[each[PROGRAM]]))
        if any(not each[SKIPPED] >> at & 1 for at in steps):
            return [STOP, SKIP]
    return [STOP]
