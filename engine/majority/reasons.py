"""Why a card looks good, in words: what it does, and what its colour would pay with it."""

from __future__ import annotations

from engine.majority.components import COLOUR, COLOURS, EFFECT, POWER, partner
from engine.majority.debate import pay, ranks
from engine.majority.state import EXCHANGE, State
from engine.majority.telling import COLOUR_NAME
from engine.text import Seat, Text, text


def reason(state: State, seat: int, kind: int) -> Text:
    """Why this card, of the cards won and of what it says."""
    if state.phase == EXCHANGE:
        return text(
            "majority.reason.exchange",
            partner=Seat(partner(seat)),
            why=_won(state, partner(seat), kind, "partner"),
        )
    effect = EFFECT[kind]
    if effect is None:
        return _won(state, seat, kind, "own")
    return text(f"majority.reason.{effect}", colour=COLOUR_NAME[COLOUR[kind]], power=POWER[kind])


def _won(state: State, seat: int, kind: int, whose: str) -> Text:
    """Where the seat's total would stand in the card's colour."""
    colour = COLOUR[kind]
    totals = state.totals[colour :: len(COLOURS)]
    totals[seat] += POWER[kind]
    gold, place = pay(totals)[seat], ranks(totals)[seat]
    how = "first" if place == 1 else "second" if gold else "behind"
    return text(
        f"majority.reason.{whose}.{how}", colour=COLOUR_NAME[colour], power=totals[seat], n=gold
    )
