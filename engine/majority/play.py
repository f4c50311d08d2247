"""Representation: cards are played, in secret or openly, and won (rules: Representation)."""

from __future__ import annotations

from engine.majority import telling
from engine.majority.components import COLOUR, COLOURS, POWER, partner
from engine.majority.state import NONE, OPEN, PLAY, State
from engine.majority.turn import open_order, settle
from engine.packs import ONE, without
from engine.telling import tell
from engine.values import NOBODY


def leave_hand(state: State, seat: int, kind: int) -> None:
    """A card is played; if the partner gave it, that is done with."""
    state.hands[seat] = without(state.hands[seat], kind)
    if state.seats == 4 and state.given[partner(seat)] == kind:
        state.given[partner(seat)] = NONE


def lay(state: State, seat: int, kind: int) -> None:
    """A card is played openly."""
    state.chosen[seat] = kind
    leave_hand(state, seat, kind)
    tell(state, telling.laid, state, seat)


def reveal(state: State) -> None:
    """Apply the effects and win what lies there; the next turn is secret, or open after a spy."""
    kinds = state.chosen
    owner, _, spy = settle(kinds, state.spy, state.options)
    state.last, state.last_spy = tuple(kinds), state.spy
    for seat, kind in enumerate(kinds):
        winner = owner[seat]
        if winner == NOBODY:
            state.discarded += ONE[kind]
        else:
            state.won[winner] += ONE[kind]
            state.totals[winner * len(COLOURS) + COLOUR[kind]] += POWER[kind]
    opens = spy != NOBODY and not last_turn(state)
    if spy != NOBODY:
        state.spy = spy
    state.phase, state.order = (OPEN, open_order(spy, state.seats)) if opens else (PLAY, ())
    tell(state, telling.revealed, state)
    if not last_turn(state):
        state.turn += 1


def last_turn(state: State) -> bool:
    """Whether the cards on the table are the last but the one that everyone keeps."""
    return len(state.hands[0]) == 1
