"""What the snapshots of all games have in common: JSON, the rules' version, the generator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import orjson

from engine.rng import Rng
from engine.values import IncompatibleState

S = TypeVar("S")
Fields: TypeAlias = dict[str, Any]


def written(fields: Fields, rules_version: int) -> str:
    """A dump of these fields."""
    return orjson.dumps({**fields, "rules_version": rules_version}).decode()


def read(dump: str, rules_version: int, build: Callable[[Fields], S]) -> S:
    """What `build` makes of a dump's fields; raises IncompatibleState for whatever doesn't fit."""
    try:
        fields = orjson.loads(dump)
        if fields["rules_version"] != rules_version:
            raise IncompatibleState(f"rules {fields['rules_version']}, not {rules_version}")
        return build(fields)
    except (ValueError, KeyError, TypeError) as error:
        raise IncompatibleState("not a dump of this game") from error


def generator_fields(rng: Rng) -> Fields:
    """The generator as fields; the seed as text, since JSON's numbers end below 2**256."""
    return {"seed": hex(rng.seed), "position": rng.position}


def generator(fields: Fields) -> Rng:
    """The generator of a dump."""
    return Rng(int(fields["seed"], 16), fields["position"])
