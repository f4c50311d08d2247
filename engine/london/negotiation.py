"""Negotiation: neutral pawns against other players' pawns in one place (London, activation
and growth: 1. negotiation)."""

from __future__ import annotations

from itertools import product
from typing import Final

from engine.london.asks import Ask
from engine.london.deeds import note
from engine.london.map import HALL, PLANTATION
from engine.london.table import Table

FEW: Final = 16
"""Up to so many ways, all are shown at once; beyond, one opponent after the other is asked."""

SEAT_BITS: Final = 5


def pack(numbers: dict[int, int]) -> int:
    """Pawns to replace by seat, as one move."""
    return sum(number << SEAT_BITS * seat for seat, number in numbers.items())


def unpack(move: int, seats: int) -> dict[int, int]:
    """Pawns to replace by seat, without the seats that lose none."""
    numbers = {seat: move >> SEAT_BITS * seat & (1 << SEAT_BITS) - 1 for seat in range(seats)}
    return {seat: number for seat, number in numbers.items() if number}


def advance(t: Table, place: int) -> bool:
    """On with the negotiation of `t.queue` about a tile or the plantation; True at its end."""
    while t.queue:
        seat = t.queue[0]
        ways = _ways(t, seat, place)
        if len(ways) > 1 and not _decided(t, seat, place, ways):
            return False
        t.settle()
        t.queue.pop(0)
    return True


def opponents(t: Table, seat: int, place: int) -> list[int]:
    """The other players who have a pawn there."""
    return [other for other in range(t.seats) if other != seat and t.pawns[other][place]]


def _ways(t: Table, seat: int, place: int) -> list[int]:
    neutrals = t.neutrals[seat]
    others = opponents(t, seat, place) if neutrals else []
    ranges = [range(min(t.pawns[other][place], neutrals) + 1) for other in others]
    return [
        pack(dict(zip(others, numbers, strict=True)))
        for numbers in product(*ranges)
        if sum(numbers) <= neutrals
    ]


def _decided(t: Table, seat: int, place: int, ways: list[int]) -> bool:
    """Ask what is still open; True once the pawns are replaced."""
    if len(ways) <= FEW:
        if not t.picks:
            t.pose(seat, Ask.NEGOTIATE, ways)
            return False
        _replace(t, seat, place, unpack(t.picks[0], t.seats))
        return True
    others = opponents(t, seat, place)
    if len(t.picks) < len(others):
        other = others[len(t.picks)]
        left = t.neutrals[seat] - sum(t.picks)
        t.pose(seat, Ask.REPLACE, list(range(min(t.pawns[other][place], left) + 1)))
        return False
    _replace(t, seat, place, dict(zip(others, t.picks, strict=True)))
    return True


def _replace(t: Table, seat: int, place: int, numbers: dict[int, int]) -> None:
    for other, number in numbers.items():
        if number:
            t.neutrals[seat] -= number
            t.aside += number
            t.carry(other, place, HALL, number)
            what = "removes" if place == PLANTATION else "replaces"
            note(t, what, seat, other, number)


def give_back(t: Table) -> None:
    """The neutral pawns used go back to the pool."""
    t.pool += t.aside
    t.aside = 0
