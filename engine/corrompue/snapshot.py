"""A state as JSON and back; sets of cards are the core's ints."""

from __future__ import annotations

from typing import Any, Final

import orjson

from engine.corrompue.options import CorrompueOptions
from engine.corrompue.state import State
from engine.game import IncompatibleState
from engine.rng import Rng

PLAIN: Final = (
    "seats", "event", "trick", "phase", "step", "dealer", "opener", "leader", "faction",
    "hands", "discards", "won", "culte_pile", "aside", "handed", "culte_played", "voids",
    "chosen", "waiting", "noblesse", "paysan", "milice", "spent", "quiet",
)  # fmt: skip
"""Fields kept as they are."""


def dump(state: State, rules_version: int) -> str:
    """The whole state."""
    fields: dict[str, Any] = {name: getattr(state, name) for name in PLAIN}
    fields["rules_version"] = rules_version
    fields["options"] = state.options.model_dump()
    fields["seed"] = hex(state.rng.seed)
    fields["position"] = state.rng.position
    fields["plays"] = state.plays
    fields["last"] = state.last
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
        raise IncompatibleState("not a dump of La Cité corrompue") from error


def _state(fields: dict[str, Any]) -> State:
    state = State()
    for name in PLAIN:
        setattr(state, name, fields[name])
    state.options = CorrompueOptions(**fields["options"])
    state.rng = Rng(int(fields["seed"], 16), fields["position"])
    state.plays = tuple(fields["plays"])
    leader, taker, cards = fields["last"]
    state.last = (leader, taker, tuple(cards))
    state.counts = tuple(tuple(won) for won in fields["counts"])
    state.told = None
    state.built = None
    return state
