"""Telling what happens, if anybody listens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVarTuple

from engine.parts.values import Event, InDetail, State

Ts = TypeVarTuple("Ts")


def tell(state: State, what: Callable[[*Ts], Iterable[Event]], /, *args: *Ts) -> None:
    """Tell what `what` makes of these arguments; nothing is made where nobody listens."""
    if state.told is not None:
        state.told += what(*args)


def tell_detail(state: State, what: Callable[[*Ts], Iterable[Event]], /, *args: *Ts) -> None:
    """Tell how something came about; nothing is made where nobody reads that up."""
    if isinstance(state.told, InDetail):
        state.told += what(*args)


def stand(state: State) -> None:
    """Keep where the game stands on its way, for who looks back; it goes on by itself."""
    if isinstance(state.told, InDetail):
        state.told.passed.append((len(state.told), state.clone()))
