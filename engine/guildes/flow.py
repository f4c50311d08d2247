"""What happens next: who is asked, what is legal, what a choice sets going."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes import ballot, tricks
from engine.guildes.components import CARDS, IN_TURN, NONE, WIDTH
from engine.guildes.moves import pairs
from engine.guildes.options import GuildesOptions
from engine.guildes.state import DRAFT, LAYING, OVER, TRICK_PHASE, State
from engine.posed import reply
from engine.rng import Rng


def begin(seats: int, options: GuildesOptions, seed: int) -> State:
    """The deck is shuffled, the first packs are dealt."""
    rng = Rng(seed)
    deck = [*CARDS[seats]]
    rng.shuffle(deck)
    state = State(seats, options, rng, deck=deck, laid=[0] * (seats * WIDTH))
    ballot.begin(state)
    go_on(state)
    return state


def asked(state: State) -> Sequence[int]:
    """Seats whose choice is missing."""
    return state.waiting


def moves(state: State, seat: int) -> Sequence[int]:
    """Every legal move of a seat that is asked."""
    if state.phase == TRICK_PHASE:
        return tricks.moves(state)
    return state.kinds[seat] if state.lay == 1 else pairs(state.hands[seat])


def apply(state: State, seat: int, move: int) -> None:
    """Carry out a move; the last one of a simultaneous choice moves everything on."""
    if state.phase == TRICK_PHASE:
        tricks.answer(state, seat, move)
    else:
        if state.choice[seat] == NONE:
            state.waiting.remove(seat)
        state.choice[seat] = move
        if state.posed is not None:
            reply(state, seat)
    if not state.waiting:
        go_on(state)


def go_on(state: State) -> None:
    """All choices are in: carry them out, until somebody has to choose again."""
    while not state.waiting and state.phase != OVER:
        if state.phase == DRAFT:
            ballot.pass_packs(state)
        elif state.phase == LAYING:
            if state.event == IN_TURN:
                ballot.lay_in_turn(state)
            else:
                ballot.reveal(state)
        elif state.phase == TRICK_PHASE:
            if not tricks.next_turn(state):
                ballot.count(state)
        else:
            ballot.redistribute(state)
