"""What a seat is asked, and its options."""

from __future__ import annotations

from collections.abc import Mapping

from engine.game import Option, Prompt
from engine.text import Seat, text
from liars_dice.flow import moves
from liars_dice.state import CALL, State, bid_of, number_and_face
from liars_dice.telling import bid

_CALL = "call"


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open prompt: only one player is asked at a time."""
    return {seat: _prompt(state, seat) for seat in state.waiting}


def encode(_state: State, _seat: int, picks: tuple[str, ...]) -> int:
    """The move of these picks."""
    if picks[0] == _CALL:
        return CALL
    _, number, face = picks[0].split(":")
    return bid_of(int(number), int(face))


def decode(_state: State, _seat: int, move: int) -> tuple[str, ...]:
    """The picks of this move."""
    return (_id(move),)


def _id(move: int) -> str:
    """The option of a move ("bid:4:5")."""
    if move == CALL:
        return _CALL
    number, face = number_and_face(move)
    return f"bid:{number}:{face}"


def _prompt(state: State, seat: int) -> Prompt:
    opens = state.bid == CALL
    return Prompt(
        seat=seat,
        ask=text("liars_dice.ask.open")
        if opens
        else text("liars_dice.ask.raise", bidder=Seat(state.bidder), bid=bid(state.bid)),
        options=tuple(_option(state, move) for move in moves(state, seat)),
        step=state.step,
        done="liars_dice.done",
    )


def _option(state: State, move: int) -> Option:
    if move == CALL:
        return Option(_CALL, text("liars_dice.call", bidder=Seat(state.bidder)), role="confirm")
    _, face = number_and_face(move)
    return Option(_id(move), bid(move), card=f"die:{face}")
