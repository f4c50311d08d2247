"""The activation of tiles, once through the town in reading order (London, activation)."""

from __future__ import annotations

from engine.london import negotiation
from engine.london.asks import Ask, Phase
from engine.london.counts import adjacent_masters
from engine.london.deeds import chapter, note
from engine.london.map import HALL, NEIGHBOURS, SUPPLY
from engine.london.rewards import useful
from engine.london.table import EMPTY, Table
from engine.london.verbs import begin as begin_steps
from engine.london.vote import winner

SWEEP, TALK, FIRST, SECOND, TURN_OVER = range(5)
"""`stage` in the phase ACTIVATION."""


def begin(t: Table) -> None:
    """The phase begins; `t.active` is the tile last looked at."""
    t.phase = Phase.ACTIVATION
    t.stage = SWEEP
    t.active = EMPTY
    chapter(t, "activation", t.round)


def advance(t: Table) -> bool:
    """On with the phase; True at its end."""
    if t.stage == SWEEP:
        return not _next_tile(t)
    if t.stage == TALK:
        if negotiation.advance(t, t.active):
            negotiation.give_back(t)
            _vote(t)
    elif t.stage == FIRST:
        _reward(t, t.vote[0])
    elif t.stage == SECOND:
        _reward_second(t)
    else:
        _turn_over(t)
    return False


def members(t: Table, cell: int) -> int:
    """What counts for the threshold of an unresolved tile."""
    return sum(pawns[cell] for pawns in t.pawns) + (t.beadle == cell)


def _next_tile(t: Table) -> bool:
    for cell in t.open:
        if cell > t.active and members(t, cell) >= t.box.threshold[t.tiles[cell]]:
            t.active = cell
            t.queue = t.live[:]
            t.stage = TALK
            beadle = t.beadle == cell
            note(t, "activates_beadle" if beadle else "activates", cell, members(t, cell))
            return True
    t.active = EMPTY
    if len(t.deeds) == 1:
        note(t, "calm")
    return False


def added(t: Table, seat: int, cell: int) -> int:
    """What the seat adds in a tie on this tile: adjacent masters, and Gog & Magog."""
    number = adjacent_masters(t, seat, cell)
    pawns = t.pawns[seat]
    for at in t.resolved:
        if pawns[at] and t.tiles[at] in t.box.loud and at not in NEIGHBOURS[cell]:
            number += 1
    return number


def _vote(t: Table) -> None:
    cell = t.active
    pawns = [own[cell] for own in t.pawns]
    first, second = winner(pawns, [added(t, seat, cell) for seat in range(t.seats)])
    if first is None:
        note(t, "undecided", cell)
        t.stage = SWEEP
        return
    tied = pawns.count(pawns[first]) > 1
    note(t, "wins_tie" if tied else "wins", first, cell)
    t.vote = [first, EMPTY if second is None else second]
    t.stage = FIRST


def _reward_second(t: Table) -> None:
    second = t.vote[1]
    if second == EMPTY:
        note(t, "no_second", t.active)
        t.stage = TURN_OVER
        return
    if not t.picks:
        note(t, "second", second, t.active)
    _reward(t, second)


def programs(t: Table) -> list[int]:
    """The lists of steps of the present reward, in order."""
    tile = t.tiles[t.active]
    if t.stage == FIRST:
        return [t.box.first[tile]]
    return [t.box.marker_reward[t.markers[t.active]], t.box.second[tile]]


def parts(t: Table, seat: int) -> list[int]:
    """The parts of the present reward that are worth a question, by position in its lists."""
    return useful(t, seat, [op for program in programs(t) for op in t.box.programs[program]])


def _reward(t: Table, seat: int) -> None:
    """Ask which parts to take, then begin with them."""
    offered = parts(t, seat)
    if offered and not t.picks:
        subsets = [0]
        for part in offered:
            subsets += [subset | 1 << part for subset in subsets]
        t.pose(seat, Ask.TAKE, subsets)
        return
    taken = t.picks[0] if offered else 0
    t.settle()
    t.actor = seat
    declined = len(offered) - taken.bit_count()
    if declined:
        note(t, "declines", seat, declined)
    starts = []
    for program in programs(t):
        size = len(t.box.programs[program])
        starts.append((program, ~taken & (1 << size) - 1))
        taken >>= size
    for program, skipped in reversed(starts):
        begin_steps(t, program, skipped=skipped)
    t.stage += 1


def _turn_over(t: Table) -> None:
    cell = t.active
    first, second = t.vote
    marker = t.markers[cell]
    if second == EMPTY:
        t.boxed.append(marker)
    else:
        t.prizes[second].append(marker)
    t.markers[cell] = EMPTY
    for place in (cell, HALL, SUPPLY):
        if t.pawns[first][place]:
            t.carry(first, place, cell)
            note(t, "master", first, cell)
            break
    else:
        note(t, "no_master", cell)
    for seat, pawns in enumerate(t.pawns):
        t.carry(seat, cell, HALL, pawns[cell] - (seat == first and pawns[cell] > 0))
    t.open.remove(cell)
    t.resolved.append(cell)
    if t.beadle == cell:
        t.beadle = t.oldest_open()
        if t.beadle == EMPTY:
            note(t, "beadle_rests")
        else:
            note(t, "beadle", t.beadle)
    t.vote = [EMPTY, EMPTY]
    t.stage = SWEEP
