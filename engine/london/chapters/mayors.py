"""The verb that looks at mayor's cards, keeps some and buries the rest (London, components)."""

from __future__ import annotations

from itertools import combinations
from math import factorial
from typing import Final

from engine.london.components.box import Op
from engine.london.numbers.asks import ARRANGE, LEFT, LOOK, ORDER
from engine.london.numbers.packed import MENU, arrangements
from engine.london.table.frames import asking
from engine.london.table.state import State, pose, settle
from engine.london.table.way import earn
from engine.london.telling import note

NO_MAYOR: Final = 5
"""Victory points instead of a look at mayor's cards when there are none."""


def mayor(state: State, frame: list[int], op: Op) -> None:
    """Look, keep, and bury in an order."""
    if not state.looked:
        if not state.mayor_deck:
            earn(state, NO_MAYOR)
            note(state, "gains", state.actor, NO_MAYOR)
            frame[LEFT] = 0
            return
        _look(state, op.draw)
    keep = min(op.keep, len(state.looked))
    if not state.picks and _few_orders(len(state.looked), keep):
        pose(state, state.actor, ARRANGE, arrangements(len(state.looked), keep))
        return
    if not state.picks:
        chosen = combinations(range(len(state.looked)), keep)
        pose(state, state.actor, LOOK, [sum(1 << card for card in cards) for cards in chosen])
        return
    others = [
        card
        for at, card in enumerate(state.looked)
        if not state.picks[0] >> at & 1 and card not in state.picks[1:]
    ]
    if len(others) > 1:
        pose(state, state.actor, ORDER, others)
        return
    state.mayors[state.actor] += [
        card for at, card in enumerate(state.looked) if state.picks[0] >> at & 1
    ]
    buried = state.picks[1:] + others
    state.mayor_deck += buried
    state.knows += [1 << state.actor] * len(buried)
    state.looked = []
    settle(state)
    note(state, "keeps", state.actor, keep)
    frame[LEFT] -= 1


def _few_orders(looked: int, keep: int) -> bool:
    """Whether card and order fit into one menu, where there is an order to choose."""
    return looked - keep > 1 and factorial(looked) // factorial(keep) <= MENU


def arranged(state: State, order: list[int]) -> list[int]:
    """An arrangement as LOOK and ORDER would have chosen it: the bits kept, then cards."""
    keep = min(asking(state).keep, len(order))
    return [sum(1 << at for at in order[:keep]), *(state.looked[at] for at in order[keep:-1])]


def _look(state: State, number: int) -> None:
    state.looked = sorted(state.mayor_deck[:number])
    del state.mayor_deck[:number]
    del state.knows[:number]
    state.memo = None
    note(state, "looks", state.actor, len(state.looked))
