"""How seats stand: what is won, and what the town, their pawns and their hands promise."""

from __future__ import annotations

from engine.london.chapters.final import worth
from engine.london.chapters.turn import drawn_at_end, hand_limit
from engine.london.numbers.asks import Phase
from engine.london.numbers.map import HALL, PLANTATION
from engine.london.policy.worth import NEIGHBOUR, NEUTRAL, Outlook, card
from engine.london.table.counts import adjacent_masters, masters
from engine.london.table.rounds import rounds_left
from engine.london.table.state import State
from engine.parts.policy import Signs

ROUNDS_A_STAGE = 4


def signs(state: State) -> Signs:
    """Of every seat what `standing` weighs, to be weighed anew; stages are by rounds to come."""
    return Signs(
        rounds_left(state) // ROUNDS_A_STAGE, [_signs(state, seat) for seat in range(state.seats)]
    )


def _signs(state: State, seat: int) -> tuple[float, ...]:
    pawns, own = state.pawns[seat], masters(state, seat)
    return (
        state.scores[seat],
        _staked(state, seat),
        sum(adjacent_masters(state, seat, cell) for cell in own) / 2,
        len(own),
        sum(worth(state, seat, state.box.mayors[mayor]) for mayor in state.mayors[seat]),
        len(state.mayors[seat]),
        state.neutrals[seat],
        min(pawns[HALL], 5),
        min(pawns[PLANTATION], 4),
        len(state.hands[seat]),
    )


def _staked(state: State, seat: int) -> float:
    """What the seat's pawns promise on tiles that nobody has won yet."""
    outlook, pawns = Outlook(state, seat), state.pawns[seat]
    return sum(outlook.stake(cell, 0) for cell in state.open if pawns[cell])


def standing(state: State, seat: int) -> float:
    """How a seat stands: its score, and what the town and its hand promise."""
    pawns = state.pawns[seat]
    left = rounds_left(state)
    value = state.scores[seat] + _staked(state, seat)
    own = masters(state, seat)
    value += NEIGHBOUR / 2 * sum(adjacent_masters(state, seat, cell) for cell in own)
    value += 0.6 * len(own)
    value += sum(worth(state, seat, state.box.mayors[mayor]) for mayor in state.mayors[seat])
    value += NEUTRAL * state.neutrals[seat]
    value += min(0.45, 0.15 * left) * min(pawns[HALL], 5)
    value += 0.8 * min(pawns[PLANTATION], 4) if left else 0.5 * pawns[PLANTATION]
    cards = len(state.hands[seat])
    if state.phase == Phase.TURNS and state.order[state.turn] == seat:
        cards = min(cards + drawn_at_end(state), hand_limit(state, seat))
    return value + card(state) * cards
