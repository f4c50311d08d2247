"""Negotiation: neutral pawns against other players' pawns in one place (London, activation
and growth: 1. negotiation)."""

from __future__ import annotations

from itertools import product
from typing import Final

from engine.london.numbers.asks import ACTIVATION, NEGOTIATE, NEVER, REPLACE
from engine.london.numbers.map import HALL, PLANTATION
from engine.london.table.counts import added
from engine.london.table.pawns import carry
from engine.london.table.state import State, pose, settle
from engine.london.telling import note
from engine.london.vote import plantation, winner

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


def advance(state: State, place: int) -> bool:
    """On with the negotiation of `state.queue` about a tile or the plantation; True at its end."""
    while state.queue:
        seat = state.queue[0]
        open_ = ways(state, seat, place)
        asked = len(open_) > 1 and not _declined(state, seat, place, open_)
        if asked and not _decided(state, seat, place, open_):
            return False
        settle(state)
        state.queue.pop(0)
    return True


def _declined(state: State, seat: int, place: int, open_: list[int]) -> bool:
    """Whether the seat has said that it uses no neutral pawn here: none in this activation, or
    none where that doesn't change what it gets."""
    if state.phase == ACTIVATION and state.never >> seat & 1:
        return True
    if not state.only >> seat & 1 or state.picks:
        return False
    now = _gets(state, seat, place, 0)
    return all(_gets(state, seat, place, move) == now for move in open_)


def _gets(state: State, seat: int, place: int, move: int) -> int:
    """Which reward the seat gets if nobody else replaces a pawn: the first, the second, none."""
    lost = unpack(move, state.seats)
    pawns = [own[place] - lost.get(other, 0) for other, own in enumerate(state.pawns)]
    if place == PLANTATION:
        left, right = plantation(pawns)
        return 1 if seat in left else 2 if seat in right else 0
    first, second = winner(pawns, [added(state, each, place) for each in range(state.seats)])
    return 1 if first == seat else 2 if second == seat else 0


def _standing(state: State) -> list[int]:
    """The answer that also holds for the tiles to come."""
    return [NEVER] if state.phase == ACTIVATION and not state.picks else []


def opponents(state: State, seat: int, place: int) -> list[int]:
    """The other players who have a pawn there."""
    return [other for other in range(state.seats) if other != seat and state.pawns[other][place]]


def ways(state: State, seat: int, place: int) -> list[int]:
    """The replacements that the seat can afford there, none among them."""
    neutrals = state.neutrals[seat]
    others = opponents(state, seat, place) if neutrals else []
    if not others:
        return [0]
    ranges = [range(min(state.pawns[other][place], neutrals) + 1) for other in others]
    return [
        pack(dict(zip(others, numbers, strict=True)))
        for numbers in product(*ranges)
        if sum(numbers) <= neutrals
    ]


def _decided(state: State, seat: int, place: int, open_: list[int]) -> bool:
    """Ask what is still open; True once the pawns are replaced."""
    if len(open_) <= FEW:
        if not state.picks:
            pose(state, seat, NEGOTIATE, open_ + _standing(state))
            return False
        _replace(state, seat, place, unpack(state.picks[0], state.seats))
        return True
    others = opponents(state, seat, place)
    if len(state.picks) < len(others):
        other = others[len(state.picks)]
        left = state.neutrals[seat] - sum(state.picks)
        numbers = list(range(min(state.pawns[other][place], left) + 1))
        pose(state, seat, REPLACE, numbers + _standing(state))
        return False
    _replace(state, seat, place, dict(zip(others, state.picks, strict=True)))
    return True


def _replace(state: State, seat: int, place: int, numbers: dict[int, int]) -> None:
    for other, number in numbers.items():
        if number:
            state.neutrals[seat] -= number
            state.aside += number
            carry(state, other, place, HALL, number)
            what = "removes" if place == PLANTATION else "replaces"
            note(state, what, seat, other, number)


def give_back(state: State) -> None:
    """The neutral pawns used go back to the pool."""
    state.pool += state.aside
    state.aside = 0
