"""What happens next: who is asked, what is legal, what a choice sets going; what can be undone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.corrompue import count, deal, telling, trick
from engine.corrompue.components import ALONE, NO_FACTION, cards_in
from engine.corrompue.options import CorrompueOptions
from engine.corrompue.state import DISCARD, INTERRUPT, NOTHING, TRICK, State
from engine.parts.posed import reply
from engine.parts.rng import Rng
from engine.parts.telling import tell
from engine.parts.values import NOBODY

KEEP, KEEP_EVENT, NAME = range(3)
"""Answers of the Milice token's holder; seat s is named by the move NAME + s."""


def begin(seats: int, options: CorrompueOptions, seed: int) -> State:
    """The first dealer is drawn, and the cards are dealt."""
    rng = Rng(seed)
    state = State.empty(seats, options, rng, rng.below(seats))
    deal.begin_event(state)
    go_on(state)
    return state


def asked(state: State) -> Sequence[int]:
    """Seats whose choice is still missing: several for the discards, else one."""
    return state.waiting


def moves(state: State, seat: int) -> Sequence[int]:
    """Every legal move of a seat that is asked."""
    if state.phase == TRICK:
        return cards_in(trick.legal(state.hands[seat], state.faction))
    if state.phase == DISCARD:
        cards = [ALONE[card] for card in cards_in(state.hands[seat])]
        return list(map(sum, combinations(cards, state.handed[seat])))
    answers = [KEEP] if trick.is_last(state) else [KEEP, KEEP_EVENT]
    taker = trick.winning(state)
    return [*answers, *(NAME + named for named in range(state.seats) if named != taker)]


def apply(state: State, seat: int, move: int) -> None:
    """Carry out a move and go on to the next choice."""
    if state.phase == TRICK:
        trick.lay(state, seat, move)
    elif state.phase == INTERRUPT:
        _interrupt(state, move)
    else:
        if state.chosen[seat] == NOTHING:
            state.waiting.remove(seat)
        state.chosen[seat] = move
        if state.waiting:
            if state.posed is not None:
                reply(state, seat)
            return
        deal.discard(state)
    go_on(state)


def go_on(state: State) -> None:
    """Play what is forced, until somebody has a choice or the game is over."""
    while state.phase == TRICK:
        laid = len(state.plays)
        if laid < state.seats:
            seat = (state.leader + laid) % state.seats
            cards = trick.legal(state.hands[seat], state.faction)
            if cards & (cards - 1):
                _ask(state, TRICK, seat)
                return
            card = cards.bit_length() - 1
            trick.lay(state, seat, card)
            if state.hands[seat]:
                tell(state, telling.only, state, seat, card)
        elif state.milice == NOBODY or state.spent or state.quiet:
            _take(state, trick.winning(state))
        else:
            _ask(state, INTERRUPT, state.milice)


def _ask(state: State, phase: int, seat: int) -> None:
    state.phase = phase
    state.waiting = [seat]
    state.step += 1
    state.posed = None


def _interrupt(state: State, move: int) -> None:
    """The Milice token's holder has answered."""
    state.phase = TRICK
    if move < NAME:
        state.quiet = move == KEEP_EVENT
        _take(state, trick.winning(state))
    else:
        state.spent = True
        _take(state, move - NAME, named=True)


def _take(state: State, seat: int, *, named: bool = False) -> None:
    """A trick is won; after the last one the event is counted, and the next one begins."""
    trick.take(state, seat, named=named)
    if not state.hands[seat] and not count.hold(state):
        deal.begin_event(state)


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether cards were dealt or another player has shown one; discards lie face down.

    So does it show what the Milice token's holder has in mind if a trick is taken nevertheless.
    """
    if after.rng.position != before.rng.position:
        return True
    if after.last != before.last and before.milice not in (NOBODY, seat) and not before.spent:
        return True
    return any(
        _held(after, other) != _held(before, other)
        for other in range(before.seats)
        if other != seat
    )


def own_turn(before: State, after: State, seat: int) -> bool:
    """A turn is one card played to a trick, until the next player has chosen."""
    return before.phase == TRICK and before.waiting == [seat] and after.event == before.event


def exposed(state: State) -> Sequence[int]:
    """Who has to follow has a choice by what he holds; the Milice token's holder by his word.

    Whoever leads, or follows nothing but Culte, may play any card.
    """
    if state.phase == DISCARD or (state.phase == TRICK and state.faction == NO_FACTION):
        return ()
    return state.waiting


def _held(state: State, seat: int) -> int:
    """The cards of a seat that nobody else has seen."""
    return state.hands[seat] | state.discards[seat]
