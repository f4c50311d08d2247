"""The mutable heart of La Cité corrompue: deal, discards, tricks and count, event after event.

Sets of cards are ints (see `components`). A move is a card in a trick, a set of cards to discard,
or one of KEEP, KEEP_EVENT and NAME + seat.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.corrompue import prompts, telling
from engine.corrompue.components import (
    CARD_OF_ID,
    CULTE,
    FACTION,
    FACTION_CARDS,
    IDS,
    cards_in,
    deal_of,
    set_of,
)
from engine.corrompue.count import militia, tokens
from engine.corrompue.deal import deal
from engine.corrompue.phases import (
    DISCARD,
    INTERRUPT,
    KEEP,
    KEEP_EVENT,
    NAME,
    NOBODY,
    NOTHING,
    OVER,
    TRICK,
)
from engine.corrompue.result import result
from engine.corrompue.table import Table
from engine.corrompue.trick import NO_FACTION, best, legal
from engine.values import Prompt


class State(Table):
    """A game of La Cité corrompue; see `engine.game.State`."""

    __slots__ = ()

    # -- the contract -------------------------------------------------------------------

    def asked(self) -> list[int]:
        """Seats whose choice is still missing: several for the discards, else one."""
        return self.waiting

    def moves(self, seat: int) -> Sequence[int]:
        """Every legal move of a seat that is asked."""
        if self.phase == TRICK:
            return cards_in(self.legal(seat))
        if self.phase == DISCARD:
            bits = [1 << card for card in cards_in(self.hands[seat])]
            return [sum(chosen) for chosen in combinations(bits, self.handed[seat])]
        answers = [KEEP] if self.last_trick else [KEEP, KEEP_EVENT]
        taker = self.taker
        return [*answers, *(NAME + named for named in range(self.seats) if named != taker)]

    def apply(self, seat: int, move: int) -> None:
        """Carry out a move and go on to the next choice."""
        if self.phase == DISCARD:
            if self.chosen[seat] == NOTHING:
                self.waiting.remove(seat)
            self.chosen[seat] = move
            if self.waiting:
                if self.built is not None:
                    self.built = self.built | {seat: prompts.discard(self, seat)}
                return
            self._discard()
        else:
            self.waiting = []
            if self.phase == TRICK:
                self._lay(seat, move)
            else:
                self._answer(move)
        self._go_on()

    def prompts(self) -> dict[int, Prompt]:
        """The open prompts by seat."""
        if self.built is None:
            self.built = prompts.prompts(self)
        return self.built

    def encode(self, seat: int, picks: tuple[str, ...]) -> int:
        """The move of these picks."""
        if self.phase == INTERRUPT:
            return prompts.ANSWERS.index(picks[0])
        cards = [CARD_OF_ID[pick] for pick in picks]
        return set_of(cards) if self.phase == DISCARD else cards[0]

    def decode(self, seat: int, move: int) -> tuple[str, ...]:
        """The picks of this move."""
        if self.phase == INTERRUPT:
            return (prompts.ANSWERS[move],)
        return tuple(IDS[card] for card in (cards_in(move) if self.phase == DISCARD else (move,)))

    # -- what others ask of the core ------------------------------------------------------

    @property
    def taker(self) -> int:
        """Who takes the trick, as it lies, without the Milice token; NOBODY before a card."""
        if not self.plays:
            return NOBODY
        return (self.leader + best(self.plays)) % self.seats

    @property
    def last_trick(self) -> bool:
        """Whether nobody has a card left after this trick is complete."""
        return self.hands[self.leader] == 0

    @property
    def tricks(self) -> int:
        """Tricks of an event."""
        return deal_of(self.seats, self.options).hand

    def legal(self, seat: int) -> int:
        """The cards that this seat may play to the trick."""
        return legal(self.hands[seat], self.faction)

    # -- an event -------------------------------------------------------------------------

    def begin_event(self) -> None:
        """Shuffle, deal, and hand out the Culte cards for Noblesse tokens."""
        self.event += 1
        self.trick = 0
        self.spent = self.quiet = False
        self.won, self.discards = [0] * self.seats, [0] * self.seats
        self.voids, self.culte_played = [0] * self.seats, [0] * self.seats
        self.opener = self.leader = (self.dealer + 1) % self.seats
        self.rng = self.rng.clone()
        row = deal_of(self.seats, self.options)
        dealt = deal(self.rng, row, self.noblesse, self.opener)
        self.hands, drawn, self.culte_pile, self.aside = dealt
        self.handed = [cards.bit_count() for cards in drawn]
        if self.told is not None:
            telling.event_begins(self, drawn)
        self.chosen = [NOTHING] * self.seats
        self.waiting = [seat for seat, cards in enumerate(self.handed) if cards]
        if self.waiting:
            self.phase = DISCARD
            self.step += 1
            self.built = None
        else:
            self._next_trick()
        self._go_on()

    def _discard(self) -> None:
        for seat, cards in enumerate(self.chosen):
            self.hands[seat] ^= cards
            self.discards[seat] = cards
        self.chosen = [NOTHING] * self.seats
        if self.told is not None:
            telling.discarded(self)
        self._next_trick()

    # -- a trick --------------------------------------------------------------------------

    def _next_trick(self) -> None:
        self.trick += 1
        self.phase = TRICK

    def _go_on(self) -> None:
        """Play what is forced, until somebody has a choice or the game is over."""
        while not self.waiting and self.phase == TRICK:
            if len(self.plays) == self.seats:
                self._complete()
                continue
            seat = (self.leader + len(self.plays)) % self.seats
            cards = self.legal(seat)
            if cards & (cards - 1):
                self._ask(TRICK, seat)
            else:
                self._lay(seat, cards.bit_length() - 1)

    def _ask(self, phase: int, seat: int) -> None:
        self.phase = phase
        self.waiting = [seat]
        self.step += 1
        self.built = None

    def _lay(self, seat: int, card: int) -> None:
        faction = FACTION[card]
        if self.faction == NO_FACTION:
            self.faction = NO_FACTION if faction == CULTE else faction
        elif faction != self.faction:
            self.voids[seat] |= 1 << self.faction
        if faction == CULTE:
            self.culte_played[seat] += 1
        self.hands[seat] ^= 1 << card
        self.plays += (card,)
        if self.told is not None:
            telling.played(self, seat, card)

    def _complete(self) -> None:
        """The last card of a trick is down: the Milice may interrupt."""
        if self.milice == NOBODY or self.spent or self.quiet:
            self._take(self.taker)
        else:
            self._ask(INTERRUPT, self.milice)

    def _answer(self, move: int) -> None:
        self.phase = TRICK
        if move < NAME:
            self.quiet = move == KEEP_EVENT
            self._take(self.taker)
        else:
            self.spent = True
            if self.told is not None:
                telling.interrupted(self, move - NAME)
            self._take(move - NAME)

    def _take(self, seat: int) -> None:
        """This seat wins the cards and leads the next trick."""
        self.won[seat] |= set_of(self.plays)
        self.last = (self.leader, seat, self.plays)
        self.plays = ()
        self.faction = NO_FACTION
        if self.told is not None:
            telling.taken(self, seat)
        self.leader = seat
        if self.hands[seat]:
            self._next_trick()
        else:
            self._count()

    # -- the count ------------------------------------------------------------------------

    def _count(self) -> None:
        """Give the tokens; end the game or begin the next event."""
        won = [[(cards & of).bit_count() for cards in self.won] for of in FACTION_CARDS[:CULTE]]
        noblesse, paysan, milice = won
        self.counts += (tuple(row[seat] for seat in range(self.seats) for row in won),)
        for held, given in ((self.noblesse, tokens(noblesse)), (self.paysan, tokens(paysan))):
            for seat, token in enumerate(given):
                held[seat] += token
        holder = militia(milice)
        self.milice = NOBODY if holder is None else holder
        if self.told is not None:
            telling.counted(self, won)
        outcome = result(self.noblesse, self.paysan)
        if outcome is None:
            self.dealer = self.opener
            self.begin_event()
            return
        self.phase = OVER
        self.step += 1
        self.built = None
        if self.told is not None:
            telling.ended(self, outcome)
