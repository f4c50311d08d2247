"""What a seat has seen of a ballot's packs (Guildes, selection): kept and handed on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes.components import ARROW, WAY
from engine.guildes.state import DRAFT, State


def kept(state: State) -> Sequence[Sequence[int]]:
    """The cards of each seat in the order in which it kept them."""
    return state.hands if state.phase == DRAFT else state.kept


def passed(state: State, seat: int) -> list[list[int]]:
    """The packs that a seat handed on, as they were then, by turn."""
    picks, way, seats = kept(state), WAY[ARROW[state.revealed[-1]]], state.seats
    turns = state.turn - 1 if state.phase == DRAFT else len(picks[seat]) if picks else 0
    packs = []
    for turn in range(turns):
        later = range(turn + 1, turns)
        pack = [picks[(seat + way * (then - turn)) % seats][then] for then in later]
        if state.phase == DRAFT:
            pack += state.packs[(seat + way * (turns - turn)) % seats]
        packs.append(sorted(pack))
    return packs
