"""A state as JSON and back."""

from __future__ import annotations

from typing import Final

from engine.london.asks import Ask, Phase
from engine.london.box import Box
from engine.london.state import State
from engine.snapshots import Fields, generator, generator_fields, read, written
from engine.values import IncompatibleState

PLAIN: Final = (
    "active", "actor", "aside", "beadle", "boxed", "deck", "depths", "discard", "drawn_at_end",
    "each", "frames", "hands", "kept", "knows", "live", "looked", "markers", "mayor_deck", "mayors",
    "moved", "neutrals", "open", "options", "order", "pawns", "picks", "pool", "prizes", "queue",
    "recruited", "resolved", "round", "scores", "shipped", "side", "spent", "stack", "stage",
    "step", "substep", "tiles", "turn", "unplaced", "vote",
)  # fmt: skip
"""Numbers and lists of numbers, kept as they are."""


def dump(state: State, rules_version: int) -> str:
    """The whole state; it only fits the box that it was played with."""
    fields: Fields = {name: getattr(state, name) for name in PLAIN}
    fields |= {
        "components": state.box.digest,
        "seats": state.seats,
        **generator_fields(state.rng),
        "phase": int(state.phase),
        "ask": int(state.ask),
        "played": state.played,
        "memo": state.memo,
        "deeds": state.deeds,
    }
    return written(fields, rules_version)


def load(dump: str, box: Box, rules_version: int) -> State:
    """The state of a dump; raises IncompatibleState."""
    return read(dump, rules_version, lambda fields: _state(fields, box))


def _state(fields: Fields, box: Box) -> State:
    if fields["components"] != box.digest:
        raise IncompatibleState("played with other components")
    state = State.bare(box, fields["seats"], generator(fields))
    for name in PLAIN:
        setattr(state, name, fields[name])
    state.phase = Phase(fields["phase"])
    state.ask = Ask(fields["ask"])
    state.played = [(kind, way) for kind, way in fields["played"]]
    state.deeds = [(what, tuple(numbers)) for what, numbers in fields["deeds"]]
    if fields["memo"] is not None:
        pawns, scores, live, neutrals, pool, beadle = fields["memo"]
        state.memo = (tuple(pawns), tuple(scores), tuple(live), neutrals, pool, beadle)
    return state
