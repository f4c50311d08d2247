"""The final scoring (London, end and final scoring)."""

from __future__ import annotations

from typing import NamedTuple

from engine.london.asks import Phase
from engine.london.box import Line
from engine.london.counts import COUNT, meets, pairs
from engine.london.deeds import chapter, note
from engine.london.map import SUPPLY
from engine.london.table import EMPTY, Table
from engine.values import Outcome


class Final(NamedTuple):
    """Victory points of one player's final scoring."""

    mayors: tuple[tuple[int, int], ...]
    """Each mayor's card held, with what it is worth."""
    pairs: int
    """1 for each pair of own masters on adjacent tiles."""


def score(t: Table, seat: int) -> Final:
    """What a seat scores at the end, the town standing as it does; changes nothing."""
    mayors = ((mayor, worth(t, seat, t.box.mayors[mayor])) for mayor in t.mayors[seat])
    return Final(tuple(mayors), pairs(t, seat))


def worth(t: Table, seat: int, lines: tuple[Line, ...]) -> int:
    """A mayor's card, the town standing as it does."""
    total = 0
    for line in lines:
        if line.count is None:
            total += line.vp if meets(t, seat, line.when) else 0
            continue
        number = COUNT[line.count](t, seat)
        if line.table:
            total += line.table[min(number, len(line.table) - 1)]
        else:
            points = line.vp * number
            total += points if line.cap is None else min(points, line.cap)
    return total


def close(t: Table) -> None:
    """Clear the unresolved tiles, reveal the mayor's cards, and count."""
    chapter(t, "final")
    for cell in t.open:
        for seat, pawns in enumerate(t.pawns):
            t.carry(seat, cell, SUPPLY, pawns[cell])
        t.boxed.append(t.markers[cell])
        t.markers[cell] = EMPTY
    order = t.live[:]
    finals = [score(t, seat) for seat in range(t.seats)]
    for seat in order:
        for mayor, points in finals[seat].mayors:
            t.gain(seat, points)
            note(t, "mayor", seat, mayor, points)
    for seat in order:
        if finals[seat].pairs:
            t.gain(seat, finals[seat].pairs)
            note(t, "pairs", seat, finals[seat].pairs)
    t.phase = Phase.OVER
    note(t, "elected", *outcome(t).places[0])


def outcome(t: Table) -> Outcome:
    """Most points; tied: most mayor's cards; still tied: shared."""
    ranks = [(t.scores[seat], len(t.mayors[seat])) for seat in range(t.seats)]
    places = [
        [seat for seat in range(t.seats) if ranks[seat] == rank]
        for rank in sorted(set(ranks), reverse=True)
    ]
    return Outcome(places=places, scores=dict(enumerate(t.scores)))
