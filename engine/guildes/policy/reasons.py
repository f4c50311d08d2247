"""Why a choice looks good, in words: what the table would give for it as it lies now."""

from __future__ import annotations

from collections.abc import Sequence

from engine.guildes import targets, tricks
from engine.guildes.components import MILICE, NONE, TIES_IGNORED, WIDTH
from engine.guildes.moves import DECLINE, cards_of
from engine.guildes.policy import schemes
from engine.guildes.scoring import BALLOTS, PER_MILICE, guild_votes
from engine.guildes.state import DRAFT, REDISTRIBUTION, TRICK_PHASE, State
from engine.text import Seat, Text, text


def reason(state: State, seat: int, move: int) -> Text:
    """Why this move, of the open cards and the seat's own alone."""
    if state.phase == TRICK_PHASE:
        return _trick(state, seat, move)
    if state.phase == REDISTRIBUTION:
        return text("guildes.reason.spared")
    held = [*state.hands[seat]] if state.phase == DRAFT else []
    if state.phase != DRAFT and state.down[seat] != NONE:
        held.append(state.down[seat])
    cards = cards_of(move)
    first = _card(state, seat, cards[0], held)
    if len(cards) == 1:
        return first
    second = _card(state, seat, cards[1], [*held, cards[0]])
    return text("guildes.reason.two", first=first, second=second)


def _card(state: State, seat: int, card: int, held: Sequence[int]) -> Text:
    """One card more, with the cards of its guild that are held for the table already."""
    if card == MILICE:
        return text("guildes.reason.milice", n=PER_MILICE)
    column = state.laid[card::WIDTH]
    mine = column[seat] = column[seat] + held.count(card) + 1
    votes = guild_votes(card, state.ballot, state.event == TIES_IGNORED, tuple(column))[seat]
    others = [other for other in range(state.seats) if other != seat]
    most = max(column[other] for other in others)
    if mine > most:
        return text("guildes.reason.alone", n=votes, cards=mine)
    if mine == most:
        level = tuple(Seat(other) for other in others if column[other] == most)
        return text("guildes.reason.shared", n=votes, cards=mine, others=level)
    if votes:
        return text("guildes.reason.behind", n=votes, cards=mine, most=most)
    key = "nothing_yet" if state.ballot < BALLOTS else "nothing"
    return text(f"guildes.reason.{key}", cards=mine, most=most)


def _trick(state: State, seat: int, move: int) -> Text:
    if move == DECLINE:
        return text("guildes.reason.decline")
    settled, _ = tricks.pending(state)
    if state.drawn or not targets.choices(state.tricks[seat]):
        return text("guildes.reason.salvage")
    best = max(
        schemes.value(state, seat, scheme)
        for scheme in schemes.schemes(state, seat, tuple(settled))
    )
    return text("guildes.reason.trick", n=max(1, round(best)))
