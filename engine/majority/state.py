"""The mutable heart of The Majority: a draft, an exchange, turns and a debate, four times.

A move is the kind of the card chosen. Colour totals lie flat, at ``seat * 3 + colour``.
"""

from __future__ import annotations

from typing import Final

from engine.majority import telling
from engine.majority.components import CARDS, COLOUR, COLOURS, COMPONENTS, IDS, KIND_OF_ID, POWER
from engine.majority.debate import pay
from engine.majority.options import MajorityOptions
from engine.majority.phases import DRAFT, EXCHANGE, NONE, OPEN, OVER, PLAY
from engine.majority.prompts import prompt
from engine.majority.turn import NOBODY, open_order, settle
from engine.values import Event, Prompt

_ROUNDS = COMPONENTS.rounds
_ONE: Final = tuple(bytes((kind,)) for kind in range(len(CARDS)))


def _without(cards: bytes, kind: int) -> bytes:
    return cards.replace(_ONE[kind], b"", 1)


class State:
    """A game of The Majority; see `engine.game.State`.

    Packs, hands and heaps of cards are `bytes` of kinds, so that clones share them; packs rise,
    and so do hands once the draft is over.
    """

    __slots__ = (
        "built", "chosen", "debates", "deck", "discarded", "given", "gold", "hands", "last",
        "last_spy", "options", "order", "packs", "phase", "round", "seats", "spy", "step", "told",
        "totals", "turn", "waiting", "won",
    )  # fmt: skip

    seats: int
    options: MajorityOptions
    deck: bytes
    round: int
    turn: int
    """Pick of the draft or card of the round, from 1."""
    phase: int
    step: int
    hands: list[bytes]
    packs: list[bytes]
    chosen: list[int]
    """The choice of this moment by seat, or NONE; public when cards are played openly."""
    waiting: list[int]
    order: tuple[int, ...]
    """Who plays when, while cards are played openly."""
    spy: int
    """Who holds the token."""
    won: list[bytes]
    totals: list[int]
    discarded: bytes
    gold: list[int]
    last: tuple[int, ...]
    """The cards of the turn just resolved, by seat; empty before the first."""
    last_spy: int
    """Who held the token when those were revealed."""
    given: list[int]
    """What this seat gave in the exchange, until its partner has played such a card."""
    debates: tuple[tuple[int, ...], ...]
    """The totals of every debate held."""
    told: list[Event] | None
    built: dict[int, Prompt] | None
    """The prompts already made; a cache."""

    @classmethod
    def begin(cls, seats: int, options: MajorityOptions, deck: bytes, spy: int) -> State:
        """A game in which nothing is dealt yet."""
        state = cls()
        state.seats, state.options, state.deck = seats, options, deck
        state.spy = state.last_spy = spy
        state.round = state.turn = state.step = 0
        state.phase = DRAFT
        state.hands, state.packs, state.won = [b""] * seats, [b""] * seats, [b""] * seats
        state.chosen, state.given = [NONE] * seats, [NONE] * seats
        state.waiting = []
        state.order = state.last = ()
        state.totals = [0] * (seats * len(COLOURS))
        state.gold = [0] * seats
        state.discarded = b""
        state.debates = ()
        state.told = None
        state.built = None
        return state

    def clone(self) -> State:
        """An independent copy; its `told` is None."""
        other = State.__new__(State)
        other.seats = self.seats
        other.options = self.options
        other.deck = self.deck
        other.spy = self.spy
        other.round = self.round
        other.turn = self.turn
        other.phase = self.phase
        other.step = self.step
        other.hands = self.hands[:]
        other.packs = self.packs[:]
        other.chosen = self.chosen[:]
        other.waiting = self.waiting[:]
        other.order = self.order
        other.won = self.won[:]
        other.totals = self.totals[:]
        other.discarded = self.discarded
        other.gold = self.gold[:]
        other.last = self.last
        other.last_spy = self.last_spy
        other.given = self.given[:]
        other.debates = self.debates
        other.told = None
        other.built = self.built
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__slots__
            if name not in {"told", "built"}
        )

    __hash__ = None  # type: ignore[assignment]  # a state changes in place

    def asked(self) -> list[int]:
        """Seats whose choice is still missing, in seat order (one alone in open play)."""
        return self.waiting

    def moves(self, seat: int) -> list[int]:
        """The kinds that this seat may choose from, each once, in rising order."""
        cards = self.packs[seat] if self.phase == DRAFT else self.hands[seat]
        return list(dict.fromkeys(cards))

    def apply(self, seat: int, move: int) -> None:
        """Choose a card for this seat; the last choice of a moment resolves it."""
        if self.phase == OPEN:
            self._lay(seat, move)
        else:
            if self.chosen[seat] == NONE:
                self.waiting.remove(seat)
            self.chosen[seat] = move
            if self.waiting:
                if self.built is not None:
                    self.built = self.built | {seat: prompt(self, seat, self.moves(seat))}
            else:
                self._resolve()

    def prompts(self) -> dict[int, Prompt]:
        """The open prompts; a seat that has only one kind to choose from has none."""
        if self.built is None:
            seats = self.waiting if self.phase == OPEN else range(self.seats)
            moves = {seat: self.moves(seat) for seat in seats} if self.waiting else {}
            self.built = {
                seat: prompt(self, seat, kinds) for seat, kinds in moves.items() if len(kinds) > 1
            }
        return self.built

    def encode(self, seat: int, picks: tuple[str, ...]) -> int:
        """The kind picked."""
        return KIND_OF_ID[picks[0]]

    def decode(self, seat: int, move: int) -> tuple[str, ...]:
        """The option id of a kind."""
        return (IDS[move],)

    @property
    def turns(self) -> int:
        """Cards that everyone plays in this round."""
        return (_ROUNDS.first_deal if self.round == 1 else _ROUNDS.later_deal + 1) - 1

    def partner(self, seat: int) -> int:
        """The seat opposite, with four players."""
        return (seat + 2) % 4

    def begin_round(self) -> None:
        """Deal, and let everyone choose from the pack; kept cards are drafted again."""
        self.round += 1
        self.turn = 1
        self.given = [NONE] * self.seats
        dealt = _ROUNDS.first_deal if self.round == 1 else _ROUNDS.later_deal
        for seat in range(self.seats):
            self.packs[seat] = bytes(sorted(self.hands[seat] + self.deck[:dealt]))
            self.hands[seat] = b""
            self.deck = self.deck[dealt:]
        if self.told is not None:
            telling.round_begins(self)
        self._ask_all(DRAFT)

    def _ask_all(self, phase: int) -> None:
        """Open a moment in which all choose at once; a single kind is chosen unasked."""
        self.phase = phase
        self.step += 1
        self.built = None
        cards = self.packs if phase == DRAFT else self.hands
        self.chosen = [c[0] if c[0] == c[-1] else NONE for c in cards]
        self.waiting = [seat for seat, kind in enumerate(self.chosen) if kind == NONE]
        if not self.waiting:
            self._resolve()

    def _resolve(self) -> None:
        if self.phase == DRAFT:
            self._pass_packs()
        elif self.phase == EXCHANGE:
            self._exchange()
        else:
            for seat, kind in enumerate(self.chosen):
                self._leave_hand(seat, kind)
            self._reveal()

    def _leave_hand(self, seat: int, kind: int) -> None:
        self.hands[seat] = _without(self.hands[seat], kind)
        if self.seats == 4 and self.given[self.partner(seat)] == kind:
            self.given[self.partner(seat)] = NONE

    def _pass_packs(self) -> None:
        """Everyone keeps the card chosen; the rest goes left, a single card is taken there."""
        passed = [_without(pack, kind) for pack, kind in zip(self.packs, self.chosen, strict=True)]
        for seat, kind in enumerate(self.chosen):
            self.hands[seat] += _ONE[kind]
        self.packs = [passed[seat - 1] for seat in range(self.seats)]
        if len(self.packs[0]) > 1:
            self.turn += 1
            self._ask_all(DRAFT)
            return
        for seat, pack in enumerate(self.packs):
            self.hands[seat] = bytes(sorted(self.hands[seat] + pack))
        self.packs = [b""] * self.seats
        self.turn = 1
        self._ask_all(EXCHANGE if self.seats == 4 else PLAY)

    def _exchange(self) -> None:
        """Each card goes to the seat opposite."""
        self.given = self.chosen
        left = [_without(hand, kind) for hand, kind in zip(self.hands, self.given, strict=True)]
        self.hands = [
            bytes(sorted(left[seat] + _ONE[self.given[self.partner(seat)]]))
            for seat in range(self.seats)
        ]
        if self.told is not None:
            telling.exchanged(self)
        self._ask_all(PLAY)

    def _reveal(self) -> None:
        """Apply the effects, win what lies there, and go on to the next turn or the debate."""
        kinds = self.chosen
        owner, _, spy = settle(kinds, self.spy, self.options)
        self.last, self.last_spy = tuple(kinds), self.spy
        for seat, kind in enumerate(kinds):
            winner = owner[seat]
            if winner == NOBODY:
                self.discarded += _ONE[kind]
            else:
                self.won[winner] += _ONE[kind]
                self.totals[winner * 3 + COLOUR[kind]] += POWER[kind]
        if spy != NOBODY:
            self.spy = spy
        last_turn = len(self.hands[0]) == 1
        if self.told is not None:
            telling.revealed(self, open_next=spy != NOBODY and not last_turn)
        if last_turn:
            self._debate()
            return
        self.turn += 1
        if spy == NOBODY:
            self._ask_all(PLAY)
        else:
            self._play_openly(open_order(spy, self.seats))

    def _play_openly(self, order: tuple[int, ...]) -> None:
        self.phase = OPEN
        self.order = order
        self.chosen = [NONE] * self.seats
        self._ask_next(0)

    def _ask_next(self, laid: int) -> None:
        """Ask the next seat of the open order; a hand of one kind is laid unasked."""
        self.step += 1
        self.built = None
        seat = self.order[laid]
        hand = self.hands[seat]
        self.waiting = [seat]
        if hand[0] == hand[-1]:
            self._lay(seat, hand[0])

    def _lay(self, seat: int, kind: int) -> None:
        self.chosen[seat] = kind
        self._leave_hand(seat, kind)
        if self.told is not None:
            telling.laid(self, seat)
        laid = self.seats - self.chosen.count(NONE)
        if laid < self.seats:
            self._ask_next(laid)
        else:
            self.order = ()
            self._reveal()

    def _debate(self) -> None:
        """Pay each colour, then begin the next round or end the game."""
        self.debates += (tuple(self.totals),)
        for colour in range(len(COLOURS)):
            for seat, gold in enumerate(pay(self.totals[colour :: len(COLOURS)])):
                self.gold[seat] += gold
        if self.told is not None:
            telling.debated(self)
        if self.round < _ROUNDS.count:
            self.begin_round()
            return
        self.phase = OVER
        self.step += 1
        self.waiting = []
        self.built = None
        self.chosen = [NONE] * self.seats
        if self.told is not None:
            telling.ended(self)
