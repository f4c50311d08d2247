"""What lies on a table of La Cité corrompue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.corrompue.options import CorrompueOptions
from engine.corrompue.phases import DISCARD, NOBODY, NOTHING
from engine.corrompue.trick import NO_FACTION
from engine.rng import Rng
from engine.values import Event, Prompt

if TYPE_CHECKING:
    from typing import Self


class Table:
    """Everything that changes in a game; sets of cards are ints (see `components`)."""

    __slots__ = (
        "aside", "built", "chosen", "counts", "culte_pile", "culte_played", "dealer", "discards",
        "event", "faction", "handed", "hands", "last", "leader", "milice", "noblesse", "opener",
        "options", "paysan", "phase", "plays", "quiet", "rng", "seats", "spent", "step", "told",
        "trick", "voids", "waiting", "won",
    )  # fmt: skip

    seats: int
    options: CorrompueOptions
    rng: Rng
    """Shared with clones: replaced, never moved."""
    event: int
    """Number of the event (évènement), from 1."""
    trick: int
    """Number of the trick (péripétie) in its event, from 1."""
    phase: int
    step: int
    dealer: int
    opener: int
    """Who leads the first trick of this event."""
    leader: int
    hands: list[int]
    discards: list[int]
    won: list[int]
    """Cards won in this event by seat, as sets."""
    plays: tuple[int, ...]
    """Cards of this trick, the leader's first."""
    faction: int
    """The faction that has to be followed, or NO_FACTION."""
    last: tuple[int, int, tuple[int, ...]]
    """The trick before: who led, who took it, its cards; no cards if there was none."""
    culte_pile: int
    aside: int
    handed: list[int]
    """Culte cards handed in this event, by seat."""
    culte_played: list[int]
    voids: list[int]
    """Factions that a seat has shown to be out of in this event, as bits."""
    chosen: list[int]
    """Discards chosen so far, NOTHING where none are due or they are still missing."""
    waiting: list[int]
    noblesse: list[int]
    """Tokens by seat."""
    paysan: list[int]
    milice: int
    """Who holds the Milice token; still the same seat when it is `spent`."""
    spent: bool
    quiet: bool
    """The token's holder doesn't want to be asked again in this event."""
    counts: tuple[tuple[int, ...], ...]
    """Of every event counted, cards won at ``seat * 3 + faction``."""
    told: list[Event] | None
    built: dict[int, Prompt] | None
    """The prompts already made; a cache."""

    @classmethod
    def begin(cls, seats: int, options: CorrompueOptions, rng: Rng, dealer: int) -> Self:
        """A table with nothing dealt yet."""
        state = cls()
        state.seats, state.options, state.rng = seats, options, rng
        state.event = state.trick = state.step = state.culte_pile = state.aside = 0
        state.phase = DISCARD
        state.dealer = state.opener = state.leader = dealer
        state.hands, state.discards, state.won = [0] * seats, [0] * seats, [0] * seats
        state.handed, state.culte_played, state.voids = [0] * seats, [0] * seats, [0] * seats
        state.noblesse, state.paysan = [0] * seats, [0] * seats
        state.chosen = [NOTHING] * seats
        state.waiting = []
        state.plays = ()
        state.faction = NO_FACTION
        state.last = (NOBODY, NOBODY, ())
        state.milice = NOBODY
        state.spent = state.quiet = False
        state.counts = ()
        state.told = None
        state.built = None
        return state

    def clone(self) -> Self:
        """An independent copy; its `told` is None."""
        other = type(self).__new__(type(self))
        other.seats = self.seats
        other.options = self.options
        other.rng = self.rng
        other.event = self.event
        other.trick = self.trick
        other.phase = self.phase
        other.step = self.step
        other.dealer = self.dealer
        other.opener = self.opener
        other.leader = self.leader
        other.hands = self.hands[:]
        other.discards = self.discards[:]
        other.won = self.won[:]
        other.plays = self.plays
        other.faction = self.faction
        other.last = self.last
        other.culte_pile = self.culte_pile
        other.aside = self.aside
        other.handed = self.handed[:]
        other.culte_played = self.culte_played[:]
        other.voids = self.voids[:]
        other.chosen = self.chosen[:]
        other.waiting = self.waiting[:]
        other.noblesse = self.noblesse[:]
        other.paysan = self.paysan[:]
        other.milice = self.milice
        other.spent = self.spent
        other.quiet = self.quiet
        other.counts = self.counts
        other.told = None
        other.built = self.built
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine, theirs = self.rng, other.rng
        return (mine.seed, mine.position) == (theirs.seed, theirs.position) and all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name not in {"told", "built", "rng"}
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes in place
