"""Several things chosen as one move, an int (see `asks.Ask`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Final

from engine.london.numbers.asks import MOVE
from engine.london.numbers.map import HALL

BITS: Final = 7
MENU: Final = 25
"""From more things than a menu holds, several are chosen one by one."""
MOST_AT_ONCE: Final = 4
"""More things are chosen in several answers: the ways to choose them grow too many."""

TO: Final = 3
"""Beyond the ways of playing a card: to the cell `TO + cell`, from the Guildhall."""


def pack(numbers: Iterable[int]) -> int:
    """Cards or places as one move, whatever their order."""
    move = 0
    for number in sorted(numbers, reverse=True):
        move = move << BITS | number + 1
    return move


def unpack(move: int) -> list[int]:
    """The numbers of `pack`, ascending."""
    numbers = []
    while move:
        numbers.append((move & (1 << BITS) - 1) - 1)
        move >>= BITS
    return numbers


def choices(things: Sequence[int], number: int) -> list[int]:
    """The ways to choose so many of these (sorted) things, or as many as are asked for at once."""
    number = min(number, MOST_AT_ONCE if len(things) <= MENU else 1)
    return sorted({pack(chosen) for chosen in combinations(things, number)})


def play(kind: int, use: int) -> int:
    """A card and its use: a way of playing it, or `TO + cell`."""
    return use << BITS | kind


def plays_to(kind: int, cells: Sequence[int]) -> list[int]:
    """The plays of a card that move a pawn from the Guildhall to these cells."""
    return [TO + cell << BITS | kind for cell in cells]


def kind_of(move: int) -> int:
    """The card of a `play`."""
    return move & (1 << BITS) - 1


def use_of(move: int) -> int:
    """The use of a `play`."""
    return move >> BITS


def steps_of(move: int) -> list[int]:
    """A `play` as kind and way, and of a move from the Guildhall the source and the target."""
    use, kind = divmod(move, 1 << BITS)
    return [kind, use] if use < TO else [kind, MOVE, HALL, use - TO]


def arrangements(cards: int, keep: int) -> list[int]:
    """The ways to keep so many of these cards and put the others under the deck in an order."""
    found = []
    for kept in combinations(range(cards), keep):
        others = [card for card in range(cards) if card not in kept]
        found += [_arranged((*kept, *order)) for order in permutations(others)]
    return found


def _arranged(order: Sequence[int]) -> int:
    move = 0
    for card in reversed(order):
        move = move << BITS | card
    return move


def order_of(move: int, cards: int) -> list[int]:
    """Of an arrangement all cards: those kept, then those under the deck from the top."""
    return [move >> BITS * at & (1 << BITS) - 1 for at in range(cards)]
