"""Growth: the plantation's vote and rewards, then new tiles (London, growth)."""

from __future__ import annotations

from engine.london.chapters import negotiation
from engine.london.numbers.asks import PLANTING
from engine.london.numbers.map import CELLS, DIRECTIONS, INDEX, PLANTATION, SUPPLY, TILES, places
from engine.london.table.frames import begin as begin_steps
from engine.london.table.pawns import carry, oldest_open
from engine.london.table.rounds import growths
from engine.london.table.state import EMPTY, State
from engine.london.telling import chapter, note
from engine.london.vote import plantation

TALK, REWARD, RETURN = range(3)
"""`stage` in the phase PLANTING."""


def begin(state: State) -> None:
    """The plantation's negotiation comes first."""
    state.phase = PLANTING
    state.stage = TALK
    state.queue = state.live[:]
    chapter(state, "growth", state.round)


def advance(state: State) -> bool:
    """On with the plantation; True once its rewards are given.

    From the vote on, `state.queue` holds 2 * seat for a left reward and 2 * seat + 1 for a right.
    """
    if state.stage == TALK:
        if negotiation.advance(state, PLANTATION):
            state.queue = _rewarded(state)
            state.stage = REWARD
    elif not state.queue:
        negotiation.give_back(state)
        return True
    elif state.stage == REWARD:
        state.actor, right = divmod(state.queue[0], 2)
        note(state, "right" if right else "left", state.actor)
        begin_steps(state, (state.box.right if right else state.box.left)[state.side])
        state.stage = RETURN
    else:
        _return(state)
    return False


def _rewarded(state: State) -> list[int]:
    pawns = [own[PLANTATION] for own in state.pawns]
    left, right = plantation(pawns)
    if not left and not right:
        note(state, "nobody")
    return [2 * seat for seat in left] + [2 * seat + 1 for seat in state.live if seat in right]


def _return(state: State) -> None:
    seat, right = divmod(state.queue.pop(0), 2)
    side = state.box.components.sides[state.side]
    printed = side.right_return if right else side.left_return
    number = min(printed, state.pawns[seat][PLANTATION])
    carry(state, seat, PLANTATION, SUPPLY, number)
    if number:
        note(state, "returns", seat, number)
    state.stage = REWARD


def grow(state: State) -> None:
    """New tiles with markers, then the beadle goes to the oldest unresolved guild."""
    number = TILES[state.seats]
    direction = DIRECTIONS[growths(state) - 1]
    occupied = {cell for cell, tile in zip(CELLS, state.tiles, strict=True) if tile != EMPTY}
    for cell in places(occupied, direction, number):
        lay(state, INDEX[cell], state.stack.pop())
        note(state, "new_tile", INDEX[cell])
    before, state.beadle = state.beadle, oldest_open(state)
    if state.beadle not in (EMPTY, before):
        note(state, "beadle", state.beadle)


def lay(state: State, cell: int, tile: int) -> None:
    """An unresolved tile with a random marker."""
    state.tiles[cell] = tile
    state.markers[cell] = state.unplaced.pop()
    state.open.append(cell)
    state.open.sort()
    state.reach = {}
