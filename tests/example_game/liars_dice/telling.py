"""What is told of a game of liar's dice, as words-as-data."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.game import Event
from engine.parts.awards import Award
from engine.text import Argument, Seat, Text, text
from liars_dice.components import FACES
from liars_dice.state import State, number_and_face

FACE = (None, *(text(f"liars_dice.face.{face}") for face in range(1, FACES + 1)))
"""Each face by its number."""

AWARDS: Final = (
    Award("calls", told=("liars_dice.event.calls",), who="caller"),
    Award("bids", told=("liars_dice.event.bids",), who="seat", least=3),
)


def dice(hand: bytes) -> tuple[Text, ...]:
    """Dice as a list of faces."""
    return tuple(text(f"liars_dice.face.{face}") for face in hand)


def bid(move: int) -> Text:
    """A bid ("4 fives")."""
    number, face = number_and_face(move)
    return text(f"liars_dice.bid.{face}", n=number)


def round_begins(state: State) -> Iterator[Event]:
    """Who starts; what lies under a cup, its owner hears alone."""
    begins = text("liars_dice.event.round", round=state.round, starter=Seat(state.starter))
    yield Event(begins, chapter=True)
    for seat, hand in enumerate(state.hands):
        if hand:
            yield Event(text("liars_dice.event.rolled", dice=dice(hand)), seat)


def bids(seat: int, move: int) -> Iterator[Event]:
    """A bid."""
    yield _said("bids", seat=Seat(seat), bid=bid(move))


def calls(state: State, count: int) -> Iterator[Event]:
    """A call, the cups lifted, and who loses a die."""
    move, bidder, caller, loser = state.called
    yield _said("calls", caller=Seat(caller), bidder=Seat(bidder), bid=bid(move))
    for seat, hand in enumerate(state.lifted):
        if hand:
            yield _said("lifts", seat=Seat(seat), dice=dice(hand))
    yield _said("counted", n=count)
    yield _said("loses", seat=Seat(loser), n=len(state.hands[loser]))


def leaves(seat: int) -> Iterator[Event]:
    """Somebody's last die is gone."""
    yield _said("out", seat=Seat(seat))


def ended(winner: int) -> Iterator[Event]:
    """Who has won."""
    yield _said("won", seat=Seat(winner))


def _said(key: str, /, **args: Argument) -> Event:
    return Event(text(f"liars_dice.event.{key}", **args))
