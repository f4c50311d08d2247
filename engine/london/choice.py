"""The choice of the player who is asked."""

from __future__ import annotations

from engine.london.asks import Ask
from engine.london.state import State


def pose(state: State, seat: int, ask: Ask, options: list[int]) -> None:
    """Ask a seat; a single option is taken at once by `flow.run`."""
    state.actor = seat
    state.ask = ask
    state.options = options


def settle(state: State) -> None:
    """What was being chosen is carried out: nothing of it can be taken back."""
    state.step += state.substep
    state.substep = 0
    if state.picks:
        state.picks = []
    if state.depths:
        state.depths = []
