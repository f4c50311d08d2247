"""What is told of a game of La Cité corrompue, as words-as-data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.corrompue.components import (
    FACTION,
    FACTIONS,
    NOBLESSE,
    PAYSAN,
    VALUE,
    cards_in,
)
from engine.corrompue.state import State
from engine.text import Argument, Seat, Text, text
from engine.values import NOBODY, Event, Outcome

FACTION_NAME: Final = tuple(text(f"corrompue.faction.{faction}") for faction in FACTIONS)
CARD: Final = tuple(
    text(f"corrompue.card.{FACTIONS[faction]}", value=value)
    for faction, value in zip(FACTION, VALUE, strict=True)
)
"""Each card by faction and value ("Noblesse 7")."""


def opening(state: State) -> tuple[Event, ...]:
    """Who deals first."""
    return (Event(_begins(state), chapter=True),)


def event_begins(state: State, drawn: Sequence[int]) -> Iterator[Event]:
    """The deal, and the Culte cards drawn for Noblesse tokens; which, each seat hears alone."""
    yield Event(_begins(state))
    for seat, cards in enumerate(drawn):
        if cards:
            yield said("culte", seat=Seat(seat), n=state.handed[seat])
            names = tuple(CARD[card] for card in cards_in(cards))
            yield Event(text("corrompue.event.drawn", cards=names), seat)


def _begins(state: State) -> Text:
    return text("corrompue.event.begins", event=state.event, dealer=Seat(state.dealer))


def discarded(state: State) -> Iterator[Event]:
    """How many cards each seat discards."""
    for seat, handed in enumerate(state.handed):
        if handed:
            yield said("discards", seat=Seat(seat), n=handed)


def played(state: State, seat: int, card: int) -> Iterator[Event]:
    """A card; the first of a trick begins a chapter."""
    leads = len(state.plays) == 1
    key = "corrompue.event.leads" if leads else "corrompue.event.plays"
    yield Event(text(key, seat=Seat(seat), card=CARD[card]), chapter=leads)


def interrupted(holder: int, named: int) -> Iterator[Event]:
    """The Milice token's holder names who takes the trick."""
    yield said("interrupts", seat=Seat(holder), named=Seat(named))


def taken(seat: int) -> Iterator[Event]:
    """Who takes the trick."""
    yield said("takes", seat=Seat(seat))


def counted(
    state: State, won: Sequence[Sequence[int]], given: Sequence[Sequence[int]]
) -> Iterator[Event]:
    """The cards won of each faction, the tokens given for Noblesse and Paysan, the Milice's."""
    yield said("count", event=state.event)
    for faction, cards in enumerate(won):
        each = tuple(
            text("corrompue.won", seat=Seat(seat), cards=number)
            for seat, number in enumerate(cards)
            if number
        )
        if each:
            yield said("won", faction=FACTION_NAME[faction], each=each)
    for faction, tokens in zip((NOBLESSE, PAYSAN), given, strict=True):
        if any(tokens):
            yield _tokens(FACTIONS[faction], won[faction], tokens)
    if state.milice == NOBODY:
        yield said("milice_nobody")
    else:
        yield said("milice", seat=Seat(state.milice))


def _tokens(faction: str, won: Sequence[int], tokens: Sequence[int]) -> Event:
    seats = tuple(Seat(seat) for seat, token in enumerate(tokens) if token)
    most = max(won)
    if most < sum(won):
        return said(faction, n=len(seats), seats=seats)
    return said(f"{faction}_others", n=len(seats), seats=seats, greedy=Seat(won.index(most)))


def ended(outcome: Outcome) -> Iterator[Event]:
    """Who has won, if anybody has."""
    winners = tuple(Seat(seat) for seat in outcome.places[0])
    yield said("won_game", n=len(winners), winners=winners) if winners else said("nobody_won")


def said(key: str, /, **args: Argument) -> Event:
    """An event told to everyone."""
    return Event(text(f"corrompue.event.{key}", **args))
