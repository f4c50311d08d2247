"""Moves as small ints.

0 to 10 is a card of that guild; from `PAIR` on, two cards at once; in between, the answers of
the dirty tricks.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.guildes.components import GUILDS

SEAT: Final = 16
PLUS, MINUS, USE, DECLINE, BACK = range(32, 37)
PAIR: Final = 64

SIGN: Final = {PLUS: 1, MINUS: -1}


def pair(one: int, other: int) -> int:
    """The move that lays these two cards."""
    low, high = (one, other) if one <= other else (other, one)
    return PAIR + low * len(GUILDS) + high


def pairs(hand: Sequence[int]) -> tuple[int, ...]:
    """Every move that lays two cards of a hand."""
    every = [pair(one, other) for place, one in enumerate(hand) for other in hand[place + 1 :]]
    return tuple(dict.fromkeys(every))


def cards_of(move: int) -> tuple[int, ...]:
    """The one or two cards of a move."""
    return divmod(move - PAIR, len(GUILDS)) if move >= PAIR else (move,)
