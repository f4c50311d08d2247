"""A state as JSON and back; cards are letters, "a" to "x" by kind."""

from __future__ import annotations

from typing import Final

from engine.majority.components import KINDS
from engine.majority.options import MajorityOptions
from engine.majority.state import State
from engine.snapshots import Fields, read, written

LETTER: Final = "".join(chr(ord("a") + kind) for kind in KINDS)
KIND_OF: Final = {letter: kind for kind, letter in enumerate(LETTER)}

PLAIN: Final = (
    "seats", "round", "turn", "phase", "step", "spy", "last_spy",
    "chosen", "waiting", "given", "totals", "gold",
)  # fmt: skip
"""Fields kept as they are."""
ROWS: Final = ("order", "last")
"""Tuples of numbers."""
HEAPS: Final = ("deck", "discarded")
HEAPS_BY_SEAT: Final = ("hands", "packs", "won")


def dump(state: State, rules_version: int) -> str:
    """The whole state."""
    fields: Fields = {name: getattr(state, name) for name in (*PLAIN, *ROWS)}
    fields["options"] = state.options.model_dump()
    for name in HEAPS:
        fields[name] = _letters(getattr(state, name))
    for name in HEAPS_BY_SEAT:
        fields[name] = [_letters(cards) for cards in getattr(state, name)]
    fields["debates"] = state.debates
    return written(fields, rules_version)


def load(text: str, rules_version: int) -> State:
    """The state of a dump; raises IncompatibleState."""
    return read(text, rules_version, _state)


def _state(fields: Fields) -> State:
    state = State()
    for name in PLAIN:
        setattr(state, name, fields[name])
    for name in ROWS:
        setattr(state, name, tuple(fields[name]))
    for name in HEAPS:
        setattr(state, name, _kinds(fields[name]))
    for name in HEAPS_BY_SEAT:
        setattr(state, name, [_kinds(letters) for letters in fields[name]])
    state.debates = tuple(tuple(totals) for totals in fields["debates"])
    state.options = MajorityOptions(**fields["options"])
    state.told = None
    state.built = None
    return state


def _letters(cards: bytes) -> str:
    return "".join([LETTER[kind] for kind in cards])


def _kinds(letters: str) -> bytes:
    return bytes([KIND_OF[letter] for letter in letters])
