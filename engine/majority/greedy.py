"""Greedy play on the core: the card that looks best by the gold it would bring now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.majority.components import COLOUR, COLOURS, EFFECT, POWER
from engine.majority.debate import pay
from engine.majority.phases import EXCHANGE
from engine.majority.state import State

LOOT: Final = 5
"""Power that a bribe takes, on average about."""
BONUS: Final = {"bribe": 0.5, "assassination": 1.0, "spy": 0.4, "betrayal": 0.0, None: 0.0}
"""Gold that an effect is worth beside the power it moves."""
GROWTH: Final = 0.12
"""Gold that a point of power is worth in the debates to come."""


def choose(state: State, seat: int) -> int:
    """A sensible move of a seat that is asked; looks at nothing that the seat doesn't see."""
    moves = state.moves(seat)
    if state.phase == EXCHANGE:
        partner = state.partner(seat)
        return max(moves, key=lambda kind: worth(state, partner, kind) - worth(state, seat, kind))
    return max(moves, key=lambda kind: worth(state, seat, kind))


def worth(state: State, seat: int, kind: int) -> float:
    """What playing this card brings the seat's party, in gold, against the others' average."""
    effect = EFFECT[kind]
    totals = state.totals[COLOUR[kind] :: len(COLOURS)]
    before = _margin(totals, state, seat)
    gainer = (seat - 1) % state.seats if effect == "betrayal" else seat
    power = LOOT if effect == "bribe" else POWER[kind]
    totals[gainer] += power
    growth = GROWTH * power if gainer == seat else -GROWTH * power / 2
    return _margin(totals, state, seat) - before + growth + BONUS[effect]


def _margin(totals: Sequence[int], state: State, seat: int) -> float:
    gold = pay(totals)
    ours = gold[seat] + (gold[state.partner(seat)] if state.seats == 4 else 0)
    return ours - (sum(gold) - ours) / 2
