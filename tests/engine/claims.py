"""What *Suggest* and reviews say, read against the view: every reason is a claim to be checked.

`python -m tests.engine.claims` prints how often each came and was checked.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.testing.seatings import combinations
from engine import games
from engine.bots.advice import Advice, advise
from engine.bots.search import menu
from engine.game import Game
from engine.parts.policy import LITTLE
from engine.parts.rng import Rng
from engine.text import Text

PLAYED = "suggest.played"
"""How games went on: all that is said of a choice that only playouts put second."""
PLAYOUTS = 32
"""A part of those of *Suggest*: what is said has to be true of any choice."""
ASTRAY = 4
"""One move of so many is any at all, so that positions come that no advice leads to."""


@dataclass(frozen=True)
class Position:
    """A moment of a game at which a seat is advised."""

    game: Game[Any, Any, Any]
    state: Any
    seat: int
    view: Any
    advice: Advice

    def after(self, picks: Sequence[str]) -> Any:
        """The state once the seat has chosen so."""
        state = self.state.clone()
        self.game.apply(state, self.seat, self.game.encode(state, self.seat, tuple(picks)))
        return state


@dataclass(frozen=True)
class Claim:
    """A reason for some picks: those suggested, or the next best."""

    at: Position
    picks: tuple[str, ...]
    said: Text

    @property
    def key(self) -> str:
        """Which claim it is, without the game's name."""
        return self.said.key.partition(".reason.")[2]


def positions(game: Game[Any, Any, Any], number: int) -> Iterator[Position]:
    """So many moments, of tables of every size with every variant."""
    tables = [(seats, options) for seats in game.seats for options in combinations(game)]
    for seed in count():
        seats, options = tables[seed % len(tables)]
        state, rng = game.setup(seats, options, seed), Rng(seed)
        while asked := game.asked(state):
            seat = asked[0]
            view = game.view(state, seat)
            advice = advise(game, view, number, PLAYOUTS)
            yield Position(game, state.clone(), seat, view, advice)
            number -= 1
            if not number:
                return
            astray = rng.below(ASTRAY) == 0
            game.apply(
                state,
                seat,
                rng.choice(game.moves(state, seat))
                if astray
                else game.encode(state, seat, advice.picks),
            )


def claims(position: Position) -> Iterator[Claim]:
    """What is said for the suggestion, and for the next best."""
    advice = position.advice
    assert advice.reason is not None, position.view.prompt
    yield Claim(position, tuple(advice.picks), advice.reason)
    if advice.second is not None:
        picks, reason = advice.second
        assert picks != advice.picks
    if advice.second is not None and reason is not None:
        yield Claim(position, tuple(picks), reason)


def any_two(position: Position, lot: Rng) -> Position | None:
    """The moment with one choice before another, as a review tells of any; None: one is all."""
    game, seat = position.game, position.seat
    policy, world = game.policy, game.sample(position.view, lot.below(1000))
    ways = {game.decode(world, seat, move): move for move in menu(policy, world, seat)}
    if len(ways) < 2:
        return None
    picks = [*ways]
    lot.shuffle(picks)
    better, chosen, *_ = picks
    reason = policy.reason(world, seat, ways[better])
    apart = policy.why_second(world, seat, ways[better], ways[chosen])
    return replace(position, advice=Advice(better, reason, second=(chosen, apart)))


def check(claim: Claim) -> None:
    """That a claim is true; an AssertionError says which isn't."""
    from tests.engine.corrompue.claims import check as corrompue  # noqa: PLC0415
    from tests.engine.guildes.claims import check as guildes  # noqa: PLC0415
    from tests.engine.london.claims import check as london  # noqa: PLC0415
    from tests.engine.majority.claims import check as majority  # noqa: PLC0415

    by_game = {"guildes": guildes, "majority": majority, "corrompue": corrompue, "london": london}
    if claim.said.key == PLAYED:
        assert 0 <= claim.said.args["n"] < claim.said.args["mine"] <= 100
    elif claim.said != LITTLE:
        by_game[claim.at.game.name](claim)


def checked(game: Game[Any, Any, Any], number: int) -> Counter[str]:
    """Every claim of so many positions, checked: how often each reason came, parts too."""
    said, lot = Counter[str](), Rng(number)
    for position in positions(game, number):
        of_any = any_two(position, lot)
        for claim in (*claims(position), *(() if of_any is None else claims(of_any))):
            try:
                check(claim)
            except AssertionError as wrong:
                wrong.add_note(f"{claim.picks}: {claim.said}\n{position.view.prompt}")
                raise
            said.update(named(claim.said, f"{game.name}.reason."))
    return said


def named(said: object, begin: str) -> Iterator[str]:
    """The reasons that a text is made of, without the game's name."""
    if isinstance(said, Text):
        if said.key.startswith(begin):
            yield said.key.removeprefix(begin)
        for part in said.args.values():
            yield from named(part, begin)
    elif isinstance(said, tuple):
        for part in said:
            yield from named(part, begin)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(games))
    parser.add_argument("--positions", type=int, default=2000)
    given = parser.parse_args()
    table = Table("game", "reason", "checked")
    for name in given.games:
        for key, number in checked(games[name], given.positions).most_common():
            table.add_row(name, key, str(number))
    Console().print(table)
