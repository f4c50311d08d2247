"""Everything on the table: ints and lists, changed in place, cloned by hand."""

from __future__ import annotations

from typing import Final, TypeAlias

from engine.london.asks import Ask, Phase
from engine.london.box import GUILDS, Box
from engine.london.map import CELLS, HALL, PLACES, SUPPLY
from engine.rng import Rng
from engine.values import Event, Prompt

EMPTY: Final = -1
GUILDHALL: Final = -2
"""What `tiles` holds where no tile lies, and where the Guildhall does."""
CELL_RANGE: Final = range(len(CELLS))

LIVERYMEN: Final = 16
ROUNDS: Final = {2: 16, 3: 15, 4: 12}
GREY: Final = {2: 4, 3: 3, 4: 3}
"""Every so many rounds the town grows."""
NEUTRALS_PER_SEAT: Final = 2

Deed: TypeAlias = tuple[str, tuple[int, ...]]
"""Something that everybody saw: a key of deeds.SIGNATURES and what it concerns."""

Memo: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]
"""A turn's beginning: own pawns by place, scores, live order, own neutrals, pool, beadle."""


class Table:
    """The state of a game; `State` adds the contract.

    Cells and places are those of map.py; `pawns[seat][place]` counts liverymen, a pawn on a
    resolved tile being its master. Cards, tiles and markers are numbers of the box.
    """

    __slots__ = (
        "active", "actor", "aside", "ask", "beadle", "box", "boxed", "cache", "deck",
        "deeds", "depths", "discard", "drawn_at_end", "each", "frames", "hands", "kept",
        "knows", "live", "looked", "markers", "mayor_deck", "mayors", "memo", "moved",
        "neutrals", "open", "options", "order", "pawns", "phase", "picks", "played", "pool",
        "prizes", "queue", "recruited", "resolved", "rng", "round", "scores", "seats",
        "shipped", "side", "spent", "stack", "stage", "step", "substep", "tiles", "told",
        "turn", "unplaced", "vote",
    )  # fmt: skip

    def __init__(self, box: Box, seats: int, rng: Rng) -> None:  # noqa: PLR0915 - a line a field
        self.box = box
        self.seats = seats
        self.rng = rng
        self.told: list[Event] | None = None
        self.cache: dict[int, Prompt] | None = None
        self.step = 0
        self.substep = 0
        """Answers of which nothing was carried out yet; others don't see them."""
        # where the game stands
        self.round = 1
        self.phase = Phase.SETUP
        self.stage = 0
        """Moment within the phase; see the module of the phase."""
        self.order = list(range(seats))
        self.turn = 0
        """Index in `order` of the player on turn."""
        self.live = list(range(seats))
        """Seats by score, among equals the latest arrival first."""
        self.scores = [0] * seats
        # the town
        self.tiles = [EMPTY] * len(CELLS)
        self.open: list[int] = []
        """Cells of unresolved tiles, in reading order."""
        self.resolved: list[int] = []
        self.markers = [EMPTY] * len(CELLS)
        self.pawns = [[0] * PLACES for _ in range(seats)]
        self.beadle = EMPTY
        self.side = 0
        self.stack: list[int] = []
        self.unplaced: list[int] = []
        """Face-down markers."""
        self.boxed: list[int] = []
        """Markers gone to the box."""
        self.prizes: list[list[int]] = [[] for _ in range(seats)]
        """Markers kept."""
        # neutral pawns
        self.neutrals = [0] * seats
        self.pool = NEUTRALS_PER_SEAT * seats
        self.aside = 0
        """Used in this negotiation, not back in the pool yet."""
        # cards
        self.deck: list[int] = []
        """The next card is the last one."""
        self.discard: list[int] = []
        self.hands: list[list[int]] = [[] for _ in range(seats)]
        self.mayor_deck: list[int] = []
        """The next card is the first one."""
        self.knows: list[int] = []
        """For each card of the mayor's deck, the bits of the seats that know it."""
        self.mayors: list[list[int]] = [[] for _ in range(seats)]
        """Mayor's cards held; while setting up, the three dealt."""
        self.kept = [EMPTY] * seats
        """Which of the three each player keeps."""
        self.looked: list[int] = []
        # the turn
        self.played: list[tuple[int, int]] = []
        """Kind and way of each card played."""
        self.spent: list[int] = []
        """Cards paid, and discarded by effects."""
        self.drawn_at_end = 0
        self.moved = self.recruited = self.shipped = 0
        self.each: list[list[int]] = []
        """Effects that wait: program and step that began them, and times left (-1: no limit)."""
        self.memo: Memo | None = None
        """What "Undo turn" goes back to; None once something hidden was seen."""
        # the activation
        self.active = EMPTY
        self.queue: list[int] = []
        """Seats still to negotiate, or to be rewarded by the plantation."""
        self.vote = [EMPTY, EMPTY]
        """Winner and second of the active tile."""
        # the choice
        self.actor = EMPTY
        self.ask = Ask.NOTHING
        self.options: list[int] = []
        """The ways forward; taking back comes on top of them."""
        self.picks: list[int] = []
        """Choices made of a play, a pawn's way or a negotiation that isn't complete yet."""
        self.depths: list[int] = []
        """Lengths of `picks` at which the player was asked."""
        self.frames: list[list[int]] = []
        self.deeds: list[Deed] = []
        """The story of the present chapter."""

    def copy_to(self, other: Table) -> None:  # noqa: PLR0915 - a line a field
        """Make `other` an independent copy, telling nothing."""
        other.box = self.box
        other.seats = self.seats
        other.rng = self.rng.clone()
        other.told = None
        other.cache = None
        other.step = self.step
        other.substep = self.substep
        other.round = self.round
        other.phase = self.phase
        other.stage = self.stage
        other.order = self.order[:]
        other.turn = self.turn
        other.live = self.live[:]
        other.scores = self.scores[:]
        other.tiles = self.tiles[:]
        other.open = self.open[:]
        other.resolved = self.resolved[:]
        other.markers = self.markers[:]
        other.pawns = [pawns[:] for pawns in self.pawns]
        other.beadle = self.beadle
        other.side = self.side
        other.stack = self.stack[:]
        other.unplaced = self.unplaced[:]
        other.boxed = self.boxed[:]
        other.prizes = [prizes[:] for prizes in self.prizes]
        other.neutrals = self.neutrals[:]
        other.pool = self.pool
        other.aside = self.aside
        other.deck = self.deck[:]
        other.discard = self.discard[:]
        other.hands = [hand[:] for hand in self.hands]
        other.mayor_deck = self.mayor_deck[:]
        other.knows = self.knows[:]
        other.mayors = [mayors[:] for mayors in self.mayors]
        other.kept = self.kept[:]
        other.looked = self.looked[:]
        other.played = self.played[:]
        other.spent = self.spent[:]
        other.drawn_at_end = self.drawn_at_end
        other.moved = self.moved
        other.recruited = self.recruited
        other.shipped = self.shipped
        other.each = [each[:] for each in self.each]
        other.memo = self.memo
        other.active = self.active
        other.queue = self.queue[:]
        other.vote = self.vote[:]
        other.actor = self.actor
        other.ask = self.ask
        other.options = self.options[:]
        other.picks = self.picks[:]
        other.depths = self.depths[:]
        other.frames = [frame[:] for frame in self.frames]
        other.deeds = self.deeds[:]

    # what lies where

    def rounds(self) -> int:
        return ROUNDS[self.seats]

    def last_round(self) -> bool:
        return self.round == ROUNDS[self.seats]

    def grey(self) -> bool:
        """Whether the town grows at the end of this round."""
        return self.round % GREY[self.seats] == 0

    def activates(self) -> bool:
        """Whether tiles are activated in this round."""
        return self.seats > 2 or self.round % 2 == 0

    def master(self, cell: int) -> int:
        """The seat whose master stands on a resolved tile, EMPTY if nobody's does."""
        for seat, pawns in enumerate(self.pawns):
            if pawns[cell]:
                return seat
        return EMPTY

    def holds(self, seat: int, tiles: list[int]) -> bool:
        """Whether a master of the seat stands on one of these tiles."""
        pawns = self.pawns[seat]
        return any(pawns[cell] and self.tiles[cell] in tiles for cell in self.resolved)

    def oldest_open(self) -> int:
        """The cell of the unresolved guild tile with the lowest number, EMPTY if none."""
        best, at = GUILDS, EMPTY
        for cell in self.open:
            if self.tiles[cell] < best:
                best, at = self.tiles[cell], cell
        return at

    # what happens to pawns and scores

    def gain(self, seat: int, points: int) -> None:
        """Victory points in one go; the marker goes on top of those it meets."""
        if points <= 0:
            return
        self.scores[seat] = score = self.scores[seat] + points
        self.live.remove(seat)
        at = 0
        while at < len(self.live) and self.scores[self.live[at]] > score:
            at += 1
        self.live.insert(at, seat)

    def carry(self, seat: int, source: int, target: int, number: int = 1) -> None:
        """Pawns of a seat from one place to another."""
        pawns = self.pawns[seat]
        pawns[source] -= number
        pawns[target] += number

    def recruit(self, seat: int, number: int) -> int:
        """Pawns from the supply to the Guildhall; how many there were."""
        number = min(number, self.pawns[seat][SUPPLY])
        self.carry(seat, SUPPLY, HALL, number)
        return number

    def draw(self, seat: int, number: int) -> list[int]:
        """Action cards to the seat's hand, as many as there are."""
        drawn = []
        for _ in range(number):
            if not self.deck:
                if not self.discard:
                    break
                self.deck, self.discard = self.discard, []
                self.rng.shuffle(self.deck)
            drawn.append(self.deck.pop())
        if drawn:
            hand = self.hands[seat]
            hand += drawn
            hand.sort()
            self.memo = None
        return drawn

    # the next choice

    def pose(self, seat: int, ask: Ask, options: list[int]) -> None:
        """Ask a seat; a single option is taken at once by `flow.run`."""
        self.actor = seat
        self.ask = ask
        self.options = options

    def settle(self) -> None:
        """What was being chosen is carried out: nothing of it can be taken back."""
        self.step += self.substep
        self.substep = 0
        if self.picks:
            self.picks = []
        if self.depths:
            self.depths = []
