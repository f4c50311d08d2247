"""A state as JSON and back."""

from __future__ import annotations

from typing import Any, Final

import orjson

from engine.game import IncompatibleState
from engine.london.box import Box
from engine.london.state import State
from engine.london.table import Ask, Phase
from engine.rng import Rng

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
    fields: dict[str, Any] = {name: getattr(state, name) for name in PLAIN}
    fields |= {
        "rules_version": rules_version,
        "components": state.box.digest,
        "seats": state.seats,
        "seed": hex(state.rng.seed),
        "position": state.rng.position,
        "phase": int(state.phase),
        "ask": int(state.ask),
        "played": state.played,
        "memo": state.memo,
        "deeds": state.deeds,
    }
    return orjson.dumps(fields).decode()


def load(dump: str, box: Box, rules_version: int) -> State:
    """The state of a dump; raises IncompatibleState."""
    try:
        fields = orjson.loads(dump)
        if fields["rules_version"] != rules_version:
            raise IncompatibleState(f"rules {fields['rules_version']}, not {rules_version}")
        if fields["components"] != box.digest:
            raise IncompatibleState("played with other components")
        return _state(fields, box)
    except (ValueError, KeyError, TypeError) as error:
        raise IncompatibleState("not a dump of Guilds of London") from error


def _state(fields: dict[str, Any], box: Box) -> State:
    state = State(box, fields["seats"], Rng(int(fields["seed"], 16), fields["position"]))
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
