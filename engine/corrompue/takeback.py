"""What of La Cité corrompue can be taken back: nothing hidden may have come out since."""

from __future__ import annotations

from collections.abc import Sequence

from engine.corrompue.components import NO_FACTION
from engine.corrompue.state import DISCARD, TRICK, State
from engine.values import NOBODY


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were dealt or another player has shown one; discards lie face down.

    So does it show what the Milice token's holder has in mind if a trick is taken nevertheless.
    """
    if after.rng.position != before.rng.position:
        return True
    if after.last != before.last and before.milice not in (NOBODY, seat) and not before.spent:
        return True
    return any(
        _held(after, other) != _held(before, other)
        for other in range(before.seats)
        if other != seat
    )


def own_turn(before: State, after: State, seat: int) -> bool:
    """A turn is one card played to a trick, until the next player has chosen."""
    return before.phase == TRICK and before.waiting == [seat] and after.event == before.event


def exposed(state: State) -> Sequence[int]:
    """Who has to follow has a choice by what he holds; the Milice token's holder by his word.

    Whoever leads, or follows nothing but Culte, may play any card.
    """
    if state.phase == DISCARD or (state.phase == TRICK and state.faction == NO_FACTION):
        return ()
    return state.waiting


def _held(state: State, seat: int) -> int:
    """The cards of a seat that nobody else has seen."""
    return state.hands[seat] | state.discards[seat]
