"""Computer players against each other: one of a strength among those of another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

from rich.console import Console
from rich.table import Table

from engine.bots import Player
from engine.game import Outcome
from engine.simulate import Setting, ended, play_with, progress_bar

CONFIDENCE = 1.96
"""Standard errors on each side of a 95 % interval."""


@dataclass(frozen=True)
class Match:
    """A player of one strength, the others of another."""

    name: str
    challenger: Player
    other: Player


def play(setting: Setting, match: Match, number: int) -> float:
    """The challenger's share of the victory in one game."""
    game, seats = setting.game, setting.seats
    challenger = number % seats
    partners = next((party for party in game.parties(seats) if challenger in party), (challenger,))
    state = game.setup(seats=seats, options=setting.options, seed=setting.seed + number)
    players = [match.challenger if seat in partners else match.other for seat in range(seats)]
    play_with(game, state, players, setting.seed + number)
    return share(ended(game, state), challenger)


def share(outcome: Outcome, seat: int) -> float:
    """A seat's part of the first place."""
    first = outcome.places[0]
    return 1 / len(first) if seat in first else 0.0


def shares(setting: Setting, match: Match) -> Iterator[float]:
    """The challenger's share of each game."""
    for number in range(setting.games):
        yield play(setting, match, number)


def interval(won: float, games: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson)."""
    part, z = won / games, CONFIDENCE
    middle = (part + z * z / (2 * games)) / (1 + z * z / games)
    half = z * sqrt(part * (1 - part) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def run(console: Console, setting: Setting, matches: list[Match]) -> None:
    """Play all matches with a progress bar, then print the shares."""
    table = Table("", "wins", "95 % interval", "chance", "seconds a game")
    with progress_bar(console) as progress:
        for match in matches:
            task = progress.add_task(match.name, total=setting.games)
            begun, won = progress.get_time(), 0.0
            for part in shares(setting, match):
                won += part
                progress.advance(task)
            seconds = (progress.get_time() - begun) / setting.games
            low, high = interval(won, setting.games)
            table.add_row(
                match.name,
                f"{won / setting.games:.1%}",
                f"{low:.1%} to {high:.1%}",
                f"{1 / setting.seats:.1%}",
                f"{seconds:.2f}",
            )
    console.print(f"{setting.games} games of {setting.game.name}, {setting.seats} players")
    console.print(table)
