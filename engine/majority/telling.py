"""What is told of a game of The Majority, as words-as-data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.majority.components import CARDS, COLOUR, COLOURS
from engine.majority.debate import pay
from engine.majority.result import result
from engine.majority.turn import ASSASSINS, BRIBES, SPIES, TRAITORS, Play, explain
from engine.text import Seat, Text, text
from engine.values import Event

if TYPE_CHECKING:
    from engine.majority.state import State


CARD: Final = tuple(text(f"majority.card.{card.colour}", power=card.power) for card in CARDS)
"""Each kind by colour and power ("red 7")."""
COLOUR_NAME: Final = tuple(text(f"majority.colour.{colour}") for colour in COLOURS)


def opening(state: State) -> tuple[Event, ...]:
    """The first holder of the token, and the first round."""
    token = text("majority.event.token", seat=Seat(state.spy))
    return (Event(token, chapter=True), Event(_round(state)))


def round_begins(state: State) -> None:
    _tell(state, _round(state))


def _round(state: State) -> Text:
    return text("majority.event.round", round=state.round, n=len(state.packs[0]))


def exchanged(state: State) -> None:
    """Everyone learns that cards were exchanged, each seat alone what it received."""
    _tell(state, text("majority.event.exchanged"))
    for seat in range(state.seats):
        partner = state.partner(seat)
        received = text(
            "majority.event.received", partner=Seat(partner), card=CARD[state.given[partner]]
        )
        _tell(state, received, seat=seat)


def laid(state: State, seat: int) -> None:
    _tell(state, text("majority.event.laid", seat=Seat(seat), card=CARD[state.chosen[seat]]))


def revealed(state: State, *, open_next: bool) -> None:
    """The cards of a turn, then what their effects did, in order."""
    plays = explain(state.last, state.last_spy, state.options)
    cards = tuple(
        text("majority.played", seat=Seat(seat), card=CARD[kind])
        for seat, kind in enumerate(state.last)
    )
    turn = text("majority.event.turn", turn=state.turn, turns=state.turns, cards=cards)
    _tell(state, turn, chapter=True)
    for play in plays:
        _tell_effect(state, play, plays)
    if open_next:
        _tell(state, text("majority.event.open", seat=Seat(state.spy)))


def _tell_effect(state: State, play: Play, plays: list[Play]) -> None:
    if not play.worked:
        if play.kind in BRIBES and play == next(p for p in plays if p.kind == play.kind):
            _tell(state, text("majority.event.cancelled", colour=COLOUR_NAME[COLOUR[play.kind]]))
        return
    seat = Seat(play.seat)
    struck = tuple(CARD[p.kind] for p in plays if play.seat in p.by and p.seat != play.seat)
    if play.kind in BRIBES and struck:
        _tell(state, text("majority.event.bribe", seat=seat, cards=struck))
    elif play.kind in ASSASSINS and struck:
        _tell(state, text("majority.event.assassination", seat=seat, cards=struck))
    elif play.kind in SPIES:
        _tell(state, text("majority.event.spy", seat=seat))
    elif play.kind in TRAITORS:
        traitor = text(
            "majority.event.betrayal", card=CARD[play.kind], seat=seat, to=Seat(play.owner)
        )
        _tell(state, traitor)


def debated(state: State) -> None:
    """What each colour paid."""
    _tell(state, text("majority.event.debate", round=state.round))
    for colour in range(len(COLOURS)):
        earned = tuple(
            text("majority.earned", seat=Seat(seat), gold=gold)
            for seat, gold in enumerate(pay(state.totals[colour :: len(COLOURS)]))
            if gold
        )
        if earned:
            _tell(state, text("majority.event.paid", colour=COLOUR_NAME[colour], earned=earned))
        else:
            _tell(state, text("majority.event.unpaid", colour=COLOUR_NAME[colour]))


def ended(state: State) -> None:
    end = result(state.gold, state.spy)
    winners = tuple(Seat(seat) for seat in end.places[0])
    gold = end.scores[end.places[0][0]]
    by_token = any(end.scores[seat] == gold for place in end.places[1:] for seat in place)
    key = "majority.event.won_by_token" if by_token else "majority.event.won"
    _tell(state, text(key, winners=winners, gold=gold))


def _tell(state: State, said: Text, *, seat: int | None = None, chapter: bool = False) -> None:
    if state.told is not None:
        state.told.append(Event(said, seat, chapter))
