"""Guildes as other releases might have it."""

from __future__ import annotations

import json
from typing import Any

from bot.sessions.table.table import AnyGame
from engine import games
from engine.guildes import Guildes
from engine.guildes.game import begin
from engine.guildes.state import State

NOW = games["guildes"].rules_version


def guildes(**changed: Any) -> AnyGame:
    """The house's game with some attributes changed; it says nothing of earlier rules."""
    same: dict[str, Any] = {"components": games["guildes"].components}
    same |= {"rules_since": None, "snapshots_since": None}
    game: AnyGame = type("Guildes", (Guildes,), same | changed)()
    return game


def dealt_otherwise(**changed: Any) -> AnyGame:
    """Another game comes of the same seed."""
    return guildes(begin=staticmethod(_begin_otherwise), **changed)


def dumped_otherwise(**changed: Any) -> AnyGame:
    """States have a field more when they are stored."""
    return guildes(dump=_dump, load=_load, **changed)


def asked_otherwise(**changed: Any) -> AnyGame:
    """The next rules: another game comes of the same log, dumps are loaded and asked anew."""
    since: dict[str, Any] = {"rules_version": NOW + 1, "snapshots_since": NOW}
    return dealt_otherwise(load=_load_anew, **(since | changed))


def _begin_otherwise(seats: int, options: Any, seed: int) -> State:
    return begin(seats, options, seed + 1)


def _dump(game: Guildes, state: State) -> str:
    return json.dumps(json.loads(Guildes.dump(game, state)) | {"weather": "fine"})


def _load(game: Guildes, dump: str) -> State:
    fields = json.loads(dump)
    fields.pop("weather", None)
    return Guildes.load(game, json.dumps(fields))


def _load_anew(game: Guildes, dump: str) -> State:
    state = Guildes.load(game, dump)
    if json.loads(dump)["rules_version"] == game.rules_version:
        return state
    return game.anew(state, state.step + 1)


def before_counts() -> AnyGame:
    """The release before the cards of a count were kept."""
    since = {"rules_version": NOW - 1, "dump": _dump_without_cards, "load": _load_without_cards}
    return guildes(**since)


def keeping_counts() -> AnyGame:
    """This release, of which the one before kept less."""
    return guildes(rules_since=NOW - 1, snapshots_since=NOW - 1)


def _dump_without_cards(game: Guildes, state: State) -> str:
    fields = json.loads(Guildes.dump(game, state))
    del fields["counted"]
    return json.dumps(fields)


def _load_without_cards(game: Guildes, dump: str) -> State:
    fields = json.loads(dump)
    return Guildes.load(game, json.dumps(fields | {"counted": [()] * len(fields["counts"])}))
