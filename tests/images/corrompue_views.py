"""Views of La Cité corrompue from games played at random."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine import games
from engine.corrompue.view import CorrompueView
from engine.parts.rng import Rng

GAME = games["corrompue"]


@cache
def played(seats: int, seed: int = 1) -> tuple[tuple[int, CorrompueView], ...]:
    """Before every choice: who is asked next, and that seat's view; at last the public's (-1)."""
    return tuple(_played(seats, seed))


def _played(seats: int, seed: int) -> Iterator[tuple[int, CorrompueView]]:
    state, rng = GAME.setup(seats, seed=seed), Rng(seed)
    while prompts := GAME.prompts(state):
        prompt = next(one for one in prompts.values() if one.answered is None)
        yield prompt.seat, GAME.view(state, prompt.seat)
        offered = [option.id for option in prompt.options]
        rng.shuffle(offered)
        state, _ = GAME.play(state, prompt.seat, offered[: prompt.least])
    yield -1, GAME.view(state, None)


def moment(seats: int, phase: str, number: int, seed: int = 3) -> CorrompueView:
    """One of the views of a phase, as its player has it."""
    views = [view for seat, view in played(seats, seed) if seat >= 0 and view.phase == phase]
    return views[number]


def over(seats: int, seed: int = 3) -> CorrompueView:
    """The end of a game, as everybody has it."""
    return played(seats, seed)[-1][1]
