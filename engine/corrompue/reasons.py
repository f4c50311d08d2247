"""Why a card looks good, in words: whether it takes the trick, and what lies in it."""

from __future__ import annotations

from engine.corrompue.components import (
    CULTE,
    FACTION,
    FACTION_CARDS,
    NO_FACTION,
    NOBLESSE,
    PAYSAN,
    cards_in,
)
from engine.corrompue.flow import NAME
from engine.corrompue.state import DISCARD, INTERRUPT, State
from engine.corrompue.telling import FACTION_NAME
from engine.corrompue.trick import asked, best
from engine.text import Seat, Text, text


def reason(state: State, seat: int, move: int) -> Text:
    """Why this move, of the cards played and the seat's own alone."""
    if state.phase == DISCARD:
        return text("corrompue.reason.discard", n=state.handed[seat])
    if state.phase == INTERRUPT:
        return _interrupt(state, seat, move)
    plays = (*state.plays, move)
    place, last = best(plays), len(plays) == state.seats
    if place != len(plays) - 1:
        taker = Seat((state.leader + place) % state.seats)
        key = "leaves" if last else "stays_below"
        return text(f"corrompue.reason.{key}", player=taker, lies=_lies(plays))
    if last:
        return text("corrompue.reason.takes", lies=_lies(plays))
    faction = asked(plays)
    if faction == NO_FACTION:
        return text("corrompue.reason.culte")
    higher = _higher(state, seat, plays, faction)
    if higher == 0:
        key = "highest" if _higher(state, seat, plays, CULTE) else "unbeatable"
    else:
        key = "leads" if len(plays) == 1 else "so_far"
    return text(f"corrompue.reason.{key}", faction=FACTION_NAME[faction], n=higher)


def _higher(state: State, seat: int, plays: tuple[int, ...], faction: int) -> int:
    """How many cards of this faction the seat hasn't seen that beat the last card."""
    seen = state.hands[seat] | state.discards[seat] | sum(state.won) | sum(1 << c for c in plays)
    unseen = cards_in(FACTION_CARDS[faction] & ~seen)
    return sum(best((*plays, card)) == len(plays) for card in unseen)


def _lies(plays: tuple[int, ...]) -> Text:
    """How many cards of Paysan and of Noblesse lie in the trick."""
    numbers = {faction: sum(FACTION[card] == faction for card in plays) for faction in (0, 1)}
    parts = tuple(
        text("corrompue.reason.cards", faction=FACTION_NAME[faction], n=numbers[faction])
        for faction in (PAYSAN, NOBLESSE)
        if numbers[faction]
    )
    return text("corrompue.reason.in_it", cards=parts) if parts else text("corrompue.reason.empty")


def _interrupt(state: State, seat: int, move: int) -> Text:
    lies = _lies(state.plays)
    if move < NAME:
        return text("corrompue.reason.keep", lies=lies)
    key = "take" if move - NAME == seat else "give"
    return text(f"corrompue.reason.{key}", lies=lies)
