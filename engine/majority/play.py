"""Representation: cards are played, in secret or openly, and won (rules: Representation)."""

from __future__ import annotations

from typing import Final

from engine.majority import telling
from engine.majority.components import COLOUR, COLOURS, POWER, partner
from engine.majority.state import NONE, OPEN, PLAY, State
from engine.majority.turn import open_order, settle
from engine.packs import each_without, without
from engine.telling import tell
from engine.values import NOBODY

WIDTH: Final = len(COLOURS)


def leave_hands(state: State) -> None:
    """All have played a card at once; if the partner gave it, that is done with."""
    played = state.chosen
    state.hands = each_without(state.hands, played)
    if state.seats == 4:
        for giver, kind in enumerate(state.given):
            if kind != NONE and kind == played[partner(giver)]:
                state.given[giver] = NONE


def lay(state: State, seat: int, kind: int) -> None:
    """A card is played openly."""
    state.chosen[seat] = kind
    state.hands[seat] = without(state.hands[seat], kind)
    if state.seats == 4 and state.given[giver := partner(seat)] == kind:
        state.given[giver] = NONE
    tell(state, telling.laid, state, seat)


def reveal(state: State) -> bool:
    """Apply the effects and win what lies there; whether that was the last turn of the round.

    The next turn is secret, or open after a spy.
    """
    kinds, won, totals = state.chosen, state.won, state.totals
    owner, _, spy = settle(kinds, state.spy, state.options)
    state.last, state.last_spy = tuple(kinds), state.spy
    for seat, kind in enumerate(kinds):
        winner = owner[seat]
        if winner == NOBODY:
            state.discarded = [*state.discarded, kind]
        else:
            won[winner] = [*won[winner], kind]
            totals[winner * WIDTH + COLOUR[kind]] += POWER[kind]
    last = len(state.hands[0]) == 1
    state.phase, state.order = PLAY, ()
    if spy != NOBODY:
        state.spy = spy
        if not last:
            state.phase, state.order = OPEN, open_order(spy, state.seats)
            state.chosen = [NONE] * state.seats
    tell(state, telling.revealed, state)
    if not last:
        state.turn += 1
    return last
