"""Guildes as a later release has it: both kinds of change that an upgrade brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import orjson

from bot.sessions.table.table import AnyGame
from engine import games
from engine.game import IncompatibleState
from engine.guildes import Guildes

Change: TypeAlias = Literal["shape", "rules"]

BEFORE = Guildes.rules_version


class Later(Guildes):
    """Its dumps say one thing more, so that no earlier release can load them."""

    rules_version = BEFORE + 1
    components = games["guildes"].components

    def dump(self, state):
        return orjson.dumps(orjson.loads(super().dump(state)) | {"later": True}).decode()

    def load(self, dump):
        found = orjson.loads(dump)
        if found["rules_version"] == BEFORE and self.snapshots_since == BEFORE:
            return super().load(dump)
        if found.pop("later", None) is None:
            raise IncompatibleState("of an earlier release")
        return super().load(orjson.dumps(found).decode())


class OtherShape(Later):
    """By the same rules: logs give the same games."""

    rules_since = BEFORE


class OtherRules(Later):
    """The same seed deals other cards; a game that runs is taken over as it stands."""

    snapshots_since = BEFORE

    @staticmethod
    def begin(seats, options, seed):
        return Guildes.begin(seats, options, seed + 1)


LATER: Mapping[Change, AnyGame] = {"shape": OtherShape(), "rules": OtherRules()}


def games_of(change: Change | None) -> Mapping[str, AnyGame]:
    """What a process plays; None: as it is now."""
    return games if change is None else {**games, "guildes": LATER[change]}
