"""The final scoring (London, end and final scoring)."""

from __future__ import annotations

from typing import NamedTuple

from engine.london.components.box import Line
from engine.london.numbers.asks import Phase
from engine.london.numbers.map import SUPPLY
from engine.london.table.counts import COUNT, meets, pairs
from engine.london.table.pawns import carry
from engine.london.table.state import EMPTY, State
from engine.london.table.way import gain
from engine.london.telling import chapter, note
from engine.parts.values import Outcome, in_order


class Final(NamedTuple):
    """Victory points of one player's final scoring."""

    mayors: tuple[tuple[int, int], ...]
    """Each mayor's card held, with what it is worth."""
    pairs: int
    """1 for each pair of own masters on adjacent tiles."""


def score(state: State, seat: int) -> Final:
    """What a seat scores at the end, the town standing as it does; changes nothing."""
    mayors = ((mayor, worth(state, seat, state.box.mayors[mayor])) for mayor in state.mayors[seat])
    return Final(tuple(mayors), pairs(state, seat))


def worth(state: State, seat: int, lines: tuple[Line, ...]) -> int:
    """A mayor's card, the town standing as it does."""
    total = 0
    for line in lines:
        if line.count is None:
            total += line.vp if meets(state, seat, line.when) else 0
            continue
        number = COUNT[line.count](state, seat)
        if line.table:
            total += line.table[min(number, len(line.table) - 1)]
        else:
            points = line.vp * number
            total += points if line.cap is None else min(points, line.cap)
    return total


def close(state: State) -> None:
    """Clear the unresolved tiles, reveal the mayor's cards, and count."""
    chapter(state, "final")
    for cell in state.open:
        for seat, pawns in enumerate(state.pawns):
            carry(state, seat, cell, SUPPLY, pawns[cell])
        state.boxed.append(state.markers[cell])
        state.markers[cell] = EMPTY
    order = state.live[:]
    finals = [score(state, seat) for seat in range(state.seats)]
    for seat in order:
        for mayor, points in finals[seat].mayors:
            gain(state, seat, points)
            note(state, "mayor", seat, mayor, points)
    for seat in order:
        if finals[seat].pairs:
            gain(state, seat, finals[seat].pairs)
            note(state, "pairs", seat, finals[seat].pairs)
    state.phase = Phase.OVER
    note(state, "elected", *outcome(state).places[0])


def outcome(state: State) -> Outcome:
    """Most points; tied: most mayor's cards; still tied: shared."""
    ranks = {
        seat: (score, len(mayors))
        for seat, (score, mayors) in enumerate(zip(state.scores, state.mayors, strict=True))
    }
    return Outcome(places=in_order(ranks), scores=dict(enumerate(state.scores)))
