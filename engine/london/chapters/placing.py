"""Verbs that place pawns: recruit, post, move, ship (London, components)."""

from __future__ import annotations

from engine.london.components.box import Op
from engine.london.numbers.asks import ELSEWHERE, LEFT, QUIET, SHIP, SOURCE, TARGET
from engine.london.numbers.map import HALL, PLANTATION, SUPPLY
from engine.london.table.frames import declining, fire
from engine.london.table.pawns import carry, elsewhere, movable, recruit, sources, targets
from engine.london.table.state import State, pose, settle
from engine.london.telling import note


def recruit_pawns(state: State, frame: list[int], _: Op) -> None:
    """From the supply to the Guildhall."""
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


def post(state: State, frame: list[int], op: Op) -> None:
    """From the supply to a tile."""
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
    pose(state, state.actor, TARGET, reached + declining(state, frame))


def move(state: State, frame: list[int], op: Op) -> None:
    """From place to tile."""
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
    ways_out = declining(state, frame)
    if HALL not in found and len(found) > 1:
        pose(state, state.actor, SOURCE, found + ways_out)
        return
    state.picks = found[:1]
    ends = [cell for cell in reached if cell != found[0]]
    pose(state, state.actor, TARGET, ends + [ELSEWHERE] * (len(found) > 1) + ways_out)


def move_pawn(state: State, source: int, target: int) -> None:
    """One of the actor's pawns from a place to a tile; a master becomes a member."""
    carry(state, state.actor, source, target)
    state.moved += 1


def ship(state: State, frame: list[int], op: Op) -> None:
    """To the plantation."""
    if state.picks:
        source = state.picks[0]
        carry(state, state.actor, source, PLANTATION)
        state.shipped += 1
        note(state, "ships", state.actor, source)
        _done(state, frame, "plantation")
        return
    found = sources(state, state.actor, op.source)
    if found:
        pose(state, state.actor, SHIP, found + declining(state, frame))
    else:
        frame[LEFT] = 0


def _done(state: State, frame: list[int], event: str) -> None:
    """One pawn of an offered step is placed."""
    settle(state)
    frame[LEFT] -= 1
    if not frame[QUIET]:
        fire(state, event)
