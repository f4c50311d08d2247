"""A state as JSON and back; sets of cards are the core's ints."""

from __future__ import annotations

from typing import Final

from engine.corrompue.state import State
from engine.snapshots import Snapshot

SNAPSHOT: Final = Snapshot(State)
