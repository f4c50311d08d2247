"""Drawing action cards (London, end of the turn)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.london.components.box import Box
from engine.london.numbers.packed import unpack
from engine.london.table.state import State
from engine.parts.rng import own_rng

DRAWN_AFTER_PLAY: Final = 2
DRAWN_AFTER_REST: Final = 4


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


def numbered(hand: Iterable[int], played: Iterable[int], spent: Iterable[int]) -> dict[int, int]:
    """The numbers by which buttons call the kinds of cards in hand, the same the whole turn."""
    return {kind: number for number, kind in enumerate(sorted({*hand, *played, *spent}), 1)}


def cheapest(box: Box, ways: Sequence[int]) -> int:
    """Of ways to give cards away (`packed.pack`) the one that is most easily spared."""
    return min(ways, key=lambda way: sum(held(box, kind) for kind in unpack(way)))


def held(box: Box, kind: int) -> float:
    """What a kind is worth in hand: colours for moves, and its effect's price."""
    card = box.kinds[kind]
    return card.colours.bit_count() - 0.7 * card.cards - 0.3 * bool(card.needs)
