"""A state as JSON and back."""

from __future__ import annotations

from typing import Final

from engine.guildes.ballot import sort_out
from engine.guildes.state import State
from engine.snapshots import Snapshot

SNAPSHOT: Final = Snapshot(State, derive=sort_out)
