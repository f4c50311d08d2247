"""Why a card looks good, in words: what it does, and what its colour would pay with it."""

from __future__ import annotations

from typing import Final

from engine.majority.components import COLOUR, COLOURS, EFFECT, POWER, partner
from engine.majority.debate import pay, ranks
from engine.majority.state import EXCHANGE, OPEN, PLAY, State
from engine.majority.telling import COLOUR_NAME
from engine.text import Seat, Text, text

KEPT: Final = 1
"""Cards that stay in hand for the next round: the one before is the round's last."""


def reason(state: State, seat: int, kind: int) -> Text:
    """Why this card, of the cards won and of what it says."""
    effect = EFFECT[kind]
    if state.phase == EXCHANGE:
        other = partner(seat)
        why = text("majority.reason.partner.betrayal")
        if effect != "betrayal":
            why = _won(state, other, kind, "partner")
        return text("majority.reason.exchange", partner=Seat(other), why=why)
    match effect:
        case None:
            return _won(state, seat, kind, "own")
        case "betrayal":
            return _betrayed(state, (seat - 1) % state.seats, kind)
        case "spy" if state.phase in (PLAY, OPEN) and len(state.hands[seat]) == KEPT + 1:
            return text("majority.reason.spy_last")
    return text(f"majority.reason.{effect}", colour=COLOUR_NAME[COLOUR[kind]], power=POWER[kind])


def _betrayed(state: State, neighbour: int, kind: int) -> Text:
    """What a card brings the neighbour whom it goes to."""
    totals = _with(state, neighbour, kind)
    return text(
        "majority.reason.betrayal",
        player=Seat(neighbour),
        colour=COLOUR_NAME[COLOUR[kind]],
        power=totals[neighbour],
        n=pay(totals)[neighbour],
    )


def _with(state: State, seat: int, kind: int) -> list[int]:
    """The totals of a card's colour once this seat has won it."""
    totals = state.totals[COLOUR[kind] :: len(COLOURS)]
    totals[seat] += POWER[kind]
    return totals


def _won(state: State, seat: int, kind: int, whose: str) -> Text:
    """Where the seat's total would stand in the card's colour."""
    colour = COLOUR[kind]
    totals = _with(state, seat, kind)
    gold, place = pay(totals)[seat], ranks(totals)[seat]
    how = "first" if place == 1 else "second" if gold else "behind"
    return text(
        f"majority.reason.{whose}.{how}",
        colour=COLOUR_NAME[colour],
        power=totals[seat],
        n=gold,
        before=pay(state.totals[colour :: len(COLOURS)])[seat],
    )
