"""What counts and conditions of components look at, for one player at this moment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from engine.london.box import GUILDS
from engine.london.map import COLUMNS, NEIGHBOURS, PLANTATION
from engine.london.table import EMPTY, GUILDHALL, Table
from engine.london.vocabulary import COLOURS, Condition

GREAT: Final = 12
"""Guilds numbered 1 to 12 are the great ones."""
HIGH: Final = 5
"""The threshold from which a tile is high."""


def masters(t: Table, seat: int) -> list[int]:
    """The cells of the seat's masters, in no set order."""
    pawns = t.pawns[seat]
    return [cell for cell in t.resolved if pawns[cell]]


def adjacent_masters(t: Table, seat: int, cell: int) -> int:
    """How many masters the seat has on the (up to four) adjacent tiles."""
    pawns = t.pawns[seat]
    return sum(1 for near in NEIGHBOURS[cell] if pawns[near] and near not in t.open)


def pairs(t: Table, seat: int) -> int:
    """Pairs of the seat's masters on tiles that share a side."""
    return sum(adjacent_masters(t, seat, cell) for cell in masters(t, seat)) // 2


def _group(t: Table, seat: int) -> int:
    left = set(masters(t, seat))
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


def _colours(t: Table, seat: int) -> int:
    seen = 0
    for cell in masters(t, seat):
        seen |= t.box.colours[t.tiles[cell]]
    return seen.bit_count()


def _colour(bit: int) -> Count:
    def count(t: Table, seat: int) -> int:
        colours = t.box.colours
        return sum(1 for cell in masters(t, seat) if colours[t.tiles[cell]] & bit)

    return count


def _guilds(fits: Callable[[Table, int], bool]) -> Count:
    def count(t: Table, seat: int) -> int:
        return sum(1 for cell in masters(t, seat) if fits(t, cell))

    return count


Count = Callable[[Table, int], int]

COUNT: Final[dict[str, Count]] = {
    "members:plantation": lambda t, seat: t.pawns[seat][PLANTATION],
    "masters": lambda t, seat: len(masters(t, seat)),
    **{f"masters:{colour}": _colour(1 << bit) for bit, colour in enumerate(COLOURS)},
    "masters:great": _guilds(lambda t, cell: t.tiles[cell] < GREAT),
    "masters:special": _guilds(lambda t, cell: t.tiles[cell] >= GUILDS),
    "masters:single": _guilds(
        lambda t, cell: t.tiles[cell] < GUILDS and t.box.colours[t.tiles[cell]].bit_count() == 1
    ),
    "masters:double": _guilds(
        lambda t, cell: t.tiles[cell] < GUILDS and t.box.colours[t.tiles[cell]].bit_count() == 2
    ),
    "masters:high": _guilds(lambda t, cell: t.box.threshold[t.tiles[cell]] >= HIGH),
    "masters:guildhall": _guilds(
        lambda t, cell: any(t.tiles[near] == GUILDHALL for near in NEIGHBOURS[cell])
    ),
    "masters:edge": _guilds(
        lambda t, cell: sum(t.tiles[near] != EMPTY for near in NEIGHBOURS[cell]) < 4
    ),
    "colours": _colours,
    "pairs": pairs,
    "group": _group,
    "row": lambda t, seat: _most_alike([cell // COLUMNS for cell in masters(t, seat)]),
    "column": lambda t, seat: _most_alike([cell % COLUMNS for cell in masters(t, seat)]),
    "markers": lambda t, seat: len(t.prizes[seat]),
    "neutrals": lambda t, seat: t.neutrals[seat],
    "turn:moved": lambda t, _: t.moved,
    "turn:recruited": lambda t, _: t.recruited,
    "turn:shipped": lambda t, _: t.shipped,
}


def meets(t: Table, seat: int, conditions: Sequence[Condition]) -> bool:
    """Whether all the conditions hold for the seat at this moment."""
    return all(_holds(t, seat, condition) for condition in conditions)


def _holds(t: Table, seat: int, condition: Condition) -> bool:
    count = COUNT[condition.counted]
    own = count(t, seat)
    if condition.sign == ">=":
        return own >= condition.bound
    if condition.sign == "<=":
        return own <= condition.bound
    if condition.sign == "==":
        return own == condition.bound
    return own > 0 and all(count(t, other) <= own for other in range(t.seats))
