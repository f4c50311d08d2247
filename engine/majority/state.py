"""A moment of The Majority, as data; and who wins.

Packs rise, and so do hands once the draft is over.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from engine.majority.components import COLOURS
from engine.majority.options import MajorityOptions
from engine.parts.snapshots import cloner
from engine.parts.values import NOBODY, Event, Outcome, Prompt

DRAFT, EXCHANGE, PLAY, OPEN, OVER = range(5)
NONE = -1
"""No card chosen, none known."""


@dataclass(slots=True)
class State:
    """A game of The Majority; lists that say nothing else go by seat."""

    seats: int
    options: MajorityOptions
    deck: Sequence[int]
    spy: int
    """Who holds the token."""
    round: int = 0
    turn: int = 0
    """Pick of the draft or card of the round, from 1."""
    phase: int = DRAFT
    step: int = 0
    hands: list[Sequence[int]] = field(default_factory=list)
    packs: list[Sequence[int]] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    """The choice of this moment, or NONE; public when cards are played openly."""
    waiting: list[int] = field(default_factory=list)
    """Seats whose choice is missing."""
    order: tuple[int, ...] = ()
    """Who plays when, while cards are played openly."""
    won: list[Sequence[int]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    """Power won, at ``seat * 3 + colour``."""
    discarded: Sequence[int] = field(default_factory=list)
    gold: list[int] = field(default_factory=list)
    last: tuple[int, ...] = ()
    """The cards of the turn just resolved; empty before the first."""
    last_spy: int = NOBODY
    """Who held the token when those were revealed."""
    given: list[int] = field(default_factory=list)
    """What this seat gave in the exchange, until its partner has played such a card."""
    debates: tuple[tuple[int, ...], ...] = ()
    """The totals of every debate held."""
    told: list[Event] | None = field(default=None, compare=False)
    posed: Mapping[int, Prompt] | None = field(default=None, compare=False)
    replied: int = field(default=NOBODY, compare=False)

    @classmethod
    def empty(cls, seats: int, options: MajorityOptions, deck: Sequence[int], spy: int) -> State:
        """A table on which nothing is dealt yet."""
        return cls(
            seats,
            options,
            deck,
            spy,
            hands=[[]] * seats,
            packs=[[]] * seats,
            chosen=[NONE] * seats,
            won=[[]] * seats,
            totals=[0] * (seats * len(COLOURS)),
            gold=[0] * seats,
            last_spy=spy,
            given=[NONE] * seats,
        )

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        return _clone(self)


_clone = cloner(State)


PARTIES = ((0, 2), (1, 3))


def result(gold: Sequence[int], spy_holder: int) -> Outcome:
    """Places and scores from the gold by seat; a partner's score is the party's gold.

    The token decides a tie for the first place only: its holder's party with four players, with
    three the tied seat nearest clockwise from its holder.
    """
    if len(gold) == 4:
        scores = {seat: gold[seat] + gold[(seat + 2) % 4] for seat in range(4)}
        first, second = sorted(
            PARTIES, key=lambda party: (-scores[party[0]], spy_holder not in party)
        )
        return Outcome(places=[list(first), list(second)], scores=scores)
    seats = range(len(gold))
    best = min(seats, key=lambda seat: (-gold[seat], (seat - spy_holder) % len(gold)))
    rest = [seat for seat in seats if seat != best]
    lower = sorted({gold[seat] for seat in rest}, reverse=True)
    places = [[best], *([seat for seat in rest if gold[seat] == score] for score in lower)]
    return Outcome(places=places, scores=dict(enumerate(gold)))
