"""Which parts of a reward can do something, and which are declined (London, activation of
tiles: 3. rewards)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final

from engine.london.components.box import Op
from engine.london.numbers.asks import ACTIVATION, AT, LEFT, PROGRAM, SKIPPED, TURNS
from engine.london.numbers.map import SUPPLY
from engine.london.table.frames import amount
from engine.london.table.pawns import movable, sources, targets
from engine.london.table.state import State, settle
from engine.london.table.way import note_declined
from engine.london.telling import note

_ARRIVES: Final = {
    "recruit": "guildhall",
    "post": "tiles",
    "move": "tiles",
    "plantation": "plantation",
}
"""Where a verb brings own pawns, as a `from` calls it."""


def useful(state: State, seat: int, ops: Sequence[Op]) -> list[int]:
    """The parts, by position, that do something now or once earlier ones are carried out."""
    found: list[int] = []
    for at, op in enumerate(ops):
        earlier = [ops[part] for part in found]
        counts = amount(state, seat, op) or any(_may_change(each, op) for each in earlier)
        if counts and _possible(state, seat, op, earlier):
            found.append(at)
    return found


def _may_change(earlier: Op, op: Op) -> bool:
    """Whether an earlier part touches what the amount or the condition of this one counts."""
    counted = {condition.counted for condition in op.when} | {op.per} - {None}
    if earlier.verb == "neutral":
        return "neutrals" in counted
    return earlier.verb in ("move", "plantation") and bool(counted - {"neutrals", "markers"})


def _possible(state: State, seat: int, op: Op, earlier: Sequence[Op]) -> bool:
    """Whether there is anything to carry out the part with."""
    match op.verb:
        case "recruit":
            return state.pawns[seat][SUPPLY] > 0
        case "post":
            return state.pawns[seat][SUPPLY] > 0 and bool(targets(state, op.colours))
        case "neutral":
            return state.pool > 0
        case "draw":
            return bool(state.deck or state.discard)
        case "move":
            reached = targets(state, op.colours)
            return bool(reached) and (
                bool(movable(sources(state, seat, op.source), reached)) or _supplied(op, earlier)
            )
        case "plantation":
            return bool(sources(state, seat, op.source)) or _supplied(op, earlier)
    return True


def _supplied(op: Op, earlier: Sequence[Op]) -> bool:
    """Whether an earlier part may bring own pawns to where this one takes them from."""
    taken = ("guildhall", "tiles") if op.source == "any" else (op.source,)
    return any(_ARRIVES.get(each.verb) in taken for each in earlier)


def decline(state: State, steps: Sequence[tuple[int, int]]) -> None:
    """Tell and keep what the actor leaves of a reward: steps by program and position."""
    if steps and state.phase != TURNS:
        note(state, "declines", state.actor, *chain.from_iterable(steps))
    if steps and state.phase == ACTIVATION:
        note_declined(state, steps)


def stop(state: State) -> None:
    """Give up what is left of the step that asks."""
    settle(state)
    frame = state.frames[-1]
    if _unbegun(state, frame):
        decline(state, [(frame[PROGRAM], frame[AT])])
    frame[LEFT] = 0


def skip(state: State) -> None:
    """Give up all the rest of a reward."""
    settle(state)
    innermost = state.frames[-1]
    rest = [
        (frame[PROGRAM], at)
        for frame in reversed(state.frames)
        for at in range(
            frame[AT] + (frame is not innermost or not _unbegun(state, frame)),
            len(state.box.programs[frame[PROGRAM]]),
        )
        if not frame[SKIPPED] >> at & 1
    ]
    ops = [state.box.programs[program][at] for program, at in rest]
    decline(state, [rest[at] for at in useful(state, state.actor, ops)])
    state.frames = []


def _unbegun(state: State, frame: list[int]) -> bool:
    """Whether nothing of the step that asks is carried out yet."""
    op = state.box.programs[frame[PROGRAM]][frame[AT]]
    return frame[LEFT] == amount(state, state.actor, op)
