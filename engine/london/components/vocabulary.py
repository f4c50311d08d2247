"""The words that component files may use: verbs' keys, counts and conditions."""

from __future__ import annotations

import re
from typing import Final, Literal, NamedTuple, TypeAlias

Colour: TypeAlias = Literal["red", "blue", "green", "yellow", "purple"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow", "purple")
ALL_COLOURS: Final = (1 << len(COLOURS)) - 1
"""Colours in the core are bits, in the order of COLOURS."""

COUNTS: Final = (
    "members:plantation",
    "masters",
    *(f"masters:{colour}" for colour in COLOURS),
    "masters:great",
    "masters:special",
    "masters:single",
    "masters:double",
    "masters:high",
    "masters:guildhall",
    "masters:edge",
    "colours",
    "pairs",
    "group",
    "row",
    "column",
    "markers",
    "neutrals",
    "turn:moved",
    "turn:recruited",
    "turn:shipped",
)

EVENTS: Final = ("move", "recruit", "plantation")
"""What an `each_time` may wait for."""

MOST: Final = "most:"
_COMPARISON: Final = re.compile(r"(?P<count>[a-z:]+)(?P<sign>>=|<=|==)(?P<bound>\d+)")


class Condition(NamedTuple):
    """`counted` compared with `bound`; sign "most": above 0, and nobody has more."""

    counted: str
    sign: Literal[">=", "<=", "==", "most"]
    bound: int


def parse_condition(words: str) -> Condition:
    """The condition of a component file; raises ValueError for anything else."""
    if words.startswith(MOST):
        return Condition(known_count(words.removeprefix(MOST)), "most", 0)
    match = _COMPARISON.fullmatch(words)
    if match is None:
        raise ValueError(f"{words!r} is no condition (COUNT>=k, COUNT<=k, COUNT==k, most:COUNT)")
    sign = match["sign"]
    return Condition(
        known_count(match["count"]),
        ">=" if sign == ">=" else "<=" if sign == "<=" else "==",
        int(match["bound"]),
    )


def known_count(name: str) -> str:
    """The name itself; raises ValueError unless it is one of COUNTS."""
    if name not in COUNTS:
        raise ValueError(f"{name!r} is no count ({', '.join(COUNTS)})")
    return name


def parse_target(words: str) -> int:
    """The colours of a `to` as bits; raises ValueError for anything else."""
    if words == "any":
        return ALL_COLOURS
    mask = 0
    for word in words.split("|"):
        if word not in COLOURS:
            raise ValueError(f"{word!r} is no colour ({', '.join(COLOURS)}) and not 'any'")
        mask |= 1 << COLOURS.index(word)
    return mask
