"""A state as JSON and back; sets of cards are the core's ints."""

from __future__ import annotations

from typing import Final

from engine.corrompue.options import CorrompueOptions
from engine.corrompue.state import State
from engine.snapshots import Fields, generator, generator_fields, read, written

PLAIN: Final = (
    "seats", "event", "trick", "phase", "step", "dealer", "opener", "leader", "faction",
    "hands", "discards", "won", "culte_pile", "aside", "handed", "culte_played", "voids",
    "chosen", "waiting", "noblesse", "paysan", "milice", "spent", "quiet",
)  # fmt: skip
"""Fields kept as they are."""


def dump(state: State, rules_version: int) -> str:
    """The whole state."""
    fields: Fields = {name: getattr(state, name) for name in PLAIN}
    fields["options"] = state.options.model_dump()
    fields |= generator_fields(state.rng)
    fields["plays"] = state.plays
    fields["last"] = state.last
    fields["counts"] = state.counts
    return written(fields, rules_version)


def load(text: str, rules_version: int) -> State:
    """The state of a dump; raises IncompatibleState."""
    return read(text, rules_version, _state)


def _state(fields: Fields) -> State:
    state = State()
    for name in PLAIN:
        setattr(state, name, fields[name])
    state.options = CorrompueOptions(**fields["options"])
    state.rng = generator(fields)
    state.plays = tuple(fields["plays"])
    leader, taker, cards = fields["last"]
    state.last = (leader, taker, tuple(cards))
    state.counts = tuple(tuple(won) for won in fields["counts"])
    state.told = None
    state.built = None
    return state
