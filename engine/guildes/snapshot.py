"""A state as JSON and back; cards are letters, "a" the first guild of the table."""

from __future__ import annotations

from typing import Final

from engine.guildes.components import GUILDS
from engine.guildes.moves import NONE
from engine.guildes.state import State
from engine.guildes.view import GuildesOptions
from engine.snapshots import Fields, generator, generator_fields, read, written

TO_LETTERS: Final = bytes((ord("a") + card) % 256 for card in range(256))
TO_CARDS: Final = bytes((letter - ord("a")) % 256 for letter in range(256))
LETTERS: Final = frozenset("abcdefghijk"[: len(GUILDS)])

PLAIN: Final = (
    "seats", "ballot", "phase", "turn", "step", "substep", "event", "first",
    "laid", "lay", "down", "choice", "waiting",
)  # fmt: skip
"""Fields kept as they are."""
ROWS: Final = ("revealed", "tricks", "trick_states", "marks", "chosen")
"""Tuples of numbers."""
CARDS: Final = ("deck", "discard", "drawn")
HANDS: Final = ("packs", "hands")


def dump(state: State, rules_version: int) -> str:
    """The whole state."""
    fields: Fields = {name: getattr(state, name) for name in (*PLAIN, *ROWS)}
    fields["options"] = state.options.model_dump()
    fields |= generator_fields(state.rng)
    for name in CARDS:
        fields[name] = _letters(getattr(state, name))
    for name in HANDS:
        fields[name] = [_letters(cards) for cards in getattr(state, name)]
    fields["counts"] = state.counts
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
    for name in CARDS:
        setattr(state, name, _cards(fields[name]))
    for name in HANDS:
        setattr(state, name, [_cards(letters) for letters in fields[name]])
    state.counts = tuple(tuple(votes) for votes in fields["counts"])
    state.options = GuildesOptions(**fields["options"])
    state.rng = generator(fields)
    state.told = None
    state.open, state.changed = None, NONE
    state.sort_out()
    return state


def _letters(cards: bytes) -> str:
    return cards.translate(TO_LETTERS).decode("ascii")


def _cards(letters: str) -> bytes:
    if not LETTERS.issuperset(letters):
        raise ValueError(letters)
    return letters.encode().translate(TO_CARDS)
