"""The vote on an activated tile (London, activation of tiles: 2. vote, 3. rewards)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Vote(NamedTuple):
    """Seats; `winner` None: nothing happens; `second` None: the marker goes to the box."""

    winner: int | None
    second: int | None


def winner(pawns: Sequence[int], masters: Sequence[int]) -> Vote:
    """Who wins a tile and who comes second.

    `pawns`: members on the tile by seat, after the negotiation. `masters`: by seat, what a
    tied player adds (masters on adjacent tiles, and what Gog & Magog gives).
    """
    most = max(pawns)
    if most == 0:
        return Vote(None, None)
    first = leaders(pawns)
    if len(first) > 1:
        added = [masters[seat] for seat in first]
        best = max(added)
        if added.count(best) > 1:
            return Vote(None, None)
        first = [first[added.index(best)]]
    rest = [0 if seat == first[0] else number for seat, number in enumerate(pawns)]
    second = leaders(rest)
    return Vote(first[0], second[0] if len(second) == 1 else None)


def plantation(pawns: Sequence[int]) -> tuple[list[int], list[int]]:
    """Who gets the plantation's left reward, and who its right one (London, growth: 3.)."""
    first = leaders(pawns)
    if len(first) != 1:
        return [], first
    second = leaders([0 if seat == first[0] else number for seat, number in enumerate(pawns)])
    return first, second if len(second) == 1 else []


def leaders(pawns: Sequence[int]) -> list[int]:
    """The seats that have the most pawns, at least one."""
    most = max(pawns)
    return [seat for seat, number in enumerate(pawns) if number == most and most]
