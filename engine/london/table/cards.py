"""Drawing action cards (London, end of the turn)."""

from __future__ import annotations

from engine.london.state import State
from engine.rng import own_rng


def draw(state: State, seat: int, number: int) -> list[int]:
    """Action cards to the seat's hand, as many as there are; the turn can't be undone then."""
    drawn = []
    for _ in range(number):
        if not state.deck:
            if not state.discard:
                break
            state.deck, state.discard = state.discard, []
            own_rng(state).shuffle(state.deck)
        drawn.append(state.deck.pop())
    if drawn:
        hand = state.hands[seat]
        hand += drawn
        hand.sort()
        state.memo = None
    return drawn
