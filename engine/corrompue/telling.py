"""What is told of a game of La Cité corrompue, as words-as-data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from engine.corrompue.components import (
    FACTION,
    FACTIONS,
    MILICE,
    NOBLESSE,
    PAYSAN,
    VALUE,
    cards_in,
)
from engine.corrompue.count import militia, tokens
from engine.text import Argument, Seat, Text, text
from engine.values import Event, Outcome

if TYPE_CHECKING:
    from engine.corrompue.state import State

FACTION_NAME: Final = tuple(text(f"corrompue.faction.{faction}") for faction in FACTIONS)
CARD: Final = tuple(
    text(f"corrompue.card.{FACTIONS[faction]}", value=value)
    for faction, value in zip(FACTION, VALUE, strict=True)
)
"""Each card by faction and value ("Noblesse 7")."""


def opening(state: State) -> tuple[Event, ...]:
    """Who deals first."""
    return (Event(_begins(state), chapter=True),)


def event_begins(state: State, drawn: Sequence[int]) -> None:
    """The deal, and the Culte cards drawn for Noblesse tokens; which, each seat hears alone."""
    _tell(state, _begins(state))
    for seat, cards in enumerate(drawn):
        if cards:
            _said(state, "culte", seat=Seat(seat), n=state.handed[seat])
            names = tuple(CARD[card] for card in cards_in(cards))
            _tell(state, text("corrompue.event.drawn", cards=names), seat=seat)


def _begins(state: State) -> Text:
    return text("corrompue.event.begins", event=state.event, dealer=Seat(state.dealer))


def discarded(state: State) -> None:
    for seat, handed in enumerate(state.handed):
        if handed:
            _said(state, "discards", seat=Seat(seat), n=handed)


def played(state: State, seat: int, card: int) -> None:
    """A card; the first of a trick begins a chapter."""
    if len(state.plays) == 1:
        said = text("corrompue.event.leads", seat=Seat(seat), card=CARD[card])
        _tell(state, said, chapter=True)
    else:
        _said(state, "plays", seat=Seat(seat), card=CARD[card])


def interrupted(state: State, named: int) -> None:
    _said(state, "interrupts", seat=Seat(state.milice), named=Seat(named))


def taken(state: State, seat: int) -> None:
    _said(state, "takes", seat=Seat(seat))


def counted(state: State, won: Sequence[Sequence[int]]) -> None:
    """The cards won of each faction, and who gets its token."""
    _said(state, "count", event=state.event)
    for faction, cards in enumerate(won):
        each = tuple(
            text("corrompue.won", seat=Seat(seat), cards=number)
            for seat, number in enumerate(cards)
            if number
        )
        if each:
            _said(state, "won", faction=FACTION_NAME[faction], each=each)
    for faction in (NOBLESSE, PAYSAN):
        _tell_tokens(state, faction, won[faction])
    holder = militia(won[MILICE])
    if holder is None:
        _said(state, "milice_nobody")
    else:
        _said(state, "milice", seat=Seat(holder))


def _tell_tokens(state: State, faction: int, won: Sequence[int]) -> None:
    given = tuple(Seat(seat) for seat, token in enumerate(tokens(won)) if token)
    if not given:
        return
    name = FACTIONS[faction]
    if max(won) == sum(won):
        greedy = Seat(won.index(max(won)))
        _said(state, f"{name}_others", n=len(given), seats=given, greedy=greedy)
    else:
        _said(state, name, n=len(given), seats=given)


def ended(state: State, outcome: Outcome) -> None:
    winners = tuple(Seat(seat) for seat in outcome.places[0])
    if winners:
        _said(state, "won_game", n=len(winners), winners=winners)
    else:
        _said(state, "nobody_won")


def _said(state: State, key: str, /, **args: Argument) -> None:
    _tell(state, text(f"corrompue.event.{key}", **args))


def _tell(state: State, said: Text, *, seat: int | None = None, chapter: bool = False) -> None:
    if state.told is not None:
        state.told.append(Event(said, seat, chapter))
