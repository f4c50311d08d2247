"""The mutable heart of Guildes: a draft, the laying, the count, three times."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes import ballot, moves, prompts, tricks
from engine.guildes.components import CARD, copies
from engine.guildes.moves import NONE
from engine.guildes.table import ARROW, DRAFT, IN_TURN, LAPS, LAYING, TRICK_PHASE, WIDTH
from engine.guildes.view import GuildesOptions
from engine.rng import Rng
from engine.values import Event, Prompt


class State:
    """A game of Guildes; see `engine.game.State`.

    Packs and hands are `bytes` of guild numbers in rising order (a hand only once the draft is
    over), so that clones share them.
    """

    __slots__ = (
        "ballot", "changed", "choice", "chosen", "counts", "deck", "discard", "down", "drawn",
        "event", "first", "hands", "kinds", "laid", "lay", "marks", "open", "options", "packs",
        "phase", "revealed", "rng", "seats", "step", "substep", "told", "trick_states", "tricks",
        "turn", "waiting",
    )  # fmt: skip

    seats: int
    options: GuildesOptions
    rng: Rng
    """Shared with clones: taken through `own_rng`."""
    deck: bytes
    ballot: int
    phase: int
    turn: int
    """Pick of the draft, lap of the laying, or turn of the tricks, from 1."""
    step: int
    substep: int
    """Answers given within a trick; others must not see it grow."""
    revealed: tuple[int, ...]
    """Event cards so far."""
    event: int
    """The event whose text applies, or NONE."""
    first: int
    """Who began the lap, when cards are laid in turn, or NONE."""
    packs: Sequence[bytes]
    """Replaced as a whole, so that clones share it."""
    hands: list[bytes]
    kinds: list[bytes]
    """The different cards that each seat chooses from: of its pack, later of its hand."""
    laid: list[int]
    lay: int
    """Cards to choose at once: those of this lap; 1 outside the laying."""
    down: list[int]
    """Each seat's laid card that is still face down, or NONE."""
    choice: list[int]
    """Moves of the present moment, NONE where one is missing."""
    waiting: list[int]
    discard: bytes
    tricks: tuple[int, ...]
    """Each seat's trick of this ballot; empty without the variant."""
    trick_states: tuple[int, ...]
    marks: tuple[int, ...]
    """Added to `laid` for the next count, in the same places; empty if there are none."""
    chosen: tuple[int, ...]
    """Answers so far in the trick being played."""
    drawn: bytes
    """Cards drawn from the discard pile, one of which has to be laid."""
    counts: tuple[tuple[int, ...], ...]
    """Votes of each ballot, in the same places as `laid`."""
    told: list[Event] | None
    open: dict[int, Prompt] | None
    """The open prompts once they are made, but for `changed`; never changed, so clones share it."""
    changed: int
    """A seat that has chosen since `open` was made, or NONE."""

    @classmethod
    def begin(cls, seats: int, options: GuildesOptions, seed: int) -> State:
        """A game about to begin: the first packs are dealt."""
        state = cls()
        state.seats, state.options, state.rng = seats, options, Rng(seed)
        deck = [guild for guild, number in enumerate(copies(seats)) for _ in range(number)]
        state.rng.shuffle(deck)
        state.deck = bytes(deck)
        state.ballot = state.phase = state.turn = state.step = state.substep = 0
        state.event = state.first = state.changed = NONE
        state.lay = 1
        state.laid = [0] * (seats * WIDTH)
        state.discard = state.drawn = b""
        state.revealed = state.tricks = state.trick_states = state.marks = state.chosen = ()
        state.counts = ()
        state.told = None
        ballot.begin(state)
        ballot.go_on(state)
        return state

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        other = State.__new__(State)
        other.seats = self.seats
        other.options = self.options
        other.rng = self.rng
        other.deck = self.deck
        other.ballot = self.ballot
        other.phase = self.phase
        other.turn = self.turn
        other.step = self.step
        other.substep = self.substep
        other.revealed = self.revealed
        other.event = self.event
        other.first = self.first
        other.packs = self.packs
        other.hands = self.hands[:]
        other.kinds = self.kinds[:]
        other.laid = self.laid[:]
        other.lay = self.lay
        other.down = self.down[:]
        other.choice = self.choice[:]
        other.waiting = self.waiting[:]
        other.discard = self.discard
        other.tricks = self.tricks
        other.trick_states = self.trick_states
        other.marks = self.marks
        other.chosen = self.chosen
        other.drawn = self.drawn
        other.counts = self.counts
        other.told = None
        other.open = self.open
        other.changed = self.changed
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        caches = ("told", "open", "changed", "kinds")
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name not in caches
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes in place

    # -- the contract -------------------------------------------------------------------

    def asked(self) -> Sequence[int]:
        """Seats whose choice is missing."""
        return self.waiting

    def moves(self, seat: int) -> Sequence[int]:
        """Every legal move of a seat that is asked."""
        if self.phase == TRICK_PHASE:
            return tricks.moves(self)
        if self.lay == 1:
            return self.kinds[seat]
        hand = self.hands[seat]
        pairs = [
            moves.pair(one, other) for place, one in enumerate(hand) for other in hand[place + 1 :]
        ]
        return tuple(dict.fromkeys(pairs))

    def apply(self, seat: int, move: int) -> None:
        """Carry out a move; the last one of a simultaneous choice moves everything on."""
        if self.phase == TRICK_PHASE:
            tricks.answer(self, seat, move)
        else:
            if self.choice[seat] == NONE:
                self.waiting.remove(seat)
            self.choice[seat] = move
            if self.open is not None:
                if self.changed != NONE:
                    self.open = None
                self.changed = seat
        if not self.waiting:
            ballot.go_on(self)

    def prompts(self) -> dict[int, Prompt]:
        """Open prompts by seat."""
        opened = self.open
        if opened is None:
            opened = self.open = prompts.prompts(self)
        elif self.changed != NONE and self.changed in opened:
            changed = prompts.answered(self, opened[self.changed])
            opened = self.open = {**opened, self.changed: changed}
        self.changed = NONE
        return opened

    def encode(self, seat: int, picks: tuple[str, ...]) -> int:
        """The move of these picks."""
        return moves.encode(picks)

    def decode(self, seat: int, move: int) -> tuple[str, ...]:
        """The picks of this move."""
        return moves.decode(move)

    # -- what others ask of the core ------------------------------------------------------

    @property
    def simultaneous(self) -> bool:
        """Whether all choose at once, in secret."""
        return self.phase < LAYING or (self.phase == LAYING and self.event != IN_TURN)

    @property
    def laps(self) -> tuple[int, ...]:
        """Cards to lay in each lap of this ballot."""
        return LAPS[self.seats, self.event]

    @property
    def direction(self) -> str:
        """Where packs travel."""
        return ARROW[self.revealed[-1]]

    def own_rng(self) -> Rng:
        """The generator, no longer shared with clones."""
        self.rng = rng = self.rng.clone()
        return rng

    def totals(self) -> list[int]:
        """Votes so far by seat."""
        return [
            sum(sum(votes[seat * WIDTH : (seat + 1) * WIDTH]) for votes in self.counts)
            for seat in range(self.seats)
        ]

    def places(self) -> list[list[int]]:
        """Seats by place (Guildes, end: votes, then by option the Milice laid)."""
        milice = self.laid[WIDTH - 1 :: WIDTH]
        if self.options.tie_break == "shared":
            milice = [0] * self.seats
        keys = list(zip(self.totals(), milice, strict=True))
        return [
            [seat for seat in range(self.seats) if keys[seat] == key]
            for key in sorted(set(keys), reverse=True)
        ]

    def sort_out(self) -> None:
        """Find the kinds among packs or hands anew."""
        holdings = self.packs if self.phase == DRAFT else self.hands
        self.kinds = [bytes(dict.fromkeys(cards)) for cards in holdings]

    def take_from_hand(self, seat: int, card: int) -> None:
        """One card less in a hand."""
        one = CARD[card]
        self.hands[seat] = hand = self.hands[seat].replace(one, b"", 1)
        if one not in hand:
            self.kinds[seat] = self.kinds[seat].replace(one, b"")

    def discard_hand(self, seat: int) -> None:
        """Unlaid cards go to the discard pile, unseen."""
        self.discard += self.hands[seat]
        self.hands[seat] = b""
