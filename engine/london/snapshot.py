"""A state as JSON and back; it only fits the box that it was played with."""

from __future__ import annotations

from engine.london.box import Box
from engine.london.state import State
from engine.snapshots import Snapshot


def snapshot(box: Box) -> Snapshot[State]:
    """Snapshots of games with this box."""
    return Snapshot(State, box=box)
