"""A trick: what may be played to it and who takes it (rules: tricks)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from engine.corrompue import telling
from engine.corrompue.components import (
    ALONE,
    CULTE,
    FACTION,
    FACTION_CARDS,
    FACTIONS,
    NO_FACTION,
    VALUE,
    WIDTH,
    Card,
    set_of,
)
from engine.corrompue.state import State
from engine.parts.telling import tell
from engine.parts.values import NOBODY


def winner(plays: Sequence[tuple[int, Card]]) -> int:
    """The seat that takes the trick; `plays` are (seat, card) in the order played.

    The Milice token may still name somebody else.
    """
    cards = [FACTIONS.index(faction) * WIDTH + value - 1 for _, (faction, value) in plays]
    return plays[best(cards)][0]


def asked(cards: Iterable[int]) -> int:
    """The faction that has to be followed: of the first card that is not Culte."""
    for card in cards:
        if FACTION[card] != CULTE:
            return FACTION[card]
    return NO_FACTION


_FOLLOWING: Final = {
    NO_FACTION: sum(FACTION_CARDS),
    **{faction: FACTION_CARDS[faction] for faction in range(CULTE)},
}
"""By asked faction, the cards that a hand which has any of them must choose from."""


def legal(hand: int, faction: int) -> int:
    """The cards of a hand that may be played when this faction is asked, as sets."""
    return hand & _FOLLOWING[faction] or hand


def counts(card: int, faction: int) -> int:
    """What a card counts: its value; 0 off the asked faction, unless it is Culte."""
    return VALUE[card] if FACTION[card] in (faction, CULTE) else 0


_STRENGTHS: Final = {
    faction: [2 * counts(card, faction) + (FACTION[card] == faction) for card in range(len(VALUE))]
    for faction in (NO_FACTION, *range(CULTE))
}
"""By asked faction, how strong every card is: the asked faction beats an equal Culte."""


def best(cards: Sequence[int]) -> int:
    """The place in the trick of the card that takes it; the asked faction beats an equal Culte."""
    return _strongest(cards, asked(cards))


def _strongest(cards: Sequence[int], faction: int) -> int:
    strength = _STRENGTHS[faction]
    strengths = [strength[card] for card in cards]
    return strengths.index(max(strengths))


# -- on the table -----------------------------------------------------------------------------


def winning(state: State) -> int:
    """Who takes the trick, as it lies, without the Milice token; NOBODY before a card."""
    if not state.plays:
        return NOBODY
    return (state.leader + _strongest(state.plays, state.faction)) % state.seats


def lay(state: State, seat: int, card: int) -> None:
    """Play a card to the trick."""
    faction, asked = FACTION[card], state.faction
    if faction != asked:
        if faction == CULTE:
            state.culte_played[seat] += 1
        elif asked == NO_FACTION:
            state.faction = faction
        if asked != NO_FACTION:
            state.voids[seat] |= 1 << asked
    state.hands[seat] ^= ALONE[card]
    state.plays += (card,)
    tell(state, telling.played, state, seat, card)


def take(state: State, seat: int, *, named: bool = False) -> None:
    """This seat wins the cards and leads the next trick, if anybody has a card left.

    `named`: by whoever spends the Milice token.
    """
    state.won[seat] |= set_of(state.plays)
    state.last = (state.leader, seat, state.plays)
    state.plays = ()
    state.faction = NO_FACTION
    tell(state, telling.interrupted if named else telling.taken, state, seat)
    state.leader = seat
    if state.hands[seat]:
        state.trick += 1


def is_last(state: State) -> bool:
    """Whether nobody has a card left after this trick is complete."""
    return state.hands[state.leader] == 0
