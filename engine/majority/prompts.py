"""What a seat is asked, and the cards that it may choose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.majority.components import IDS, KIND_OF_ID, partner, turns
from engine.majority.state import DRAFT, EXCHANGE, NONE, OPEN, OVER, State
from engine.majority.telling import CARD
from engine.parts import posed
from engine.parts.packs import different
from engine.parts.values import Option, Prompt
from engine.text import Seat, Text, text

_OPTIONS: Final = tuple(
    Option(card, CARD[kind], card=f"council:{card}") for kind, card in enumerate(IDS)
)
_DONE: Final = tuple(f"majority.done.{phase}" for phase in ("draft", "exchange", "play", "open"))


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open prompts; a seat that has only one kind to choose from has none."""
    return posed.prompts(state, _opened, _answer)


def encode(_state: State, _seat: int, picks: tuple[str, ...]) -> int:
    """The kind picked."""
    return KIND_OF_ID[picks[0]]


def decode(_state: State, _seat: int, move: int) -> tuple[str, ...]:
    """The option id of a kind."""
    return (IDS[move],)


def _opened(state: State) -> dict[int, Prompt]:
    """Of seats that have a choice; where all choose at once, of those who have made it too."""
    if state.phase == OVER:
        return {}
    cards = state.packs if state.phase == DRAFT else state.hands
    opened = {}
    for seat in state.waiting if state.phase == OPEN else range(state.seats):
        held = cards[seat]
        if held[0] != held[-1]:
            opened[seat] = Prompt(
                seat=seat,
                ask=_ask(state, seat),
                options=tuple([_OPTIONS[kind] for kind in different(held)]),
                answered=None if state.chosen[seat] == NONE else _answer(state, seat),
                step=state.step,
                done=_DONE[state.phase],
            )
    return opened


def _answer(state: State, seat: int) -> tuple[str, ...]:
    return (IDS[state.chosen[seat]],)


def _ask(state: State, seat: int) -> Text:
    if state.phase == DRAFT:
        return text("majority.ask.draft", to=Seat((seat + 1) % state.seats))
    if state.phase == EXCHANGE:
        return text("majority.ask.exchange", partner=Seat(partner(seat)))
    key = "majority.ask.open" if state.phase == OPEN else "majority.ask.play"
    return text(key, turn=state.turn, turns=turns(state.round))
