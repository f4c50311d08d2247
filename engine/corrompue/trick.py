"""A trick: what may be played to it and who takes it (rules: tricks)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.corrompue.components import (
    CULTE,
    FACTION,
    FACTION_CARDS,
    FACTIONS,
    VALUE,
    WIDTH,
    Card,
)

NO_FACTION = -1


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


def legal(hand: int, faction: int) -> int:
    """The cards of a hand that may be played when this faction is asked, as sets."""
    if faction == NO_FACTION:
        return hand
    return hand & FACTION_CARDS[faction] or hand


def counts(card: int, faction: int) -> int:
    """What a card counts: its value; 0 off the asked faction, unless it is Culte."""
    return VALUE[card] if FACTION[card] in {faction, CULTE} else 0


def best(cards: Sequence[int]) -> int:
    """The place in the trick of the card that takes it; the asked faction beats an equal Culte."""
    faction = asked(cards)
    strengths = [2 * counts(card, faction) + (FACTION[card] == faction) for card in cards]
    return strengths.index(max(strengths))
