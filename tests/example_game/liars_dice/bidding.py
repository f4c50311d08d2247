"""Bids and what they claim (rules: a round, wild ones)."""

from __future__ import annotations

from collections.abc import Iterable

from liars_dice.components import FACES, LEAP, ONE, OPENING
from liars_dice.state import CALL, bid_of, number_and_face


def raises(bid: int, dice: int) -> list[int]:
    """The bids that may follow this one (CALL: those that may open), lowest first."""
    if bid == CALL:
        return list(range(bid_of(1, 1), bid_of(min(OPENING, dice), FACES) + 1))
    number, _ = number_and_face(bid)
    return list(range(bid + 1, bid_of(min(number + LEAP, dice), FACES) + 1))


def counted(hands: Iterable[bytes], face: int, *, wild_ones: bool) -> int:
    """How many dice under all cups count for a face."""
    faces = {face, ONE} if wild_ones else {face}
    return sum(die in faces for hand in hands for die in hand)
