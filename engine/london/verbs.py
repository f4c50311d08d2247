"""The interpreter of effects and rewards: one small function a verb (London, components).

`state.frames` are the lists of steps under way, the innermost last, all carried out by
`state.actor`. A verb does as much as it can without a question and counts the frame's LEFT
down; or it asks, and is called again when the answer lies in `state.picks`.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import factorial
from typing import Final

from engine.london.asks import (
    ACTIVATION,
    ARRANGE,
    AT,
    BEADLE,
    CHOOSE,
    ELSEWHERE,
    LEFT,
    LOOK,
    ORDER,
    PROGRAM,
    QUIET,
    SHIP,
    SKIP,
    SKIPPED,
    SOURCE,
    STOP,
    TARGET,
    TRADE,
)
from engine.london.box import GUILDS, Op
from engine.london.cards import draw
from engine.london.choice import pose, settle
from engine.london.counts import COUNT, meets
from engine.london.map import HALL, PLANTATION, SUPPLY
from engine.london.packed import MENU, arrangements
from engine.london.pawns import carry, elsewhere, movable, recruit, sources, targets
from engine.london.state import State
from engine.london.telling import note, whisper_drawn
from engine.london.way import earn

NO_MAYOR: Final = 5
"""Victory points instead of a look at mayor's cards when there are none."""


def begin(state: State, program: int, *, skipped: int = 0, quiet: int = 0) -> None:
    """Steps to carry out next; `skipped`: bits of those that are declined."""
    state.frames.append([program, 0, -1, quiet, skipped])


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


def stop(state: State) -> None:
    """Give up what is left of the step that asks."""
    settle(state)
    state.frames[-1][LEFT] = 0


def skip(state: State) -> None:
    """Give up all the rest of a reward."""
    settle(state)
    state.frames = []


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


def _declining(state: State, frame: list[int]) -> list[int]:
    """Ways out of an offered step: a reward may be left altogether, if more of it follows."""
    if state.phase != ACTIVATION:
        return [STOP]
    for each in state.frames:
        steps = range(each[AT] + (each is frame), len(state.box.programs[each[PROGRAM]]))
        if any(not each[SKIPPED] >> at & 1 for at in steps):
            return [STOP, SKIP]
    return [STOP]


def _vp(state: State, frame: list[int], _: Op) -> None:
    earn(state, frame[LEFT])
    note(state, "gains", state.actor, frame[LEFT])
    frame[LEFT] = 0


def _recruit(state: State, frame: list[int], _: Op) -> None:
    # Effects that wait for a recruit come between two pawns.
    one_by_one = state.each and not frame[QUIET]
    number = recruit(state, state.actor, 1 if one_by_one else frame[LEFT])
    if not number:
        frame[LEFT] = 0
        return
    state.recruited += number
    note(state, "recruits", state.actor, number)
    frame[LEFT] = frame[LEFT] - 1 if one_by_one else 0
    if one_by_one:
        fire(state, "recruit")


def _post(state: State, frame: list[int], op: Op) -> None:
    if len(state.picks) == 2:
        target = state.picks[1]
        carry(state, state.actor, SUPPLY, target)
        state.recruited += 1
        note(state, "posts", state.actor, target)
        _done(state, frame, "recruit")
        return
    reached = targets(state, op.colours) if state.pawns[state.actor][SUPPLY] else []
    if not reached:
        frame[LEFT] = 0
        return
    state.picks = [SUPPLY]
    pose(state, state.actor, TARGET, reached + _declining(state, frame))


def _move(state: State, frame: list[int], op: Op) -> None:
    chosen = [place for place in state.picks if place != ELSEWHERE]
    if len(chosen) == 2:
        move_pawn(state, *chosen)
        note(state, "moves", state.actor, *chosen)
        _done(state, frame, "move")
        return
    reached = targets(state, op.colours)
    found = movable(sources(state, state.actor, op.source), reached)
    if not found:
        frame[LEFT] = 0
        return
    if not state.depths:
        _offer(state, frame, found, reached)
    elif chosen:
        ends = [cell for cell in reached if cell != chosen[0]]
        pose(state, state.actor, TARGET, ends)
    else:
        pose(state, state.actor, SOURCE, elsewhere(found))


def _offer(state: State, frame: list[int], found: list[int], reached: list[int]) -> None:
    """A pawn of the Guildhall, or of the only source, unless another source is asked for."""
    declining = _declining(state, frame)
    if HALL not in found and len(found) > 1:
        pose(state, state.actor, SOURCE, found + declining)
        return
    state.picks = found[:1]
    ends = [cell for cell in reached if cell != found[0]]
    pose(state, state.actor, TARGET, ends + [ELSEWHERE] * (len(found) > 1) + declining)


def move_pawn(state: State, source: int, target: int) -> None:
    """One of the actor's pawns from a place to a tile; a master becomes a member."""
    carry(state, state.actor, source, target)
    state.moved += 1


def _plantation(state: State, frame: list[int], op: Op) -> None:
    if state.picks:
        source = state.picks[0]
        carry(state, state.actor, source, PLANTATION)
        state.shipped += 1
        note(state, "ships", state.actor, source)
        _done(state, frame, "plantation")
        return
    found = sources(state, state.actor, op.source)
    if found:
        pose(state, state.actor, SHIP, found + _declining(state, frame))
    else:
        frame[LEFT] = 0


def _done(state: State, frame: list[int], event: str) -> None:
    """One pawn of an offered step is placed."""
    settle(state)
    frame[LEFT] -= 1
    if not frame[QUIET]:
        fire(state, event)


def _draw(state: State, frame: list[int], _: Op) -> None:
    drawn = draw(state, state.actor, frame[LEFT])
    if drawn:
        note(state, "draws", state.actor, len(drawn))
        whisper_drawn(state, state.actor, drawn)
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


def _mayor(state: State, frame: list[int], op: Op) -> None:
    if not state.looked:
        if not state.mayor_deck:
            earn(state, NO_MAYOR)
            note(state, "gains", state.actor, NO_MAYOR)
            frame[LEFT] = 0
            return
        _look(state, op.draw)
    keep = min(op.keep, len(state.looked))
    if not state.picks and _few_orders(len(state.looked), keep):
        pose(state, state.actor, ARRANGE, arrangements(len(state.looked), keep))
        return
    if not state.picks:
        chosen = combinations(range(len(state.looked)), keep)
        pose(state, state.actor, LOOK, [sum(1 << card for card in cards) for cards in chosen])
        return
    others = [
        card
        for at, card in enumerate(state.looked)
        if not state.picks[0] >> at & 1 and card not in state.picks[1:]
    ]
    if len(others) > 1:
        pose(state, state.actor, ORDER, others)
        return
    state.mayors[state.actor] += [
        card for at, card in enumerate(state.looked) if state.picks[0] >> at & 1
    ]
    buried = state.picks[1:] + others
    state.mayor_deck += buried
    state.knows += [1 << state.actor] * len(buried)
    state.looked = []
    settle(state)
    note(state, "keeps", state.actor, keep)
    frame[LEFT] -= 1


def _few_orders(looked: int, keep: int) -> bool:
    """Whether card and order fit into one menu, where there is an order to choose."""
    return looked - keep > 1 and factorial(looked) // factorial(keep) <= MENU


def arranged(state: State, order: list[int]) -> list[int]:
    """An arrangement as LOOK and ORDER would have chosen it: the bits kept, then cards."""
    frame = state.frames[-1]
    op = state.box.programs[frame[PROGRAM]][frame[AT]]
    keep = min(op.keep, len(order))
    return [sum(1 << at for at in order[:keep]), *(state.looked[at] for at in order[keep:-1])]


def _look(state: State, number: int) -> None:
    state.looked = sorted(state.mayor_deck[:number])
    del state.mayor_deck[:number]
    del state.knows[:number]
    state.memo = None
    note(state, "looks", state.actor, len(state.looked))


def _beadle(state: State, frame: list[int], _: Op) -> None:
    if state.picks:
        state.beadle = state.picks[0]
        note(state, "moves_beadle", state.actor, state.beadle)
        settle(state)
        frame[LEFT] -= 1
        return
    found = [cell for cell in state.open if state.tiles[cell] < GUILDS and cell != state.beadle]
    if found:
        pose(state, state.actor, BEADLE, found + _declining(state, frame))
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
        pose(state, state.actor, TRADE, sorted(set(hand)) + _declining(state, frame))
    else:
        frame[LEFT] = 0


Verb = Callable[[State, list[int], Op], None]

VERBS: Final[dict[str, Verb]] = {
    "vp": _vp,
    "recruit": _recruit,
    "post": _post,
    "move": _move,
    "plantation": _plantation,
    "draw": _draw,
    "draw_end": _draw_end,
    "neutral": _neutral,
    "mayor": _mayor,
    "beadle": _beadle,
    "each_time": _each_time,
    "choose": _choose,
    "trade": _trade,
}
