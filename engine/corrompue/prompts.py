"""What a seat is asked, and its options."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.corrompue.components import IDS, SEATS, cards_in
from engine.corrompue.phases import DISCARD, INTERRUPT, NAME, NOTHING, OVER
from engine.corrompue.telling import CARD, FACTION_NAME
from engine.corrompue.trick import NO_FACTION
from engine.text import Seat, Text, text
from engine.values import Option, Prompt

if TYPE_CHECKING:
    from engine.corrompue.state import State

ANSWERS: Final = ("keep", "keep_event", *(f"seat:{seat}" for seat in range(max(SEATS))))
"""The option id of every answer of the Milice token's holder."""

_CARDS: Final = tuple(
    Option(name, CARD[card], card=f"faction:{name}") for card, name in enumerate(IDS)
)
_ANSWERS: Final = (
    Option("keep", text("corrompue.answer.keep")),
    Option("keep_event", text("corrompue.answer.keep_event"), role="pass"),
    *(
        Option(ANSWERS[NAME + seat], text("corrompue.answer.seat", seat=Seat(seat)))
        for seat in range(max(SEATS))
    ),
)


def prompts(state: State) -> dict[int, Prompt]:
    """The open prompts by seat; those due a discard stay until the last has chosen."""
    if state.phase == DISCARD:
        return {seat: discard(state, seat) for seat in range(state.seats) if state.handed[seat]}
    if state.phase == OVER:
        return {}
    make = _interrupt if state.phase == INTERRUPT else _play
    return {seat: make(state, seat) for seat in state.waiting}


def discard(state: State, seat: int) -> Prompt:
    """As many cards as Culte cards were handed."""
    chosen, due = state.chosen[seat], state.handed[seat]
    return Prompt(
        seat=seat,
        ask=text("corrompue.ask.discard", n=due),
        options=tuple([_CARDS[card] for card in cards_in(state.hands[seat])]),
        least=due,
        most=due,
        answered=None if chosen == NOTHING else tuple(IDS[card] for card in cards_in(chosen)),
        step=state.step,
        done="corrompue.done.discard",
    )


def _play(state: State, seat: int) -> Prompt:
    return Prompt(
        seat=seat,
        ask=_ask(state.faction, leads=not state.plays),
        options=tuple([_CARDS[card] for card in cards_in(state.legal(seat))]),
        step=state.step,
        done="corrompue.done.play",
    )


@lru_cache
def _ask(faction: int, *, leads: bool) -> Text:
    if leads:
        return text("corrompue.ask.lead")
    if faction == NO_FACTION:
        return text("corrompue.ask.culte")
    return text("corrompue.ask.play", faction=FACTION_NAME[faction])


def _interrupt(state: State, seat: int) -> Prompt:
    return Prompt(
        seat=seat,
        ask=text(
            "corrompue.ask.interrupt",
            winner=Seat(state.taker),
            cards=tuple(CARD[card] for card in state.plays),
        ),
        options=tuple([_ANSWERS[move] for move in state.moves(seat)]),
        step=state.step,
        done="corrompue.done.interrupt",
    )
