"""Views of Guilds of London from games that greedy players play, and what tests make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from engine import games
from engine.london.greedy import choose
from engine.london.state import State
from engine.london.view import LondonView

GAME = games["london"]
SEATS = (2, 3, 4)


@cache
def played(seats: int, seed: int = 7) -> tuple[State, ...]:
    """The states of a whole game before every choice; at last the finished one."""
    return tuple(_played(seats, seed))


def _played(seats: int, seed: int) -> Iterator[State]:
    state: Any = GAME.setup(seats, seed=seed)
    while asked := state.asked():
        yield state.clone()
        state.apply(asked[0], choose(state, asked[0]))
    yield state


def first(seats: int, viewer: int | None, holds: Callable[[LondonView], bool]) -> LondonView:
    """The first view of a game for which this holds; raises StopIteration if there is none."""
    views = (GAME.view(state, viewer) for state in played(seats))
    return next(view for view in views if holds(view))


def emptiest(seats: int, viewer: int | None = None) -> LondonView:
    """Before anybody has chosen a mayor's card."""
    return GAME.view(played(seats)[0], viewer)


def fullest(seats: int, viewer: int | None = None) -> LondonView:
    """The last round of turns: the largest town."""
    state = next(s for s in reversed(played(seats)) if GAME.view(s, None).phase == "turns")
    return GAME.view(state, viewer)


def over(seats: int, viewer: int | None = None) -> LondonView:
    """The finished game."""
    return GAME.view(played(seats)[-1], viewer)


def crowded(seats: int) -> LondonView:
    """Everyone stands on every tile and place in numbers that no game reaches."""
    view = fullest(seats)
    tiles = tuple(
        tile.model_copy(
            update={
                "resolved": False,
                "master": None,
                "pawns": (12, 11, 10, 9)[:seats],
                "marker": "s5",
                "beadle": not index,
            }
        )
        for index, tile in enumerate(view.tiles)
    )
    players = tuple(
        player.model_copy(
            update={"score": 188, "guildhall": 16, "plantation": 16, "supply": 16, "hand": 14}
        )
        for player in view.players
    )
    return view.model_copy(update={"tiles": tiles, "players": players})
