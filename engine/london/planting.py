"""Growth: the plantation's vote and rewards, then new tiles (London, growth)."""

from __future__ import annotations

from engine.london import negotiation
from engine.london.asks import Phase
from engine.london.deeds import chapter, note
from engine.london.growth import DIRECTIONS, TILES, places
from engine.london.map import CELLS, INDEX, PLANTATION, SUPPLY
from engine.london.table import EMPTY, GREY, Table
from engine.london.verbs import begin as begin_steps
from engine.london.vote import leaders

TALK, REWARD, RETURN = range(3)
"""`stage` in the phase PLANTING."""


def begin(t: Table) -> None:
    """The plantation's negotiation comes first."""
    t.phase = Phase.PLANTING
    t.stage = TALK
    t.queue = t.live[:]
    chapter(t, "growth", t.round)


def advance(t: Table) -> bool:
    """On with the plantation; True once its rewards are given.

    From the vote on, `t.queue` holds 2 * seat for a left reward and 2 * seat + 1 for a right.
    """
    if t.stage == TALK:
        if negotiation.advance(t, PLANTATION):
            t.queue = _rewarded(t)
            t.stage = REWARD
    elif not t.queue:
        negotiation.give_back(t)
        return True
    elif t.stage == REWARD:
        t.actor, right = divmod(t.queue[0], 2)
        note(t, "right" if right else "left", t.actor)
        begin_steps(t, (t.box.right if right else t.box.left)[t.side])
        t.stage = RETURN
    else:
        _return(t)
    return False


def _rewarded(t: Table) -> list[int]:
    pawns = [own[PLANTATION] for own in t.pawns]
    first = leaders(pawns)
    if not first:
        note(t, "nobody")
        return []
    if len(first) > 1:
        return [2 * seat + 1 for seat in t.live if seat in first]
    second = leaders([0 if seat == first[0] else number for seat, number in enumerate(pawns)])
    return [2 * first[0]] + [2 * seat + 1 for seat in second if len(second) == 1]


def _return(t: Table) -> None:
    seat, right = divmod(t.queue.pop(0), 2)
    side = t.box.components.sides[t.side]
    printed = side.right_return if right else side.left_return
    number = min(printed, t.pawns[seat][PLANTATION])
    t.carry(seat, PLANTATION, SUPPLY, number)
    if number:
        note(t, "returns", seat, number)
    t.stage = REWARD


def grow(t: Table) -> None:
    """New tiles with markers, then the beadle goes to the oldest unresolved guild."""
    number = TILES[t.seats]
    direction = DIRECTIONS[t.round // GREY[t.seats] - 1]
    occupied = {cell for cell, tile in zip(CELLS, t.tiles, strict=True) if tile != EMPTY}
    for cell in places(occupied, direction, number):
        lay(t, INDEX[cell], t.stack.pop())
        note(t, "new_tile", INDEX[cell])
    before, t.beadle = t.beadle, t.oldest_open()
    if t.beadle not in (EMPTY, before):
        note(t, "beadle", t.beadle)


def lay(t: Table, cell: int, tile: int) -> None:
    """An unresolved tile with a random marker."""
    t.tiles[cell] = tile
    t.markers[cell] = t.unplaced.pop()
    t.open.append(cell)
    t.open.sort()
