"""The calendar of a game (London, components: the table by players; a round)."""

from __future__ import annotations

from typing import Final

from engine.london.table.state import State

ROUNDS: Final = {2: 16, 3: 15, 4: 12}
GREY: Final = {2: 4, 3: 3, 4: 3}
"""Every so many rounds the town grows."""


def last_round(state: State) -> bool:
    """Whether this is the last round."""
    return state.round == ROUNDS[state.seats]


def rounds_left(state: State) -> int:
    """Rounds after this one."""
    return ROUNDS[state.seats] - state.round


def rounds_to_growth(state: State) -> int:
    """Rounds until the next grey one; 0 in a grey one."""
    return -state.round % GREY[state.seats]


def grey(state: State) -> bool:
    """Whether the town grows at the end of this round."""
    return rounds_to_growth(state) == 0


def growths(state: State) -> int:
    """Grey rounds so far, this one included."""
    return state.round // GREY[state.seats]


def activates(state: State) -> bool:
    """Whether tiles are activated in this round."""
    return state.seats > 2 or state.round % 2 == 0
