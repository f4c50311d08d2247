"""All that a seat, or the public, may know of a game of liar's dice, and how it is made."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from engine.game import Outcome, View
from engine.text import Text, text
from liars_dice.bidding import counted
from liars_dice.options import LiarsDiceOptions
from liars_dice.prompts import prompts
from liars_dice.state import CALL, State, number_and_face
from liars_dice.telling import bid


class BidView(BaseModel):
    """A bid: so many dice, at least, with this face."""

    model_config = ConfigDict(frozen=True)

    number: int
    face: int


class CallView(BaseModel):
    """The last call: the cups as they were lifted (faces by seat), what counted, who lost a die."""

    model_config = ConfigDict(frozen=True)

    bid: BidView
    bidder: int
    caller: int
    loser: int
    hands: tuple[tuple[int, ...], ...]
    count: int


class LiarsDiceView(View):
    """See `View`."""

    options: LiarsDiceOptions
    round: int
    starter: int
    dice: tuple[int, ...]
    """How many dice each player has."""
    out: tuple[int, ...]
    """Players without dice, the first to go first."""
    bid: BidView | None
    """The last bid of this round."""
    bidder: int | None
    last_call: CallView | None
    hand: tuple[int, ...]
    """The viewer's own dice."""


def view(state: State, viewer: int | None) -> LiarsDiceView:
    """What this seat may know, or the public for None."""
    return LiarsDiceView(
        viewer=viewer,
        seats=state.seats,
        headline=_headline(state),
        step=state.step,
        awaited=tuple(state.waiting),
        simultaneous=False,
        prompt=None if viewer is None else prompts(state).get(viewer),
        outcome=outcome(state),
        options=state.options,
        round=state.round,
        starter=state.starter,
        dice=tuple(map(len, state.hands)),
        out=state.out,
        bid=None if state.bid == CALL else _bid(state.bid),
        bidder=None if state.bid == CALL else state.bidder,
        last_call=_last_call(state) if state.lifted else None,
        hand=() if viewer is None else tuple(state.hands[viewer]),
    )


def outcome(state: State) -> Outcome | None:
    """See `Game.outcome`; the score is the number of dice left."""
    if state.waiting:
        return None
    (winner,) = (seat for seat, hand in enumerate(state.hands) if hand)
    places = [[winner], *([seat] for seat in reversed(state.out))]
    return Outcome(places, {seat: len(hand) for seat, hand in enumerate(state.hands)})


def _headline(state: State) -> Text:
    if not state.waiting:
        return text("liars_dice.headline.over")
    if state.bid == CALL:
        return text("liars_dice.headline.open", round=state.round, n=state.dice)
    return text("liars_dice.headline.bid", round=state.round, n=state.dice, bid=bid(state.bid))


def _bid(move: int) -> BidView:
    number, face = number_and_face(move)
    return BidView(number=number, face=face)


def _last_call(state: State) -> CallView:
    move, bidder, caller, loser = state.called
    made = _bid(move)
    return CallView(
        bid=made,
        bidder=bidder,
        caller=caller,
        loser=loser,
        hands=tuple(tuple(hand) for hand in state.lifted),
        count=counted(state.lifted, made.face, wild_ones=state.options.wild_ones),
    )
