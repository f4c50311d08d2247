"""What of Guilds of London can be taken back: nothing hidden may have come out since."""

from __future__ import annotations

from engine.london.numbers.asks import Phase
from engine.london.table.state import State


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were drawn or looked at, tiles or markers laid, or others' cards shown."""
    if after.phase == Phase.OVER:
        return True
    if before.rng.position != after.rng.position or before.deck != after.deck:
        return True
    if before.stack != after.stack or before.unplaced != after.unplaced:
        return True
    # Whom a standing answer keeps from being asked, only he knows.
    standing = (
        each.always | each.never | each.only | each.home | each.spare for each in (before, after)
    )
    if any(said & ~(1 << seat) for said in standing):
        return True
    # Cards that the player puts under the mayor's deck, only he knows.
    if after.mayor_deck[: len(before.mayor_deck)] != before.mayor_deck:
        return True
    return any(
        before.hands[other] != after.hands[other] or before.mayors[other] != after.mayors[other]
        for other in range(before.seats)
        if other != seat
    )


def own_turn(before: State, after: State, seat: int) -> bool:
    """Whether it is still the turn of this player that it was before."""
    return _turn(before) == _turn(after) == (before.round, Phase.TURNS, seat)


def _turn(state: State) -> tuple[int, Phase, int]:
    on_turn = state.order[state.turn] if state.phase == Phase.TURNS else -1
    return state.round, state.phase, on_turn
