"""What of Guildes can be taken back: nothing hidden may have come out since."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes.ballot import simultaneous
from engine.guildes.components import SECOND_THOUGHTS
from engine.guildes.scoring import of_seat
from engine.guildes.state import DECLINED, DRAFT, LAYING, PLAYED, TRICK_PHASE, State


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were dealt, passed or drawn, or another player's card was turned up.

    A card that lies face down hasn't come out, nor has a hand that is discarded unseen; but who
    isn't asked for a secret choice holds but one kind of card, and second thoughts lay a card
    from hand.
    """
    begins = (before.phase, before.turn) != (after.phase, after.turn)
    if before.rng.position != after.rng.position or (begins and before.phase == DRAFT):
        return True
    others = [other for other in range(before.seats) if other != seat]
    if before.phase == TRICK_PHASE:
        return any(_thought_again(after, seat) > _thought_again(before, seat) for seat in others)
    if before.phase != LAYING:
        return False
    if begins and simultaneous(after) and any(other not in after.waiting for other in others):
        return True
    return any(of_seat(before.laid, other) != of_seat(after.laid, other) for other in others)


def own_turn(before: State, after: State, seat: int) -> bool:
    """A trick that was declined may be thought over, until the next player has chosen.

    The hand that went with it was discarded unseen.
    """
    asked = before.phase == after.phase == TRICK_PHASE and before.waiting == [seat]
    return asked and after.trick_states[seat] == DECLINED


def exposed(state: State) -> Sequence[int]:
    """Who has a card to lay holds two kinds."""
    if state.phase != LAYING:
        return ()
    return range(state.seats) if simultaneous(state) else state.waiting


def _thought_again(state: State, seat: int) -> bool:
    """Whether a seat has laid a card from hand for one that lay before it."""
    return state.tricks[seat] == SECOND_THOUGHTS and state.trick_states[seat] == PLAYED
