"""Where a game stands, what a seat is asked, and what its moves mean."""

from __future__ import annotations

from enum import IntEnum
from typing import Final, Literal, TypeAlias


class Phase(IntEnum):
    """PLANTING is the growth: the plantation's vote, then new tiles."""

    SETUP = 0
    TURNS = 1
    ACTIVATION = 2
    PLANTING = 3
    OVER = 4


class Ask(IntEnum):
    """What a seat is asked; the meaning of a move that is not negative."""

    NOTHING = 0
    KEEP = 1
    """Which of the three mayor's cards: 0 to 2."""
    PLAY = 2
    """Which card to play, and how: `packed.play`."""
    PAY_CARD = 4
    """Which cards to pay: kinds, `packed.pack`."""
    PAY_PAWN = 5
    """From where to pay pawns: places, `packed.pack`."""
    SOURCE = 6
    """From where to move: a place."""
    TARGET = 7
    """To which tile: a cell."""
    SHIP = 8
    """From where to the plantation: a place."""
    BEADLE = 9
    """To which tile the beadle goes: a cell."""
    CHOOSE = 10
    """Which list of steps: its position."""
    TRADE = 11
    """Which card to discard: a kind."""
    LOOK = 12
    """Which mayor's cards to keep: bits in the order of `looked`."""
    ORDER = 13
    """Which mayor's card goes under the deck next: its number."""
    EXCESS = 14
    """Which cards to discard: `packed.pack`."""
    NEGOTIATE = 15
    """How many pawns of each opponent to replace: `negotiation.pack`."""
    REPLACE = 16
    """How many of the next opponent: a number."""
    TAKE = 17
    """Which parts of a reward: bits in the order of its steps."""
    ARRANGE = 18
    """LOOK and ORDER at once: `packed.arrangements`."""


# By themselves too: to look up a member of an enum's class takes ten times as long as a name.
SETUP, TURNS, ACTIVATION, PLANTING, OVER = Phase
(
    NOTHING, KEEP, PLAY, PAY_CARD, PAY_PAWN, SOURCE, TARGET, SHIP, BEADLE, CHOOSE, TRADE, LOOK,
    ORDER, EXCESS, NEGOTIATE, REPLACE, TAKE, ARRANGE,
) = Ask  # fmt: skip

# Moves that are no choice among things.
STOP, SKIP, END, BACK, UNDO, ELSEWHERE, ALWAYS, NEVER, ASK, ONLY, HOME, SPARE = range(-1, -13, -1)
"""ELSEWHERE: from where else than the Guildhall; ALWAYS: all rewards, from now on, or the
turn's end, once nothing is left to play; NEVER: no neutral pawns in this activation; ONLY: from now
on asked about them only where they change what the seat gets; HOME: no pawns to the plantation as a
reward, from now on; SPARE: the excess is what is most easily spared, from now on; ASK: again about
what ALWAYS, ONLY, HOME and SPARE said."""

RECRUIT, MOVE, EFFECT = range(3)
"""The ways of playing a card."""
Way: TypeAlias = Literal["recruit", "move", "effect"]
WAYS: Final[tuple[Way, ...]] = ("recruit", "move", "effect")
"""Their names."""

PROGRAM, AT, LEFT, QUIET, SKIPPED = range(5)
"""A frame of `frames`: program, next step, how much of it is left (-1: not begun), whether it
sets off no `each_time`, and the bits of declined steps."""
