"""Views of Guilds of London from games that greedy players play, and what tests make of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

from engine import games
from engine.game import Outcome
from engine.london.policy.greedy import choose
from engine.london.table.state import State
from engine.london.view import LondonView, PlayedView, ScoredMayor
from engine.text import Seat, text

GAME = games["london"]
SEATS = (2, 3, 4)


@cache
def played(seats: int, seed: int = 7) -> tuple[State, ...]:
    """The states of a whole game before every choice; at last the finished one."""
    return tuple(_played(seats, seed))


def _played(seats: int, seed: int) -> Iterator[State]:
    state: Any = GAME.setup(seats, seed=seed)
    while asked := GAME.asked(state):
        yield state.clone()
        GAME.apply(state, asked[0], choose(state, asked[0]))
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


def voted(seats: int, viewer: int | None = None) -> LondonView:
    """The activation with most votes, when it is over."""
    views = [GAME.view(state, viewer) for state in played(seats)]
    return max(views, key=lambda view: (len(view.tallies), view.phase == "turns"))


def over(seats: int, viewer: int | None = None) -> LondonView:
    """The finished game."""
    return GAME.view(played(seats)[-1], viewer)


def crowded(seats: int) -> LondonView:
    """Everyone stands on every tile and place in numbers that no game reaches."""
    view = fullest(seats)
    tiles = tuple(
        replace(
            tile,
            resolved=False,
            master=None,
            pawns=(12, 11, 10, 9)[:seats],
            marker="s5",
            beadle=not index,
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


def arranged(viewer: int | None = None) -> LondonView:
    """A town of four set out by hand, which no change of computer players can alter."""
    view = GAME.view(GAME.setup(4, seed=7), viewer)
    tiles = []
    for index, tile in enumerate(view.tiles):
        changes: dict[str, Any] = {"pawns": (index % 3, index % 2, 0, index % 4)}
        if index % 3 == 1:
            seat = index % 4
            pawns = tuple(int(seat == one) for one in range(4))
            changes = {"resolved": True, "master": seat, "pawns": pawns, "marker": None}
        tiles.append(replace(tile, **changes, active=index == 6))
    codes = (11, 24, 32, 41, 41, 54, 55)
    hand = {} if viewer is None else {"hand": codes, "mayors": ("m05", "m08"), "hand_limit": 7}
    now = {
        "round": 4,
        "phase": "turns",
        "headline": text("london.headline.turns", round=4, rounds=12, player=Seat(1)),
        "awaited": (1,),
        "simultaneous": False,
        "on_turn": 1,
        "played": (PlayedView(code=16, way="effect"), PlayedView(code=53, way="move")),
        "spent": (21, 32),
        "to_draw": 2,
        "tiles": tuple(tiles),
        "prompt": None,
    }
    return view.model_copy(update={**now, **hand})


def counted() -> LondonView:
    """The end of that game, set out by hand."""
    view = arranged()
    scores = (58, 47, 58, 31)
    players = tuple(
        player.model_copy(
            update={
                "score": score,
                "pairs": seat + 1,
                "revealed": tuple(
                    ScoredMayor(card=f"m{card:02}", points=card % 8) for card in range(1, 6 - seat)
                ),
            }
        )
        for seat, (player, score) in enumerate(zip(view.players, scores, strict=True))
    )
    outcome = Outcome(places=[[0, 2], [1], [3]], scores=dict(enumerate(scores)))
    now = {"players": players, "outcome": outcome, "phase": "over", "points": ()}
    over = view.model_copy(update=now)
    return over.model_copy(update={"points": _spread([over.unknown(seat) for seat in range(4)])})


def _spread(points: Sequence[int]) -> tuple[int, ...]:
    """These points by seat as gains of 3 and less, round by round and source by source."""
    gained = [0] * (12 * 4 * 4)
    left = list(points)
    for number, seat in product(range(12), range(4)):
        at = (number * 4 + seat) * 4 + (number + seat) % 4
        gained[at] = min(3 + number % 3, left[seat])
        left[seat] -= gained[at]
    return tuple(gained)
