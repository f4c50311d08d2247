"""The deal of an event: hands, Culte cards for Noblesse tokens, discards for these."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

from engine.corrompue import telling
from engine.corrompue.components import ALONE, CULTE, FACTION_CARDS, DealRow, cards_in, deal_of
from engine.corrompue.state import DISCARD, NOTHING, TRICK, State
from engine.parts.rng import Rng, own_rng
from engine.parts.telling import tell

_CULTE: Final = [ALONE[card] for card in cards_in(FACTION_CARDS[CULTE])]
_DECK: Final = [ALONE[card] for card in cards_in(sum(FACTION_CARDS[:CULTE]))]


class Dealt(NamedTuple):
    """Sets of cards; hands include the Culte cards `drawn` for Noblesse tokens, both by seat."""

    hands: list[int]
    drawn: list[int]
    culte_pile: int
    aside: int


def deal(rng: Rng, row: DealRow, noblesse: Sequence[int], first: int) -> Dealt:
    """Deal one event; `first`: the seat to the dealer's left, served first from the Culte pile."""
    culte = _CULTE[:]
    rng.shuffle(culte)
    deck = [*_DECK, *(culte.pop() for _ in range(row.culte))]
    rng.shuffle(deck)
    size, hands = row.hand, []
    for _ in range(row.seats):
        hands.append(sum(deck[-size:]))
        del deck[-size:]
    order = [(first + step) % row.seats for step in range(row.seats)]
    due = shares(noblesse, order, len(culte))
    drawn = [0] * row.seats
    for seat in order:
        for _ in range(due[seat]):
            drawn[seat] |= culte.pop()
        hands[seat] |= drawn[seat]
    return Dealt(hands, drawn, culte_pile=sum(culte), aside=sum(deck))


def shares(noblesse: Sequence[int], order: Sequence[int], pile: int) -> list[int]:
    """How many Culte cards each seat gets for its Noblesse tokens (rules: an event).

    One at a time, round after round in this order, to those who are still owed one; once the
    pile is empty, the tokens not served bring nothing.
    """
    due = [0] * len(noblesse)
    rounds = (seat for turn in range(max(noblesse)) for seat in order if noblesse[seat] > turn)
    for seat in islice(rounds, pile):
        due[seat] += 1
    return due


def begin_event(state: State) -> None:
    """Shuffle and deal; whoever was handed Culte cards has as many cards to discard."""
    seats = state.seats
    state.event += 1
    state.trick = 0
    state.spent = state.quiet = False
    state.won, state.discards = [0] * seats, [0] * seats
    state.voids, state.culte_played = [0] * seats, [0] * seats
    state.opener = state.leader = (state.dealer + 1) % seats
    dealt = deal(own_rng(state), deal_of(seats, state.options), state.noblesse, state.opener)
    state.hands, drawn, state.culte_pile, state.aside = dealt
    state.handed = [cards.bit_count() for cards in drawn]
    tell(state, telling.event_begins, state, drawn)
    state.chosen = [NOTHING] * seats
    state.waiting = [seat for seat, cards in enumerate(state.handed) if cards]
    if state.waiting:
        state.phase = DISCARD
        state.step += 1
        state.posed = None
    else:
        begin_tricks(state)


def discard(state: State) -> None:
    """Everyone's discards are chosen."""
    for seat, cards in enumerate(state.chosen):
        state.hands[seat] ^= cards
    state.discards = state.chosen
    state.chosen = [NOTHING] * state.seats
    begin_tricks(state)


def begin_tricks(state: State) -> None:
    """The hands are as they will be played."""
    state.trick, state.phase = 1, TRICK
