"""Views of The Majority from games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import games
from engine.majority.view import MajorityView
from engine.parts.rng import Rng

GAME = games["majority"]


@cache
def played(seats: int, seed: int = 1) -> tuple[tuple[int, MajorityView], ...]:
    """Before every choice: who is asked next, and that seat's view; at last the public's (-1)."""
    return tuple(_played(seats, seed))


def _played(seats: int, seed: int) -> Iterator[tuple[int, MajorityView]]:
    state, rng = GAME.setup(seats, seed=seed), Rng(seed)
    while prompts := GAME.prompts(state):
        prompt = next(one for one in prompts.values() if one.answered is None)
        yield prompt.seat, GAME.view(state, prompt.seat)
        option = prompt.options[rng.below(len(prompt.options))]
        state, _ = GAME.play(state, prompt.seat, [option.id])
    yield -1, GAME.view(state, None)


def moment(seats: int, phase: str, number: int, seed: int = 3) -> MajorityView:
    """One of the views of a phase, as its player has it."""
    views = [view for seat, view in played(seats, seed) if seat >= 0 and view.phase == phase]
    return views[number]


def over(seats: int, seed: int = 3) -> MajorityView:
    """The end of a game, as everybody has it."""
    return played(seats, seed)[-1][1]
