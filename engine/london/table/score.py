"""Victory points and the live order (London, score and turn order)."""

from __future__ import annotations

from engine.london.table.state import State


def gain(state: State, seat: int, points: int) -> None:
    """Victory points in one go; the marker goes on top of those it meets."""
    if points <= 0:
        return
    state.scores[seat] = score = state.scores[seat] + points
    live = state.live
    live.remove(seat)
    at = 0
    while at < len(live) and state.scores[live[at]] > score:
        at += 1
    live.insert(at, seat)
