"""What a seat is asked, and the cards that it may choose."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.majority.components import IDS
from engine.majority.phases import DRAFT, EXCHANGE, NONE, OPEN
from engine.majority.telling import CARD
from engine.text import Seat, Text, text
from engine.values import Option, Prompt

if TYPE_CHECKING:
    from engine.majority.state import State

_OPTIONS: Final = tuple(
    Option(card, CARD[kind], card=f"council:{card}") for kind, card in enumerate(IDS)
)
_DONE: Final = ("majority.done.draft", "majority.done.exchange", "majority.done.play")


def prompt(state: State, seat: int, kinds: Sequence[int]) -> Prompt:
    """The choice of one of these kinds of card."""
    chosen = state.chosen[seat]
    return Prompt(
        seat=seat,
        ask=_ask(state.phase, state.turn, state.turns, state.partner(seat)),
        options=tuple([_OPTIONS[kind] for kind in kinds]),
        answered=None if chosen == NONE else (IDS[chosen],),
        step=state.step,
        done=_DONE[state.phase] if state.phase < OPEN else "majority.done.open",
    )


@lru_cache
def _ask(phase: int, turn: int, turns: int, partner: int) -> Text:
    if phase == DRAFT:
        return text("majority.ask.draft", pick=turn, picks=turns)
    if phase == EXCHANGE:
        return text("majority.ask.exchange", partner=Seat(partner))
    key = "majority.ask.open" if phase == OPEN else "majority.ask.play"
    return text(key, turn=turn, turns=turns)
