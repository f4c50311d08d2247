"""The interpreter of effects and rewards: one small function a verb (London, components).

`state.frames` are the lists of steps under way, the innermost last, all carried out by
`state.actor`. A verb does as much as it can without a question and counts the frame's LEFT
down; or it asks, and is called again when the answer lies in `state.picks`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine.london.chapters.mayors import mayor
from engine.london.chapters.placing import move, post, recruit_pawns, ship
from engine.london.components.box import GUILDS, Op
from engine.london.numbers.asks import AT, BEADLE, CHOOSE, LEFT, PROGRAM, SKIPPED, TRADE
from engine.london.table.cards import draw
from engine.london.table.frames import amount, begin, declining
from engine.london.table.state import State, pose, settle
from engine.london.table.way import earn
from engine.london.telling import note, note_drawn


def advance(state: State) -> None:
    """Carry on with the innermost steps, up to their end or a question."""
    frame = state.frames[-1]
    program = state.box.programs[frame[PROGRAM]]
    if frame[AT] == len(program):
        state.frames.pop()
        return
    op = program[frame[AT]]
    if frame[LEFT] < 0:
        declined = frame[SKIPPED] >> frame[AT] & 1
        frame[LEFT] = 0 if declined else amount(state, state.actor, op)
    if frame[LEFT] > 0:
        VERBS[op.verb](state, frame, op)
    else:
        frame[AT] += 1
        frame[LEFT] = -1


def _vp(state: State, frame: list[int], _: Op) -> None:
    earn(state, frame[LEFT])
    note(state, "gains", state.actor, frame[LEFT])
    frame[LEFT] = 0


def _draw(state: State, frame: list[int], _: Op) -> None:
    drawn = draw(state, state.actor, frame[LEFT])
    if drawn:
        note_drawn(state, state.actor, drawn)
    frame[LEFT] = 0


def _draw_end(state: State, frame: list[int], _: Op) -> None:
    state.drawn_at_end += frame[LEFT]
    frame[LEFT] = 0


def _neutral(state: State, frame: list[int], _: Op) -> None:
    number = min(frame[LEFT], state.pool)
    if number:
        state.pool -= number
        state.neutrals[state.actor] += number
        note(state, "neutral", state.actor, number)
    frame[LEFT] = 0


def _beadle(state: State, frame: list[int], _: Op) -> None:
    if state.picks:
        state.beadle = state.picks[0]
        note(state, "moves_beadle", state.actor, state.beadle)
        settle(state)
        frame[LEFT] -= 1
        return
    found = [cell for cell in state.open if state.tiles[cell] < GUILDS and cell != state.beadle]
    if found:
        pose(state, state.actor, BEADLE, found + declining(state, frame))
    else:
        frame[LEFT] = 0


def _each_time(state: State, frame: list[int], op: Op) -> None:
    state.each.append([frame[PROGRAM], frame[AT], op.limit])
    frame[LEFT] = 0


def _choose(state: State, frame: list[int], op: Op) -> None:
    if not state.picks:
        pose(state, state.actor, CHOOSE, list(range(len(op.options))))
        return
    program = op.options[state.picks[0]]
    settle(state)
    frame[LEFT] -= 1
    begin(state, program)


def _trade(state: State, frame: list[int], op: Op) -> None:
    hand = state.hands[state.actor]
    if state.picks:
        given = state.picks[0]
        hand.remove(given)
        state.spent.append(given)
        note(state, "trades", state.actor, given)
        settle(state)
        frame[LEFT] -= 1
        begin(state, op.then)
    elif hand:
        pose(state, state.actor, TRADE, sorted(set(hand)) + declining(state, frame))
    else:
        frame[LEFT] = 0


Verb = Callable[[State, list[int], Op], None]

VERBS: Final[dict[str, Verb]] = {
    "vp": _vp,
    "recruit": recruit_pawns,
    "post": post,
    "move": move,
    "plantation": ship,
    "draw": _draw,
    "draw_end": _draw_end,
    "neutral": _neutral,
    "mayor": mayor,
    "beadle": _beadle,
    "each_time": _each_time,
    "choose": _choose,
    "trade": _trade,
}
