"""A state as JSON and back."""

from __future__ import annotations

from typing import Any, Final

from engine.guildes.ballot import find_kinds
from engine.guildes.state import DRAFT, State
from engine.snapshots import Earlier, Snapshot


def _fields(found: dict[str, Any]) -> None:
    """A dump of rules 3, which kept the votes of a count and not the cards, or of rules 4.

    Both kept nothing of a draft that was over.
    """
    if "counted" not in found:
        found["counted"] = [()] * len(found["counts"])
    if "kept" not in found:
        found["kept"] = found["redistributed"] = []
        found["tableaux"] = [found["laid"]] if found["phase"] == DRAFT else []


def _go_on(_: State) -> None:
    """What was asked is asked still."""


SNAPSHOT: Final = Snapshot(State, derive=find_kinds, earlier=Earlier(_fields, _go_on))
