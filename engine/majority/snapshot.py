"""A state as JSON and back."""

from __future__ import annotations

from typing import Final

from engine.majority.state import State
from engine.snapshots import Snapshot

SNAPSHOT: Final = Snapshot(State)
