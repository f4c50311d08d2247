"""A moment of La Cité corrompue, as data; sets of cards are ints (see `components`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.corrompue.components import NO_FACTION
from engine.corrompue.options import CorrompueOptions
from engine.parts.rng import Rng
from engine.parts.snapshots import cloner
from engine.parts.values import NOBODY, Event, Prompt

DISCARD, TRICK, INTERRUPT, OVER = range(4)
NOTHING = 0
"""No discard chosen yet: the empty set."""


@dataclass(slots=True)
class State:
    """A game of La Cité corrompue; lists go by seat.

    A move is a card in a trick, a set of cards to discard, or an answer of the Milice token's
    holder: KEEP, KEEP_EVENT or NAME + seat (see `flow`).
    """

    seats: int
    options: CorrompueOptions
    rng: Rng
    dealer: int
    event: int = 0
    """Number of the event (évènement), from 1."""
    trick: int = 0
    """Number of the trick (péripétie) in its event, from 1."""
    phase: int = DISCARD
    step: int = 0
    opener: int = NOBODY
    """Who leads the first trick of this event."""
    leader: int = NOBODY
    hands: list[int] = field(default_factory=list)
    discards: list[int] = field(default_factory=list)
    won: list[int] = field(default_factory=list)
    """Cards won in this event, as sets."""
    plays: tuple[int, ...] = ()
    """Cards of this trick, the leader's first."""
    faction: int = NO_FACTION
    """The faction that has to be followed."""
    last: tuple[int, int, tuple[int, ...]] = (NOBODY, NOBODY, ())
    """The trick before: who led, who took it, its cards; no cards if there was none."""
    culte_pile: int = 0
    aside: int = 0
    handed: list[int] = field(default_factory=list)
    """Culte cards handed in this event."""
    culte_played: list[int] = field(default_factory=list)
    voids: list[int] = field(default_factory=list)
    """Factions that a seat has shown to be out of in this event, as bits."""
    chosen: list[int] = field(default_factory=list)
    """Discards chosen so far, NOTHING where none are due or they are still missing."""
    waiting: list[int] = field(default_factory=list)
    """Seats whose choice is missing."""
    noblesse: list[int] = field(default_factory=list)
    """Tokens."""
    paysan: list[int] = field(default_factory=list)
    milice: int = NOBODY
    """Who holds the Milice token; still the same seat when it is `spent`."""
    spent: bool = False
    quiet: bool = False
    """The token's holder doesn't want to be asked again in this event."""
    counts: tuple[tuple[int, ...], ...] = ()
    """Of every event counted, cards won at ``seat * 3 + faction``."""
    told: list[Event] | None = field(default=None, compare=False)
    posed: Mapping[int, Prompt] | None = field(default=None, compare=False)
    replied: int = field(default=NOBODY, compare=False)

    @classmethod
    def empty(cls, seats: int, options: CorrompueOptions, rng: Rng, dealer: int) -> State:
        """A table on which nothing is dealt yet."""
        return cls(
            seats,
            options,
            rng,
            dealer,
            opener=dealer,
            leader=dealer,
            hands=[0] * seats,
            discards=[0] * seats,
            won=[0] * seats,
            handed=[0] * seats,
            culte_played=[0] * seats,
            voids=[0] * seats,
            chosen=[NOTHING] * seats,
            noblesse=[0] * seats,
            paysan=[0] * seats,
        )

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        return _clone(self)


_clone = cloner(State)
