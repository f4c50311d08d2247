"""What of The Majority can be taken back: nothing hidden may have come out since."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority.state import DRAFT, OPEN, PLAY, State


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether packs were passed or dealt, or another player has shown something of the hand.

    Who isn't asked for a secret choice holds but one kind of card.
    """
    begins = _moment(before) != _moment(after)
    if begins and before.phase == DRAFT:
        return True
    if before.deck != after.deck or before.packs != after.packs:
        return True
    others = [other for other in range(before.seats) if other != seat]
    if begins and after.phase == PLAY and any(other not in after.waiting for other in others):
        return True
    return any(before.hands[other] != after.hands[other] for other in others)


def exposed(state: State) -> Sequence[int]:
    """Who has a card to choose for the table holds two kinds."""
    if state.phase == OPEN:
        return state.waiting
    return range(state.seats) if state.phase == PLAY else ()


def _moment(state: State) -> tuple[int, int, int]:
    return state.round, state.phase, state.turn
