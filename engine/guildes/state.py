"""A moment of Guildes, as data, and moves as small ints.

Cards are guild numbers; packs and hands rise (a hand only once the draft is over).
A move from 0 to 10 is a card of that guild; from `PAIR` on, two cards at once; in between, the
answers of the dirty tricks.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.guildes.components import GUILDS, NONE
from engine.guildes.options import GuildesOptions
from engine.parts.rng import Rng
from engine.parts.snapshots import cloner
from engine.parts.values import NOBODY, Event, Prompt

DRAFT, REDISTRIBUTION, LAYING, TRICK_PHASE, OVER = range(5)
HELD, PLAYED, DECLINED = range(3)


@dataclass(slots=True)
class State:
    """A game of Guildes; lists that say nothing else go by seat."""

    seats: int
    options: GuildesOptions
    rng: Rng
    deck: Sequence[int] = field(default_factory=list)
    ballot: int = 0
    phase: int = DRAFT
    turn: int = 0
    """Pick of the draft, lap of the laying, or turn of the tricks, from 1."""
    step: int = 0
    substep: int = 0
    """Answers given within a trick; others must not see it grow."""
    revealed: tuple[int, ...] = ()
    """Event cards so far."""
    event: int = NONE
    """The event whose text applies."""
    first: int = NONE
    """Who began the lap, when cards are laid in turn."""
    packs: Sequence[Sequence[int]] = field(default_factory=list)
    hands: list[Sequence[int]] = field(default_factory=list)
    laid: list[int] = field(default_factory=list)
    """Cards that lie face up, at ``seat * WIDTH + guild``."""
    lay: int = 1
    """Cards to choose at once: those of this lap; 1 outside the laying."""
    down: list[int] = field(default_factory=list)
    """The laid card that is still face down."""
    choice: list[int] = field(default_factory=list)
    """Moves of the present moment."""
    waiting: list[int] = field(default_factory=list)
    """Seats whose choice is missing."""
    discard: Sequence[int] = field(default_factory=list)
    tricks: tuple[int, ...] = ()
    """Tricks of this ballot; empty without the variant."""
    trick_states: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()
    """Added to `laid` for the next count, in the same places; empty if there are none."""
    chosen: tuple[int, ...] = ()
    """Answers so far in the trick being played."""
    drawn: Sequence[int] = field(default_factory=list)
    """Cards drawn from the discard pile, one of which has to be laid."""
    counts: tuple[tuple[int, ...], ...] = ()
    """Votes of each ballot, in the same places as `laid`."""
    counted: tuple[tuple[int, ...], ...] = ()
    """The cards that these were given for; empty for a ballot of which that wasn't kept."""
    # what seats remember of the ballot under way
    kept: Sequence[Sequence[int]] = field(default_factory=list)
    """The cards of each seat in the order in which it kept them; empty until the draft is over,
    when hands are in that order, and in a game of which that isn't known."""
    redistributed: Sequence[Sequence[int]] = field(default_factory=list)
    """What each seat gave up, and what it got; empty if nothing was redistributed."""
    tableaux: tuple[tuple[int, ...], ...] = ()
    """`laid` when the ballot began, and when the laying was over if tricks follow; empty in a game
    of which that isn't known."""
    # known from the rest, or of no account to the game
    kinds: list[Sequence[int]] = field(default_factory=list, compare=False)
    """The different cards that each seat chooses from: of its pack, later of its hand."""
    told: list[Event] | None = field(default=None, compare=False)
    posed: Mapping[int, Prompt] | None = field(default=None, compare=False)
    replied: int = field(default=NOBODY, compare=False)

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        return _clone(self)


_clone = cloner(State)


# -- moves --------------------------------------------------------------------------------

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
