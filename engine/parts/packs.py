"""Packs, hands and heaps of cards: lists of card numbers that are replaced as a whole.

So clones of a state share them; annotated as `Sequence[int]`, nobody changes one in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def without(cards: Sequence[int], card: int) -> list[int]:
    """One card of this number less."""
    left = [*cards]
    left.remove(card)
    return left


def each_without(heaps: Iterable[Sequence[int]], cards: Iterable[int]) -> list[Sequence[int]]:
    """One card less of each heap."""
    every: list[Sequence[int]] = []
    for heap, card in zip(heaps, cards, strict=True):
        left = [*heap]
        left.remove(card)
        every.append(left)
    return every


def take(cards: Sequence[int], known: Sequence[int], card: int) -> tuple[list[int], Sequence[int]]:
    """One card less, and the kinds that are left of those `known`."""
    left = [*cards]
    left.remove(card)
    return left, known if card in left else without(known, card)


def heap(copies: Iterable[int]) -> list[int]:
    """The cards of a heap that holds so many of each kind, in rising order."""
    return [card for card, number in enumerate(copies) for _ in range(number)]


def different(cards: Iterable[int]) -> list[int]:
    """The different cards, each once, in the order in which they come."""
    return list(dict.fromkeys(cards))
