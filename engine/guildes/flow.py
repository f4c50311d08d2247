"""What happens next: who is asked, what is legal, what a choice sets going; what can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes import ballot, tricks
from engine.guildes.ballot import simultaneous
from engine.guildes.components import CARDS, IN_TURN, NONE, SECOND_THOUGHTS, WIDTH
from engine.guildes.options import GuildesOptions
from engine.guildes.scoring import of_seat
from engine.guildes.state import DECLINED, DRAFT, LAYING, OVER, PLAYED, TRICK_PHASE, State, pairs
from engine.parts.posed import reply
from engine.parts.rng import Rng


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


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were dealt, passed or drawn, or another player's card was turned up.

    A card that lies face down hasn't come out, nor has a hand that is discarded unseen; but who
    isn't asked for a secret choice holds but one kind of card, and second thoughts lay a card
    from hand.
    """
    begins = (before.phase, before.turn) != (after.phase, after.turn)
    if before.rng.position != after.rng.position or (begins and before.phase == DRAFT):
        return True
    if before.phase not in (TRICK_PHASE, LAYING):
        return False
    others = [other for other in range(before.seats) if other != seat]
    if before.phase == TRICK_PHASE:
        return any(_thought_again(after, seat) > _thought_again(before, seat) for seat in others)
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
