"""A full state that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from engine.parts.rng import Rng
from engine.parts.values import NOBODY
from liars_dice.components import FACES
from liars_dice.state import CALL, State, bid_of
from liars_dice.view import LiarsDiceView


def sample(view: LiarsDiceView, seed: int) -> State:
    """Roll the dice that the viewer doesn't see."""
    rng = Rng(seed)
    hands = [bytes(sorted(1 + rng.below(FACES) for _ in range(dice))) for dice in view.dice]
    if view.viewer is not None:
        hands[view.viewer] = bytes(view.hand)
    state = State(
        view.seats,
        view.options,
        rng,
        view.starter,
        round=view.round,
        step=view.step,
        hands=hands,
        bid=CALL if view.bid is None else bid_of(view.bid.number, view.bid.face),
        bidder=NOBODY if view.bidder is None else view.bidder,
        waiting=list(view.awaited),
        out=view.out,
    )
    if view.last_call is not None:
        call = view.last_call
        state.lifted = tuple(map(bytes, call.hands))
        bid = bid_of(call.bid.number, call.bid.face)
        state.called = (bid, call.bidder, call.caller, call.loser)
    return state
