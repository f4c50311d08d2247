"""A round: selection, representation, debate (rules: the same)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.majority import telling
from engine.majority.components import COLOUR, COLOURS, COMPONENTS, POWER, partner
from engine.majority.state import DRAFT, EXCHANGE, NONE, OPEN, OVER, PLAY, State
from engine.majority.turn import open_order, settle
from engine.parts.packs import each_without, without
from engine.parts.telling import tell
from engine.parts.values import NOBODY

WIDTH: Final = len(COLOURS)
_ROUNDS = COMPONENTS.rounds
_FIRST = COMPONENTS.pay.first
_DIVISOR = COMPONENTS.pay.divisor


def begin_round(state: State) -> None:
    """Deal; kept cards are drafted again."""
    state.round += 1
    state.phase, state.turn = DRAFT, 1
    state.given = [NONE] * state.seats
    dealt = _ROUNDS.first_deal if state.round == 1 else _ROUNDS.later_deal
    for seat in range(state.seats):
        state.packs[seat] = sorted([*state.hands[seat], *state.deck[:dealt]])
        state.hands[seat] = []
        state.deck = state.deck[dealt:]
    tell(state, telling.round_begins, state)


def pass_packs(state: State) -> None:
    """Everyone keeps the card chosen; the rest goes left, a single card is taken there."""
    passed = each_without(state.packs, state.chosen)
    state.hands = [[*hand, kind] for hand, kind in zip(state.hands, state.chosen, strict=True)]
    state.packs = [passed[-1], *passed[:-1]]
    if len(passed[0]) > 1:
        state.turn += 1
        return
    lasts = zip(state.hands, state.packs, strict=True)
    state.hands = [sorted([*hand, *last]) for hand, last in lasts]
    state.packs = [[]] * state.seats
    state.phase, state.turn = EXCHANGE if state.seats == 4 else PLAY, 1


def exchange(state: State) -> None:
    """Each card goes to the seat opposite."""
    state.given = state.chosen
    left = each_without(state.hands, state.given)
    state.hands = [sorted([*hand, state.given[partner(seat)]]) for seat, hand in enumerate(left)]
    state.phase = PLAY
    tell(state, telling.exchanged, state)


def leave_hands(state: State) -> None:
    """All have played a card at once; if the partner gave it, that is done with."""
    played = state.chosen
    state.hands = each_without(state.hands, played)
    if state.seats == 4:
        for giver, kind in enumerate(state.given):
            if kind != NONE and kind == played[partner(giver)]:
                state.given[giver] = NONE


def lay(state: State, seat: int, kind: int) -> None:
    """A card is played openly."""
    state.chosen[seat] = kind
    state.hands[seat] = without(state.hands[seat], kind)
    if state.seats == 4 and state.given[giver := partner(seat)] == kind:
        state.given[giver] = NONE
    tell(state, telling.laid, state, seat)


def reveal(state: State) -> bool:
    """Apply the effects and win what lies there; whether that was the last turn of the round.

    The next turn is secret, or open after a spy.
    """
    kinds, won, totals = state.chosen, state.won, state.totals
    owner, _, spy = settle(kinds, state.spy, state.options)
    state.last, state.last_spy = tuple(kinds), state.spy
    for seat, kind in enumerate(kinds):
        winner = owner[seat]
        if winner == NOBODY:
            state.discarded = [*state.discarded, kind]
        else:
            won[winner] = [*won[winner], kind]
            totals[winner * WIDTH + COLOUR[kind]] += POWER[kind]
    last = len(state.hands[0]) == 1
    state.phase, state.order = PLAY, ()
    if spy != NOBODY:
        state.spy = spy
        if not last:
            state.phase, state.order = OPEN, open_order(spy, state.seats)
            state.chosen = [NONE] * state.seats
    tell(state, telling.revealed, state)
    if not last:
        state.turn += 1
    return last


def pay(totals: Sequence[int]) -> list[int]:
    """Gold per seat for one colour, from the seats' total power in it.

    The highest total, and all that equal it, earn 2 each; the next one, and all that equal it,
    a fifth of the highest, rounded down, for each seat that has the highest. 0 earns nothing.
    """
    highest = max(totals)
    if highest == 0:
        return [0] * len(totals)
    second = max([total for total in totals if total < highest], default=0)
    reward = highest // _DIVISOR * totals.count(highest)
    return [
        _FIRST if total == highest else reward if total == second and second > 0 else 0
        for total in totals
    ]


def ranks(totals: Sequence[int]) -> list[int | None]:
    """The place of each seat's total, from 1; equals share it; None for a total of 0."""
    steps = sorted({total for total in totals if total > 0}, reverse=True)
    return [steps.index(total) + 1 if total > 0 else None for total in totals]


def hold(state: State) -> bool:
    """Pay each colour; whether that was the end of the game."""
    state.debates += (tuple(state.totals),)
    totals = [state.totals[colour :: len(COLOURS)] for colour in range(len(COLOURS))]
    paid = list(map(pay, totals))
    for golds in paid:
        for seat, gold in enumerate(golds):
            state.gold[seat] += gold
    tell(state, telling.debated, state.round, totals, paid)
    if state.round < COMPONENTS.rounds.count:
        return False
    state.phase = OVER
    state.chosen = [NONE] * state.seats
    state.step += 1
    state.posed = None
    tell(state, telling.ended, state)
    return True
