"""Games of random players on the bare core: how fast it is, how even the seats are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pstdev
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from engine.game import Game, Options, Outcome, State
from engine.rng import stream

AnyGame = Game[Any, Any, Any]


def play_out(state: State, numbers: Iterator[int]) -> int:
    """Play a state to its end at random; the number of decisions."""
    decisions = 0
    while asked := state.asked():
        seat = asked[0]
        moves = state.moves(seat)
        state.apply(seat, moves[next(numbers) % len(moves)])
        decisions += 1
    return decisions


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
        first = outcome.places[0] if outcome.places else ()
        for seat in first:
            self.wins[seat] += 1 / len(first)


def simulate(
    game: AnyGame, seats: int, options: Options, games: int, seed: int
) -> Iterator[tuple[Outcome, int]]:
    """Outcome and number of decisions of each game."""
    for number in range(games):
        state = game.setup(seats=seats, options=options, seed=seed + number)
        decisions = play_out(state, stream(seed + number))
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


def run(
    console: Console, game: AnyGame, seats: int, options: Options, games: int, seed: int
) -> None:
    """Simulate with a progress bar, then print the figures."""
    tally = Tally(seats)
    with progress_bar(console) as progress:
        task = progress.add_task(game.name, total=games)
        begun = progress.get_time()
        stride = max(1, games // 100)
        for outcome, decisions in simulate(game, seats, options, games, seed):
            tally.add(outcome, decisions)
            if tally.games % stride == 0:
                progress.update(task, completed=tally.games)
        seconds = max(progress.get_time() - begun, 1e-9)
    console.print(
        f"{tally.games} games of {game.name}, {seats} random players: "
        f"{tally.games / seconds:,.0f} games/s, {tally.decisions / seconds:,.0f} decisions/s"
    )
    console.print(by_seat(tally, [f"seat {seat + 1}" for seat in range(seats)]))


def by_seat(tally: Tally, names: Sequence[str]) -> Table:
    """Scores and share of wins, a row a seat."""
    table = Table("", "score, mean", "spread", "wins")
    for name, scores, wins in zip(names, tally.scores, tally.wins, strict=True):
        mean = f"{fmean(scores):.1f}" if scores else "-"
        spread = f"{pstdev(scores):.1f}" if scores else "-"
        table.add_row(name, mean, spread, f"{wins / tally.games:.1%}")
    return table
