"""Moves of the core as small ints, and the option ids that people see for them.

0 to 10 is a card of that guild; from `PAIR` on, two cards at once; in between, the answers of
the dirty tricks.
"""

from __future__ import annotations

from typing import Final

from engine.guildes.components import GUILDS, NUMBER_OF

NONE: Final = -1

SEAT: Final = 16
PLUS, MINUS, USE, DECLINE, BACK = range(32, 37)
PAIR: Final = 64

SIGN: Final = {PLUS: 1, MINUS: -1}


def pair(one: int, other: int) -> int:
    """The move that lays these two cards."""
    low, high = (one, other) if one <= other else (other, one)
    return PAIR + low * len(GUILDS) + high


def cards_of(move: int) -> tuple[int, ...]:
    """The one or two cards of a move."""
    return divmod(move - PAIR, len(GUILDS)) if move >= PAIR else (move,)


ID_OF: Final = {
    **dict(enumerate(GUILDS)),
    **{SEAT + seat: f"seat:{seat}" for seat in range(6)},
    PLUS: "plus",
    MINUS: "minus",
    USE: "use",
    DECLINE: "decline",
    BACK: "back",
}
"""The option id of every move that is a single pick."""

PICKS_OF: Final = {move: (name,) for move, name in ID_OF.items()}
MOVE_OF: Final = {
    **{name: move for move, name in ID_OF.items()},
    **{f"{guild}:2": number for guild, number in NUMBER_OF.items()},
}
"""The move, or the card, of every option id; "artisans:2" is the second copy."""


def encode(picks: tuple[str, ...]) -> int:
    """The move of one pick, or of two cards."""
    if len(picks) == 1:
        return MOVE_OF[picks[0]]
    one, other = picks
    return pair(MOVE_OF[one], MOVE_OF[other])


def decode(move: int) -> tuple[str, ...]:
    """The picks of a move; of two equal cards the second is "artisans:2"."""
    if move < PAIR:
        return PICKS_OF[move]
    one, other = cards_of(move)
    return (ID_OF[one], f"{ID_OF[other]}:2" if one == other else ID_OF[other])
