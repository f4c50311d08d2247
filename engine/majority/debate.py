"""The debate: what the totals of one colour pay (rules: Debate)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority import telling
from engine.majority.components import COLOURS, COMPONENTS
from engine.majority.state import NONE, OVER, State
from engine.telling import tell

_FIRST = COMPONENTS.pay.first
_DIVISOR = COMPONENTS.pay.divisor


def pay(totals: Sequence[int]) -> list[int]:
    """Gold per seat for one colour, from the seats' total power in it.

    The highest total, and all that equal it, earn 2 each; the next one, and all that equal it,
    a fifth of the highest, rounded down, for each seat that has the highest. 0 earns nothing.
    """
    highest = max(totals)
    if highest == 0:
        return [0] * len(totals)
    second = max([total for total in totals if total < highest], default=0)
    reward = highest // _DIVISOR * totals.count(highest)
    return [
        _FIRST if total == highest else reward if total == second and second > 0 else 0
        for total in totals
    ]


def ranks(totals: Sequence[int]) -> list[int | None]:
    """The place of each seat's total, from 1; equals share it; None for a total of 0."""
    steps = sorted({total for total in totals if total > 0}, reverse=True)
    return [steps.index(total) + 1 if total > 0 else None for total in totals]


def hold(state: State) -> bool:
    """Pay each colour; whether that was the end of the game."""
    state.debates += (tuple(state.totals),)
    totals = [state.totals[colour :: len(COLOURS)] for colour in range(len(COLOURS))]
    paid = list(map(pay, totals))
    for golds in paid:
        for seat, gold in enumerate(golds):
            state.gold[seat] += gold
    tell(state, telling.debated, state.round, totals, paid)
    if state.round < COMPONENTS.rounds.count:
        return False
    state.phase = OVER
    state.chosen = [NONE] * state.seats
    state.step += 1
    state.posed = None
    tell(state, telling.ended, state)
    return True
