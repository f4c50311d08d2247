"""What can be chosen when a dirty trick is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.guildes.components import (
    EXCHANGE,
    MARKED,
    NUMBER_OF,
    PROTECTION,
    SACRIFICE,
    SECOND_THOUGHTS,
    WIDTH,
)
from engine.guildes.moves import MINUS, PLUS, SEAT
from engine.guildes.state import State
from engine.packs import different

WORTHY: Final = frozenset(
    NUMBER_OF[guild] for guild in ("bourgeois", "chevaliers", "nobles", "pretres", "alchimistes")
)
"""Guilds that can be sacrificed."""


def choices(trick: int) -> int:
    """How many small choices the trick is made of (salvage: none before the draw)."""
    if MARKED[trick] >= 0:
        return 2
    return {EXCHANGE: 4, SACRIFICE: 3, SECOND_THOUGHTS: 2}.get(trick, 0)


def options(state: State, seat: int, settled: Sequence[int]) -> list[int]:
    """Moves for the next small choice of this seat's trick, after those settled."""
    trick, place = state.tricks[seat], len(settled)
    if trick == EXCHANGE:
        return _cards(state, settled[-1]) if place % 2 else _exchangers(state, settled)
    if trick == SACRIFICE:
        if place == 0:
            worthy = [guild for guild in _cards(state, SEAT + seat) if guild in WORTHY]
            return [guild for guild in worthy if _victims(state, seat, guild)]
        if place == 1:
            return _victims(state, seat, settled[0])
        return _left_after(state, seat, settled[0], settled[1])
    if trick == SECOND_THOUGHTS:
        return _cards(state, SEAT + seat) if place == 0 else list(different(state.hands[seat]))
    return _unprotected(state) if place == 0 else [PLUS, MINUS]


def _cards(state: State, whom: int) -> list[int]:
    """The guilds that lie before a player, who is given as a move."""
    start = (whom - SEAT) * WIDTH
    row = state.laid[start : start + WIDTH]
    return [guild for guild, number in enumerate(row) if number]


def _unprotected(state: State) -> list[int]:
    return [SEAT + seat for seat, trick in enumerate(state.tricks) if trick != PROTECTION]


def _exchangers(state: State, settled: Sequence[int]) -> list[int]:
    able = [whom for whom in _unprotected(state) if _cards(state, whom)]
    if settled:
        return [whom for whom in able if whom != settled[0]]
    # Of two players it doesn't matter who is named first, so there is nothing to ask.
    return {0: [], 1: [], 2: able[:1]}.get(len(able), able)


def _left_after(state: State, seat: int, sacrificed: int, whom: int) -> list[int]:
    """The guilds before a player once `seat` has discarded the sacrificed card."""
    cards = _cards(state, whom)
    if whom == SEAT + seat and state.laid[seat * WIDTH + sacrificed] == 1:
        cards.remove(sacrificed)
    return cards


def _victims(state: State, seat: int, sacrificed: int) -> list[int]:
    return [whom for whom in _unprotected(state) if _left_after(state, seat, sacrificed, whom)]
