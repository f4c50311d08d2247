"""What happens next: who is asked, what is legal, what a choice sets going."""

from __future__ import annotations

from collections.abc import Sequence

from engine.parts.rng import Rng, own_rng
from engine.parts.telling import tell
from engine.parts.values import NOBODY
from liars_dice import telling
from liars_dice.bidding import counted, raises
from liars_dice.components import FACES
from liars_dice.options import LiarsDiceOptions
from liars_dice.state import CALL, State, number_and_face


def begin(seats: int, options: LiarsDiceOptions, seed: int) -> State:
    """The first starter is drawn, and everybody rolls."""
    rng = Rng(seed)
    state = State(seats, options, rng, rng.below(seats), hands=[bytes(options.dice)] * seats)
    _roll(state)
    return state


def asked(state: State) -> Sequence[int]:
    """The seat whose turn it is."""
    return state.waiting


def moves(state: State, _seat: int) -> Sequence[int]:
    """A call, unless nothing is bid yet, and every higher bid."""
    bids = raises(state.bid, state.dice)
    return bids if state.bid == CALL else [CALL, *bids]


def apply(state: State, seat: int, move: int) -> None:
    """Bid or call, and go on to the next turn."""
    if move == CALL:
        _call(state, seat)
        return
    state.bid, state.bidder = move, seat
    tell(state, telling.bids, seat, move)
    following = next_with_dice(state, seat)
    if raises(move, state.dice):
        _ask(state, following)
    else:
        _call(state, following)


def next_with_dice(state: State, seat: int) -> int:
    """The next player clockwise who has dice."""
    around = ((seat + step) % state.seats for step in range(1, state.seats + 1))
    return next(other for other in around if state.hands[other])


def _ask(state: State, seat: int) -> None:
    state.waiting = [seat]
    state.step += 1


def _roll(state: State) -> None:
    """A round begins."""
    rng = own_rng(state)
    state.round += 1
    state.hands = [
        bytes(sorted(1 + rng.below(FACES) for _ in range(len(hand)))) for hand in state.hands
    ]
    state.bid, state.bidder = CALL, NOBODY
    tell(state, telling.round_begins, state)
    _ask(state, state.starter)


def _call(state: State, caller: int) -> None:
    """Lift the cups; the caller or the bidder loses a die."""
    number, face = number_and_face(state.bid)
    count = counted(state.hands, face, wild_ones=state.options.wild_ones)
    loser = caller if count >= number else state.bidder
    state.lifted = tuple(state.hands)
    state.called = (state.bid, state.bidder, caller, loser)
    state.hands[loser] = state.hands[loser][1:]
    tell(state, telling.calls, state, count)
    if not state.hands[loser]:
        state.out += (loser,)
        tell(state, telling.leaves, loser)
    if len(state.out) == state.seats - 1:
        state.waiting = []
        state.bid, state.bidder = CALL, NOBODY
        state.step += 1
        tell(state, telling.ended, next_with_dice(state, loser))
        return
    state.starter = loser if state.hands[loser] else next_with_dice(state, loser)
    _roll(state)
