"""A state as JSON and back; cards are letters, "a" the first guild of the table."""

from __future__ import annotations

from typing import Final

from engine.guildes.ballot import sort_out
from engine.guildes.components import GUILDS
from engine.guildes.state import State
from engine.snapshots import Snapshot

SNAPSHOT: Final = Snapshot(State, cards=len(GUILDS), derive=sort_out)
