"""Selection: packs are dealt and drafted, partners exchange a card (rules: Selection)."""

from __future__ import annotations

from engine.majority import telling
from engine.majority.components import COMPONENTS, partner
from engine.majority.state import DRAFT, EXCHANGE, NONE, PLAY, State
from engine.packs import each_without
from engine.telling import tell

_ROUNDS = COMPONENTS.rounds


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
