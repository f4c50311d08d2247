"""What counts and conditions of components look at, for one player at this moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.london.components.box import GUILDS
from engine.london.components.vocabulary import COLOURS, Condition
from engine.london.numbers.map import COLUMNS, NEIGHBOURS, PLACES, PLANTATION
from engine.london.table.state import EMPTY, GUILDHALL, State

GREAT: Final = 12
"""Guilds numbered 1 to 12 are the great ones."""
HIGH: Final = 5
"""The threshold from which a tile is high."""
_UNRESOLVED: Final = -1
"""Of `State.reach`, beside what colours reach."""


def masters(state: State, seat: int) -> list[int]:
    """The cells of the seat's masters, in no set order."""
    pawns = state.pawns[seat]
    return [cell for cell in state.resolved if pawns[cell]]


def unresolved(state: State) -> list[int]:
    """By place, 1 where an unresolved tile lies; nobody changes it."""
    found = state.reach.get(_UNRESOLVED)
    if found is None:
        found = state.reach[_UNRESOLVED] = [0] * PLACES
        for cell in state.open:
            found[cell] = 1
    return found


def adjacent_masters(state: State, seat: int, cell: int) -> int:
    """How many masters the seat has on the (up to four) adjacent tiles."""
    pawns, number = state.pawns[seat], 0
    for near in NEIGHBOURS[cell]:
        if pawns[near] and not unresolved(state)[near]:
            number += 1
    return number


def beside_guildhall(state: State, cell: int) -> bool:
    """Whether a tile of the Guildhall is adjacent."""
    return any(state.tiles[near] == GUILDHALL for near in NEIGHBOURS[cell])


def added(state: State, seat: int, cell: int) -> int:
    """What the seat adds in a tie on this tile: adjacent masters, and Gog & Magog."""
    number = adjacent_masters(state, seat, cell)
    pawns = state.pawns[seat]
    for at in state.resolved:
        if pawns[at] and state.tiles[at] in state.box.loud and at not in NEIGHBOURS[cell]:
            number += 1
    return number


def pairs(state: State, seat: int) -> int:
    """Pairs of the seat's masters on tiles that share a side."""
    return sum(adjacent_masters(state, seat, cell) for cell in masters(state, seat)) // 2


def _group(state: State, seat: int) -> int:
    left = set(masters(state, seat))
    largest = 0
    while left:
        found = reached = {left.pop()}
        while reached:
            reached = {near for cell in reached for near in NEIGHBOURS[cell]} & left
            found = found | reached
            left -= reached
        largest = max(largest, len(found))
    return largest


def _most_alike(keys: Sequence[int]) -> int:
    return max((keys.count(key) for key in keys), default=0)


def _colours(state: State, seat: int) -> int:
    seen = 0
    for cell in masters(state, seat):
        seen |= state.box.colours[state.tiles[cell]]
    return seen.bit_count()


def _colour(bit: int) -> Count:
    def count(state: State, seat: int) -> int:
        colours = state.box.colours
        return sum(1 for cell in masters(state, seat) if colours[state.tiles[cell]] & bit)

    return count


def _guilds(fits: Callable[[State, int], bool]) -> Count:
    def count(state: State, seat: int) -> int:
        return sum(1 for cell in masters(state, seat) if fits(state, cell))

    return count


Count = Callable[[State, int], int]

COUNT: Final[dict[str, Count]] = {
    "members:plantation": lambda state, seat: state.pawns[seat][PLANTATION],
    "masters": lambda state, seat: len(masters(state, seat)),
    **{f"masters:{colour}": _colour(1 << bit) for bit, colour in enumerate(COLOURS)},
    "masters:great": _guilds(lambda state, cell: state.tiles[cell] < GREAT),
    "masters:special": _guilds(lambda state, cell: state.tiles[cell] >= GUILDS),
    "masters:single": _guilds(
        lambda state, cell: (
            state.tiles[cell] < GUILDS and state.box.colours[state.tiles[cell]].bit_count() == 1
        )
    ),
    "masters:double": _guilds(
        lambda state, cell: (
            state.tiles[cell] < GUILDS and state.box.colours[state.tiles[cell]].bit_count() == 2
        )
    ),
    "masters:high": _guilds(lambda state, cell: state.box.threshold[state.tiles[cell]] >= HIGH),
    "masters:guildhall": _guilds(beside_guildhall),
    "masters:edge": _guilds(
        lambda state, cell: sum(state.tiles[near] != EMPTY for near in NEIGHBOURS[cell]) < 4
    ),
    "colours": _colours,
    "pairs": pairs,
    "group": _group,
    "row": lambda state, seat: _most_alike([cell // COLUMNS for cell in masters(state, seat)]),
    "column": lambda state, seat: _most_alike([cell % COLUMNS for cell in masters(state, seat)]),
    "markers": lambda state, seat: len(state.prizes[seat]),
    "neutrals": lambda state, seat: state.neutrals[seat],
    "turn:moved": lambda state, _: state.moved,
    "turn:recruited": lambda state, _: state.recruited,
    "turn:shipped": lambda state, _: state.shipped,
}


def meets(state: State, seat: int, conditions: Sequence[Condition]) -> bool:
    """Whether all the conditions hold for the seat at this moment."""
    for condition in conditions:  # noqa: SIM110 - most often there is none
        if not _holds(state, seat, condition):
            return False
    return True


def _holds(state: State, seat: int, condition: Condition) -> bool:
    count = COUNT[condition.counted]
    own = count(state, seat)
    if condition.sign == ">=":
        return own >= condition.bound
    if condition.sign == "<=":
        return own <= condition.bound
    if condition.sign == "==":
        return own == condition.bound
    return own > 0 and all(count(state, other) <= own for other in range(state.seats))
