"""Prompts that are made once and kept with the state, as long as they hold.

`play` and every look ask for them, and a secret choice changes the prompt of one seat alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, Self, TypeVar

from engine.parts.values import NOBODY, Prompt


class Posing(Protocol):
    """A state that keeps its prompts; whoever begins another moment sets `posed` to None."""

    posed: Mapping[int, Prompt] | None
    """The open prompts once they are made; never changed in place, so that clones share it."""
    replied: int
    """The seat that has chosen since then, or NOBODY."""


class Stepping(Protocol):
    """A state that keeps its prompts and numbers the moments at which it asks."""

    posed: Mapping[int, Prompt] | None
    step: int

    def clone(self) -> Self:
        """An independent copy."""
        ...


P = TypeVar("P", bound=Posing)
T = TypeVar("T", bound=Stepping)


def reply(state: Posing, seat: int) -> None:
    """This seat has chosen, and what the others are asked stays the same."""
    if state.replied != NOBODY:
        state.posed = None
    state.replied = seat


def prompts(
    state: P,
    opened: Callable[[P], Mapping[int, Prompt]],
    answer: Callable[[P, int], tuple[str, ...]],
) -> Mapping[int, Prompt]:
    """The open prompts: those kept, or else those that `opened` makes; `answer`: a seat's picks."""
    posed = state.posed
    if posed is None:
        posed = opened(state)
    elif (seat := state.replied) in posed:
        posed = {**posed, seat: posed[seat].answering(answer(state, seat))}
    else:
        return posed
    state.posed, state.replied = posed, NOBODY
    return posed


def anew(state: T, step: int) -> T:
    """The same moment, asked at another step."""
    again = state.clone()
    again.step, again.posed = step, None
    return again
