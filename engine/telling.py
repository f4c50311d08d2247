"""Telling what happens, if anybody listens."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ParamSpec

from engine.values import Event, State

P = ParamSpec("P")


def tell(
    state: State, what: Callable[P, Iterable[Event]], /, *args: P.args, **kwargs: P.kwargs
) -> None:
    """Tell what `what` makes of these arguments; nothing is made where nobody listens."""
    if state.told is not None:
        state.told += what(*args, **kwargs)
