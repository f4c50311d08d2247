"""The present choice as prompts, and picks back as moves."""

from __future__ import annotations

from collections.abc import Mapping

from engine.london.chapters.flow import ways_back
from engine.london.numbers.asks import Ask
from engine.london.numbers.packed import unpack
from engine.london.prompts.options import (
    cards_in_excess,
    cards_to_pay,
    mayors,
    option,
    pawns_to_pay,
    reward_parts,
)
from engine.london.prompts.picks import decode, encode
from engine.london.prompts.plays import plays
from engine.london.prompts.questions import question
from engine.london.table.state import EMPTY, State
from engine.parts.values import Prompt
from engine.text import text

__all__ = ["decode", "encode", "prompts"]


def prompts(state: State) -> Mapping[int, Prompt]:
    """The open prompts, those already answered but still changeable included."""
    if state.posed is None:
        state.posed = _posed(state)
    return state.posed


def _posed(state: State) -> dict[int, Prompt]:
    if state.ask == Ask.NOTHING:
        return {}
    if state.ask == Ask.KEEP:
        return {seat: _keep(state, seat) for seat in range(state.seats)}
    return {state.actor: _prompt(state, state.actor)}


def _keep(state: State, seat: int) -> Prompt:
    kept = state.kept[seat]
    return Prompt(
        seat,
        text("london.ask.keep"),
        mayors(state, state.mayors[seat]),
        answered=None if kept == EMPTY else decode(state, seat, kept),
        step=state.step,
        done="london.done.keep",
    )


def _prompt(state: State, seat: int) -> Prompt:
    least = most = 1
    if state.ask == Ask.TAKE:
        options = reward_parts(state)
        least, most = 0, len(options)
        options += tuple(option(state, move) for move in state.options if move < 0)
    elif state.ask in (Ask.PAY_CARD, Ask.PAY_PAWN):
        least = most = len(unpack(state.options[0]))
        if state.ask == Ask.PAY_CARD:
            options = cards_to_pay(state, most)
        else:
            options = pawns_to_pay(state, most)
    elif state.ask == Ask.EXCESS:
        least = most = len(unpack(state.options[0]))
        options = cards_in_excess(state, most)
    elif state.ask == Ask.LOOK:
        options = mayors(state, state.looked)
        least = most = state.options[0].bit_count()
    elif state.ask == Ask.PLAY:
        options = plays(state)
    else:
        options = tuple(option(state, move) for move in state.options)
    options += tuple(option(state, move) for move in ways_back(state))
    step = state.step + state.substep
    return Prompt(seat, question(state), options, least, most, step=step)
