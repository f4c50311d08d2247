"""Whether a review is right about chances: those that it tells, beside what came of the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import sqrt
from statistics import fmean
from typing import Final

from rich.console import Console
from rich.table import Table

from engine.bots import Player
from engine.log import moments
from engine.review import Owed, owed
from engine.review.chances import SURE, ToWin, Worlds
from engine.rng import Rng
from engine.saved import SavedEntry
from engine.tools.simulate import Setting, choices, ended, progress_bar

MOMENTS: Final = 4
"""Of each game whose chances are told, spread over it."""
WORLDS: Final = 64
"""In which they are played out."""
TENTHS: Final = 10
BAR: Final = 10
"""Signs that stand for a sure win."""


@dataclass(frozen=True, slots=True)
class Forecast:
    """A chance that was told, and the part of the win that came of it."""

    chance: float
    won: float


def run(console: Console, setting: Setting, players: Mapping[str, Player]) -> None:
    """Print, for each tenth of chances, how many of those games were won."""
    told: list[Forecast] = []
    with progress_bar(console) as progress:
        task = progress.add_task(setting.game.name, total=setting.games)
        for number in range(setting.games):
            told += forecasts(setting, players, number)
            progress.advance(task)
    played = f"{setting.games} games of {setting.game.name}, {setting.seats} mixed players"
    console.print(f"{played}: {len(told)} chances beside what came of them")
    console.print(table(told))


def forecasts(setting: Setting, players: Mapping[str, Player], number: int) -> Iterator[Forecast]:
    """Some moments of one seat in a game among players of strengths that the lot decides."""
    game, seats, seed = setting.game, setting.seats, setting.seed + number
    lot = Rng(seed)
    mixed = [players[lot.choice(list(players))] for _ in range(seats)]
    seat = lot.below(seats)
    state = game.setup(seats, setting.options, seed)
    log = [SavedEntry(seat=who, picks=picks) for who, picks in choices(game, state, mixed, seed)]
    won = ToWin(game, seats).reward(ended(game, state), seat)
    start = game.setup(seats, setting.options, seed)
    made = owed(game, moments(game, start, log)[-1], log, seat)
    for part in range(MOMENTS):
        yield Forecast(foreseen(setting, made[len(made) * part // MOMENTS], seat), won)


def foreseen(setting: Setting, choice: Owed, seat: int) -> float:
    """The chance with what was chosen."""
    worlds = Worlds(setting.game, choice.view, seat)
    ends: dict[int, list[float]] = {setting.game.encode(worlds.first(), seat, choice.picks): []}
    worlds.play(ends, range(WORLDS))
    return fmean(*ends.values())


def table(told: Iterable[Forecast]) -> Table:
    """Tenths of chances: how many, foreseen, won with its 95 % interval, and both as a plot."""
    rows = Table("chances", "n", "told", "won", "95 %", "apart", "won, | told")
    by_tenth: dict[int, list[Forecast]] = {}
    for one in told:
        by_tenth.setdefault(min(TENTHS - 1, int(TENTHS * one.chance)), []).append(one)
    for tenth, some in sorted(by_tenth.items()):
        chance, won = fmean(one.chance for one in some), fmean(one.won for one in some)
        error = SURE * sqrt(won * (1 - won) / len(some))
        bar, mark = "#" * round(BAR * won), round(BAR * chance)
        rows.add_row(
            f"{10 * tenth} to {10 * tenth + 10} %",
            str(len(some)),
            f"{100 * chance:.1f}",
            f"{100 * won:.1f}",
            f"{100 * max(0.0, won - error):.0f} to {100 * min(1.0, won + error):.0f}",
            f"{100 * (won - chance):+.1f}",
            f"{bar[:mark]:{mark}}|{bar[mark:]}",
        )
    return rows
