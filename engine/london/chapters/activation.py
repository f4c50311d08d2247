"""The activation of tiles, once through the town in reading order (London, activation)."""

from __future__ import annotations

from engine.london.chapters import negotiation
from engine.london.chapters.rewards import decline, useful
from engine.london.numbers.asks import ACTIVATION, ALWAYS, TAKE
from engine.london.numbers.map import HALL, SUPPLY
from engine.london.table.counts import added
from engine.london.table.frames import begin as begin_steps
from engine.london.table.pawns import carry, oldest_open
from engine.london.table.state import EMPTY, State, pose, settle
from engine.london.table.way import note_vote
from engine.london.telling import chapter, note, note_second, voted
from engine.london.vote import winner
from engine.parts.telling import tell_detail

SWEEP, TALK, FIRST, SECOND, TURN_OVER = range(5)
"""`stage` in the phase ACTIVATION."""


def begin(state: State) -> None:
    """The phase begins; `state.active` is the tile last looked at."""
    state.phase = ACTIVATION
    state.stage = SWEEP
    state.active = EMPTY
    state.never = 0
    state.tallies = ()
    chapter(state, "activation", state.round)


def advance(state: State) -> bool:
    """On with the phase; True at its end."""
    if state.stage == SWEEP:
        return not _next_tile(state)
    if state.stage == TALK:
        if negotiation.advance(state, state.active):
            negotiation.give_back(state)
            _vote(state)
    elif state.stage == FIRST:
        _reward(state, state.vote[0])
    elif state.stage == SECOND:
        _reward_second(state)
    else:
        _turn_over(state)
    return False


def members(state: State, cell: int) -> int:
    """What counts for the threshold of an unresolved tile."""
    return sum([pawns[cell] for pawns in state.pawns]) + (state.beadle == cell)


def _next_tile(state: State) -> bool:
    for cell in state.open:
        if cell > state.active and members(state, cell) >= state.box.threshold[state.tiles[cell]]:
            state.active = cell
            state.queue = state.live[:]
            state.stage = TALK
            beadle = state.beadle == cell
            note(state, "activates_beadle" if beadle else "activates", cell, members(state, cell))
            return True
    state.active = EMPTY
    if len(state.deeds) == 1:
        note(state, "calm")
    return False


def _vote(state: State) -> None:
    cell = state.active
    pawns = [own[cell] for own in state.pawns]
    tied = pawns.count(max(pawns)) > 1
    adds = [added(state, seat, cell) if tied else 0 for seat in range(state.seats)]
    first, second = winner(pawns, adds)
    state.vote = [EMPTY if seat is None else seat for seat in (first, second)]
    tally = note_vote(state, adds)
    tell_detail(state, voted, state, tally)
    if first is None:
        note(state, "undecided", cell)
        state.stage = SWEEP
        return
    note(state, "wins_tie" if tied else "wins", first, cell)
    state.stage = FIRST


def _reward_second(state: State) -> None:
    second = state.vote[1]
    if second == EMPTY:
        note(state, "no_second", state.active)
        state.stage = TURN_OVER
        return
    if not state.picks:
        note_second(state, second, state.active, state.vote[0])
    _reward(state, second)


def programs(state: State) -> list[int]:
    """The lists of steps of the present reward, in order."""
    tile = state.tiles[state.active]
    if state.stage == FIRST:
        return [state.box.first[tile]]
    return [state.box.marker_reward[state.markers[state.active]], state.box.second[tile]]


def parts(state: State, seat: int) -> list[int]:
    """The parts of the present reward that are worth a question, by position in its lists."""
    return useful(
        state, seat, [op for program in programs(state) for op in state.box.programs[program]]
    )


def _reward(state: State, seat: int) -> None:
    """Ask which parts to take, then begin with them."""
    offered = parts(state, seat)
    always = state.always >> seat & 1
    if offered and not (state.picks or always):
        subsets = [0]
        for part in offered:
            subsets += [subset | 1 << part for subset in subsets]
        pose(state, seat, TAKE, [*subsets, ALWAYS])
        return
    everything = sum(1 << part for part in offered)
    taken = state.picks[0] if state.picks else everything
    settle(state)
    state.actor = seat
    left = everything & ~taken
    starts, declined = [], []
    for program in programs(state):
        size = len(state.box.programs[program])
        starts.append((program, ~taken & (1 << size) - 1))
        declined += [(program, at) for at in range(size) if left >> at & 1]
        taken >>= size
        left >>= size
    decline(state, declined)
    for program, skipped in reversed(starts):
        begin_steps(state, program, skipped=skipped)
    state.stage += 1


def _turn_over(state: State) -> None:
    cell = state.active
    first, second = state.vote
    marker = state.markers[cell]
    if second == EMPTY:
        state.boxed.append(marker)
    else:
        state.prizes[second].append(marker)
    state.markers[cell] = EMPTY
    for place in (cell, HALL, SUPPLY):
        if state.pawns[first][place]:
            carry(state, first, place, cell)
            note(state, "master", first, cell)
            break
    else:
        note(state, "no_master", cell)
    for seat, pawns in enumerate(state.pawns):
        carry(state, seat, cell, HALL, pawns[cell] - (seat == first and pawns[cell] > 0))
    state.open.remove(cell)
    state.reach = {}
    state.resolved.append(cell)
    if state.beadle == cell:
        state.beadle = oldest_open(state)
        if state.beadle == EMPTY:
            note(state, "beadle_rests")
        else:
            note(state, "beadle", state.beadle)
    state.vote = [EMPTY, EMPTY]
    state.stage = SWEEP
