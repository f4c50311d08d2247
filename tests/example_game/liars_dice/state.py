"""A moment of liar's dice, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.game import Event
from engine.parts.rng import Rng
from engine.parts.snapshots import cloner
from engine.parts.values import NOBODY
from liars_dice.components import FACES
from liars_dice.options import LiarsDiceOptions

CALL = 0
"""The move that calls the last bidder a liar; every other move is a bid."""


def bid_of(number: int, face: int) -> int:
    """The bid of so many dice with a face (1 to 6) as a move; the higher bid is the higher move."""
    return number * FACES + face - 1


def number_and_face(bid: int) -> tuple[int, int]:
    """What a bid names."""
    return bid // FACES, bid % FACES + 1


@dataclass(slots=True)
class State:
    """A game of liar's dice; lists go by seat, hands are faces in rising order."""

    seats: int
    options: LiarsDiceOptions
    rng: Rng
    starter: int
    round: int = 0
    step: int = 0
    hands: list[bytes] = field(default_factory=list)
    bid: int = CALL
    """The last bid of this round, CALL before the first."""
    bidder: int = NOBODY
    waiting: list[int] = field(default_factory=list)
    """The seat that is asked; empty at the end."""
    out: tuple[int, ...] = ()
    """Seats without dice, the first to go first."""
    lifted: tuple[bytes, ...] = ()
    """Hands by seat as they were at the last call."""
    called: tuple[int, int, int, int] = (CALL, NOBODY, NOBODY, NOBODY)
    """The last call: the bid, who made it, who called, who lost a die."""
    told: list[Event] | None = field(default=None, compare=False)

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        return _clone(self)

    @property
    def dice(self) -> int:
        """How many dice are on the table."""
        return sum(map(len, self.hands))


_clone = cloner(State)
