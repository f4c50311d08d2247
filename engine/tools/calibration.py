"""Whether reviews are right: chances that they tell, beside what came of the games; what choices
cost each strength; and whether one bad choice among good ones is found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from rich.console import Console
from rich.table import Table

from engine.bots import Player
from engine.log import Moment, moments
from engine.review import Effort, Owed, owed, read_choice, reviewed
from engine.review.chances import SURE, ToWin, interval
from engine.review.lean import Strengths
from engine.review.values import WHOLE
from engine.rng import Rng
from engine.saved import SavedEntry
from engine.tools.simulate import AnyGame, Setting, choices, ended, progress_bar

MOMENTS: Final = 2
"""Of each game whose chances are told, of two seats, where the lot decides."""
OWN: Final = 10
"""For so many of those games one of each strength's own, in which choices are held against other
answers: that takes much longer."""
CHOICES: Final = 2
"""Of each seat in such a game."""
TENTHS: Final = 10
BAR: Final = 10
"""Signs that stand for a sure win."""
BAD: Final = 150
"""Thousandths that a planted mistake costs at least."""
TRIES: Final = 12
"""Choices of a game that are looked at for a place to plant one."""
BRIEF: Final = 1_000_000
"""Moves of a review that looks for one: a fifth of what people's have, so that more are read."""
FORESEEN: Final = Effort(look=0, told=160)
SEEN: Final = Effort(told=160)


@dataclass(frozen=True, slots=True)
class Forecast:
    """A chance that was told, and the part of the win that came of it."""

    strength: str
    chance: float
    won: float


@dataclass(frozen=True, slots=True)
class Played:
    """A game of computers that has ended."""

    game: AnyGame
    strengths: tuple[str, ...]
    last: Moment
    log: list[SavedEntry]


def run(console: Console, setting: Setting, players: Mapping[str, Player]) -> None:
    """Print, for each tenth of chances, how many of those games were won; and costs."""
    told: list[Forecast] = []
    lost: dict[str, list[float]] = {strength: [] for strength in players}
    own = -(-setting.games // OWN)
    with progress_bar(console) as progress:
        task = progress.add_task(setting.game.name, total=setting.games)
        for number in range(setting.games):
            told += forecasts(setting, players, number)
            progress.advance(task)
        task = progress.add_task("costs", total=own)
        for number in range(own):
            for strength in players:
                lost[strength] += costs_among(setting, players, strength, number)
            progress.advance(task)
    played = f"{setting.games} games of {setting.game.name}, {setting.seats} mixed players"
    console.print(f"{played}: {len(told)} chances beside what came of them")
    console.print(table(told))
    console.print(f"{own} games of each strength among its own")
    console.print(costs(lost))


def run_planted(console: Console, setting: Setting, players: Mapping[str, Player]) -> None:
    """Print in how many games of hard computers one planted mistake is named among the three."""
    found, planted = 0, 0
    with progress_bar(console) as progress:
        task = progress.add_task(setting.game.name, total=setting.games)
        for number in range(setting.games):
            named = is_named(setting, players, number)
            if named is not None:
                found, planted = found + named, planted + 1
            progress.advance(task)
    if not planted:
        console.print(f"{setting.games} games of {setting.game.name}: no place for a mistake")
        return
    low, high = interval(found, planted)
    console.print(
        f"{planted} mistakes of {BAD / 10:.0f} points and more in {setting.games} games of"
        f" {setting.game.name}, {setting.seats} hard players: {found} named among three,"
        f" {found / planted:.0%} ({low:.0%} to {high:.0%})"
    )


def played(
    setting: Setting, players: Mapping[str, Player], strengths: tuple[str, ...], seed: int
) -> Played:
    """A game among computers of these strengths."""
    game = setting.game
    state = game.setup(setting.seats, setting.options, seed)
    who = [players[strength] for strength in strengths]
    log = [SavedEntry(seat=seat, picks=picks) for seat, picks in choices(game, state, who, seed)]
    return _with(setting, strengths, log, seed)


def mixed(setting: Setting, players: Mapping[str, Player], lot: Rng, seed: int) -> Played:
    """A game among computers of strengths that the lot decides."""
    strengths = tuple(lot.choice(list(players)) for _ in range(setting.seats))
    return played(setting, players, strengths, seed)


def _with(setting: Setting, strengths: tuple[str, ...], log: list[SavedEntry], seed: int) -> Played:
    start = setting.game.setup(setting.seats, setting.options, seed)
    return Played(setting.game, strengths, moments(setting.game, start, log)[-1], log)


def forecasts(setting: Setting, players: Mapping[str, Player], number: int) -> Iterator[Forecast]:
    """Some moments in a game among players of strengths that the lot decides."""
    game, seed = setting.game, setting.seed + number
    lot = Rng(seed)
    over = mixed(setting, players, lot, seed)
    outcome = ended(game, over.last.state)
    seats = list(range(setting.seats))
    lot.shuffle(seats)
    for seat in seats[:MOMENTS]:
        choice = lot.choice(owed(game, over.last, over.log, seat))
        read = read_choice(game, choice, seat, over.strengths, FORESEEN)
        won = ToWin(game, setting.seats).reward(outcome, seat)
        yield Forecast(over.strengths[seat], read.after / WHOLE, won)


def costs_among(
    setting: Setting, players: Mapping[str, Player], strength: str, number: int
) -> Iterator[float]:
    """What choices cost in a game among equals: whoever can't win any more loses nothing.

    They are measured alike: all go on as well as normal ones. Where beginners go on as they do, a
    bad choice costs little, as worse ones come after it.
    """
    game, seed = setting.game, setting.seed + number
    over = played(setting, players, (strength,) * setting.seats, seed)
    lot = Rng(seed)
    for seat in range(setting.seats):
        made = owed(game, over.last, over.log, seat)
        for choice in [lot.choice(made) for _ in range(CHOICES)]:
            yield read_choice(game, choice, seat, (), SEEN).cost / WHOLE


def is_named(setting: Setting, players: Mapping[str, Player], number: int) -> bool | None:
    """Whether a review finds the one bad choice of a hard computer; None: there was no place."""
    game, seed = setting.game, setting.seed + number
    strengths: tuple[str, ...] = ("hard",) * setting.seats
    over = played(setting, players, strengths, seed)
    lot = Rng(seed)
    seat = lot.below(setting.seats)
    made = list(owed(game, over.last, over.log, seat))
    lot.shuffle(made)
    for choice in made[:TRIES]:
        bad = _bad(game, choice, seat, strengths)
        if bad is not None:
            worse = _exchanged(setting, players, over, choice, bad, seed)
            *_, review = reviewed(game, worse.last, worse.log, seat, strengths, budget=BRIEF)
            return choice.entry in {one.entry for one in review.turning_points}
    return None


def _bad(game: AnyGame, choice: Owed, seat: int, strengths: Strengths) -> tuple[str, ...] | None:
    """An answer that surely costs enough, looked at anew as if it had been chosen."""
    read = read_choice(game, choice, seat, strengths, Effort(told=32, most=32))
    worst = read.answers[-1].picks
    again = read_choice(game, replace(choice, picks=worst), seat, strengths)
    return worst if again.cost >= BAD else None


def _exchanged(
    setting: Setting,
    players: Mapping[str, Player],
    over: Played,
    choice: Owed,
    bad: tuple[str, ...],
    seed: int,
) -> Played:
    """The game as it goes on from a bad choice."""
    game = setting.game
    start = game.setup(setting.seats, setting.options, seed)
    before = over.log[: choice.entry - 1]
    seat = over.log[choice.entry - 1].seat
    state = moments(game, start, before)[-1].state.clone()
    game.apply(state, seat, game.encode(state, seat, bad))
    log = [*before, SavedEntry(seat=seat, picks=bad)]
    who = [players["hard"]] * setting.seats
    log += [SavedEntry(seat=one, picks=picks) for one, picks in choices(game, state, who, seed)]
    return _with(setting, over.strengths, log, seed)


def table(told: Iterable[Forecast]) -> Table:
    """Tenths of chances: how many, foreseen, won with its 95 % interval, and both as a plot."""
    rows = Table("chances", "n", "told", "won", "95 %", "apart", "won, | told")
    by_tenth: dict[int, list[Forecast]] = {}
    for one in told:
        by_tenth.setdefault(min(TENTHS - 1, int(TENTHS * one.chance)), []).append(one)
    for tenth, some in sorted(by_tenth.items()):
        chance, won = fmean(one.chance for one in some), fmean(one.won for one in some)
        low, high = interval(sum(one.won for one in some), len(some))
        bar, mark = "#" * round(BAR * won), round(BAR * chance)
        rows.add_row(
            f"{10 * tenth} to {10 * tenth + 10} %",
            str(len(some)),
            f"{100 * chance:.1f}",
            f"{100 * won:.1f}",
            f"{100 * low:.0f} to {100 * high:.0f}",
            f"{100 * (won - chance):+.1f}",
            f"{bar[:mark]:{mark}}|{bar[mark:]}",
        )
    return rows


def costs(lost: Mapping[str, Sequence[float]]) -> Table:
    """What a choice cost each strength, in points of a hundred, with its 95 % interval."""
    rows = Table("strength", "choices", "cost a choice", "95 %")
    for strength, found in lost.items():
        if len(found) > 1:
            mean, error = 100 * fmean(found), 100 * SURE * stdev(found) / sqrt(len(found))
            between = f"{max(0.0, mean - error):.2f} to {mean + error:.2f}"
            rows.add_row(strength, str(len(found)), f"{mean:.2f}", between)
    return rows
