"""A state as JSON and back; cards are letters, "a" the first guild of the table."""

from __future__ import annotations

from typing import Any, Final

import orjson

from engine.game import IncompatibleState
from engine.guildes.components import GUILDS
from engine.guildes.moves import NONE
from engine.guildes.state import State
from engine.guildes.view import GuildesOptions
from engine.rng import Rng

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
    fields: dict[str, Any] = {name: getattr(state, name) for name in (*PLAIN, *ROWS)}
    fields["rules_version"] = rules_version
    fields["options"] = state.options.model_dump()
    fields["seed"] = hex(state.rng.seed)
    fields["position"] = state.rng.position
    for name in CARDS:
        fields[name] = _letters(getattr(state, name))
    for name in HANDS:
        fields[name] = [_letters(cards) for cards in getattr(state, name)]
    fields["counts"] = state.counts
    return orjson.dumps(fields).decode()


def load(text: str, rules_version: int) -> State:
    """The state of a dump; raises IncompatibleState."""
    try:
        fields = orjson.loads(text)
        if fields["rules_version"] != rules_version:
            raise IncompatibleState(f"rules {fields['rules_version']}, not {rules_version}")
        return _state(fields)
    except (ValueError, KeyError, TypeError) as error:
        raise IncompatibleState("not a dump of Guildes") from error


def _state(fields: dict[str, Any]) -> State:
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
    state.rng = Rng(int(fields["seed"], 16), fields["position"])
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
