"""Games of random players on the bare core, or of computer players: speed, scores, wins by seat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from statistics import fmean, pstdev
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engine.bots import Player
from engine.game import Game, Options, Outcome, State
from engine.parts.rng import stream

AnyGame = Game[Any, Any, Any]


def play_out(game: AnyGame, state: State, numbers: Iterator[int]) -> int:
    """Play a state to its end at random; the number of decisions."""
    asked, moves, apply = game.asked, game.moves, game.apply
    decisions = 0
    while seats := asked(state):
        seat = seats[0]
        legal = moves(state, seat)
        apply(state, seat, legal[next(numbers) % len(legal)])
        decisions += 1
    return decisions


def play_with(game: AnyGame, state: State, players: Sequence[Player], seed: int) -> int:
    """Play a state to its end, each seat by its player's view; the number of decisions."""
    return sum(1 for _ in choices(game, state, players, seed))


def choices(
    game: AnyGame, state: State, players: Sequence[Player], seed: int
) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The same choice by choice: whose, and its picks; the state goes on with each."""
    for number in count(1):
        asked = game.asked(state)
        if not asked:
            return
        seat = asked[0]
        picks = players[seat].choose(game, game.view(state, seat), seed << 20 | number)
        game.apply(state, seat, game.encode(state, seat, picks))
        yield seat, picks


@dataclass
class Tally:
    """Scores and won games by seat; a shared first place counts in parts."""

    seats: int
    games: int = 0
    decisions: int = 0
    scores: list[list[int]] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = [[] for _ in range(self.seats)]
        self.wins = [0.0] * self.seats

    def add(self, outcome: Outcome, decisions: int = 0) -> None:
        """One more game."""
        self.games += 1
        self.decisions += decisions
        for seat, score in outcome.scores.items():
            self.scores[seat].append(score)
        for seat in range(self.seats):
            self.wins[seat] += outcome.share(seat)


@dataclass(frozen=True)
class Setting:
    """What is played, and who plays it: `player` None for random ones on the bare core."""

    game: AnyGame
    seats: int
    options: Options
    games: int
    seed: int
    player: Player | None = None


def simulate(setting: Setting) -> Iterator[tuple[Outcome, int]]:
    """Outcome and number of decisions of each game."""
    game, player = setting.game, setting.player
    for seed in range(setting.seed, setting.seed + setting.games):
        state = game.setup(seats=setting.seats, options=setting.options, seed=seed)
        if player is None:
            decisions = play_out(game, state, stream(seed))
        else:
            decisions = play_with(game, state, [player] * setting.seats, seed)
        yield ended(game, state), decisions


def ended(game: AnyGame, state: State) -> Outcome:
    """The outcome of a state in which nobody is asked."""
    outcome = game.outcome(state)
    if outcome is None:
        raise RuntimeError(f"{game.name}: nobody is asked, and yet there is no outcome")
    return outcome


def progress_bar(console: Console) -> Progress:
    """A bar for many games."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
    )


def run(console: Console, setting: Setting, strength: str) -> None:
    """Simulate with a progress bar, then print the figures."""
    tally = Tally(setting.seats)
    with progress_bar(console) as progress:
        task = progress.add_task(setting.game.name, total=setting.games)
        begun = progress.get_time()
        stride = max(1, setting.games // 100)
        for outcome, decisions in simulate(setting):
            tally.add(outcome, decisions)
            if tally.games % stride == 0:
                progress.update(task, completed=tally.games)
        seconds = max(progress.get_time() - begun, 1e-9)
    console.print(
        f"{tally.games} games of {setting.game.name}, {setting.seats} {strength} players: "
        f"{tally.games / seconds:,.0f} games/s, {tally.decisions / seconds:,.0f} decisions/s"
    )
    console.print(by_seat(tally, [f"seat {seat + 1}" for seat in range(setting.seats)]))
    console.print(distribution(tally))


def distribution(tally: Tally) -> Table:
    """How scores spread: those of all players, and the best of each game."""
    every = sorted(score for scores in tally.scores for score in scores)
    best = sorted(max(scores) for scores in zip(*tally.scores, strict=True))
    table = Table("score", "mean", "lowest", "10 %", "median", "90 %", "highest")
    for name, scores in (("all players", every), ("best of a game", best)):
        if scores:
            tenths = [scores[len(scores) * part // 10] for part in (1, 5, 9)]
            row = [scores[0], *tenths, scores[-1]]
            table.add_row(name, f"{fmean(scores):.1f}", *map(str, row))
    return table


def by_seat(tally: Tally, names: Sequence[str]) -> Table:
    """Scores and share of wins, a row a seat."""
    table = Table("", "score, mean", "spread", "wins")
    for name, scores, wins in zip(names, tally.scores, tally.wins, strict=True):
        mean = f"{fmean(scores):.1f}" if scores else "-"
        spread = f"{pstdev(scores):.1f}" if scores else "-"
        table.add_row(name, mean, spread, f"{wins / tally.games:.1%}")
    return table
