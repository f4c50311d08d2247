"""A state as JSON and back; cards are letters, "a" to "x" by kind."""

from __future__ import annotations

from typing import Final

from engine.majority.components import CARDS
from engine.majority.state import State
from engine.snapshots import Snapshot

SNAPSHOT: Final = Snapshot(State, cards=len(CARDS))
