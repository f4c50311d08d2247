"""What a seat is asked, and its options."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from engine.corrompue.components import (
    CARD_OF_ID,
    FACTION,
    IDS,
    NO_FACTION,
    SEATS,
    cards_in,
    set_of,
)
from engine.corrompue.flow import NAME, moves
from engine.corrompue.state import DISCARD, INTERRUPT, NOTHING, State
from engine.corrompue.telling import CARD, FACTION_NAME
from engine.corrompue.trick import winning
from engine.parts import posed
from engine.parts.values import Option, Prompt
from engine.text import Seat, Text, text

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


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open prompts by seat; those due a discard stay until the last has chosen."""
    return posed.prompts(state, _opened, _answer)


def encode(state: State, _seat: int, picks: tuple[str, ...]) -> int:
    """The move of these picks."""
    if state.phase == INTERRUPT:
        return ANSWERS.index(picks[0])
    cards = [CARD_OF_ID[pick] for pick in picks]
    return set_of(cards) if state.phase == DISCARD else cards[0]


def decode(state: State, _seat: int, move: int) -> tuple[str, ...]:
    """The picks of this move."""
    if state.phase == INTERRUPT:
        return (ANSWERS[move],)
    return tuple(IDS[card] for card in (cards_in(move) if state.phase == DISCARD else (move,)))


def _opened(state: State) -> dict[int, Prompt]:
    if state.phase == DISCARD:
        return {seat: _discard(state, seat) for seat in range(state.seats) if state.handed[seat]}
    make = _interrupt if state.phase == INTERRUPT else _play
    return {seat: make(state, seat) for seat in state.waiting}


def _answer(state: State, seat: int) -> tuple[str, ...]:
    return decode(state, seat, state.chosen[seat])


def _discard(state: State, seat: int) -> Prompt:
    """As many cards as Culte cards were handed."""
    due = state.handed[seat]
    return Prompt(
        seat=seat,
        ask=text("corrompue.ask.discard", n=due),
        options=tuple([_CARDS[card] for card in cards_in(state.hands[seat])]),
        least=due,
        most=due,
        answered=None if state.chosen[seat] == NOTHING else _answer(state, seat),
        step=state.step,
        done="corrompue.done.discard",
    )


def _play(state: State, seat: int) -> Prompt:
    cards = moves(state, seat)
    return Prompt(
        seat=seat,
        ask=_ask(state.faction, cards, leads=not state.plays),
        options=tuple([_CARDS[card] for card in cards]),
        step=state.step,
        done="corrompue.done.play",
    )


def _ask(faction: int, cards: Iterable[int], *, leads: bool) -> Text:
    if leads:
        return text("corrompue.ask.lead")
    if faction == NO_FACTION:
        return text("corrompue.ask.culte")
    follows = any(FACTION[card] == faction for card in cards)
    return text(f"corrompue.ask.{'play' if follows else 'free'}", faction=FACTION_NAME[faction])


def _interrupt(state: State, seat: int) -> Prompt:
    return Prompt(
        seat=seat,
        ask=text(
            "corrompue.ask.interrupt",
            winner=Seat(winning(state)),
            cards=tuple(CARD[card] for card in state.plays),
        ),
        options=tuple([_ANSWERS[move] for move in moves(state, seat)]),
        step=state.step,
        done="corrompue.done.interrupt",
    )
