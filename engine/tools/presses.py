"""How often players are asked who know their way: prompts a seat and round, and by kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from rich.console import Console
from rich.table import Table

from engine.bots import Player
from engine.game import Game, State
from engine.tools.simulate import Setting, ended, progress_bar

AnyGame = Game[Any, Any, Any]


@dataclass
class Asked:
    """How many prompts each seat answered in each round of many games."""

    rounds: list[int] = field(default_factory=list)
    """A number for each seat and round, also where it is 0."""
    kinds: Counter[str] = field(default_factory=Counter)
    """By the key of the question."""
    by_kind: dict[str, list[int]] = field(default_factory=dict)
    """As `rounds`, of each kind."""

    def add(self, asked: Counter[tuple[int, int, str]], seats: int) -> None:
        """One more game: prompts by seat, round and kind; rounds may have been skipped."""
        for kind in {kind for _, _, kind in asked} - set(self.by_kind):
            self.by_kind[kind] = [0] * len(self.rounds)
        for seat in range(seats):
            for round_ in sorted({round_ for _, round_, _ in asked}):
                for kind, numbers in self.by_kind.items():
                    numbers.append(asked[seat, round_, kind])
                self.rounds.append(sum(numbers[-1] for numbers in self.by_kind.values()))
        for (_, _, kind), number in asked.items():
            self.kinds[kind] += number


def count(game: AnyGame, state: State, players: Sequence[Player], seed: int) -> Counter[Any]:
    """Play a state to its end; the prompts answered by seat, round and kind."""
    asked: Counter[tuple[int, int, str]] = Counter()
    while seats := game.asked(state):
        seat = seats[0]
        prompt = game.prompts(state)[seat]
        asked[seat, game.round_of(state), prompt.ask.key] += 1
        view = game.view(state, seat)
        picks = players[seat].choose(game, view, seed << 20 | asked.total())
        move = game.encode(state, seat, picks)
        if game.policy is not None:
            move = game.policy.shortcut(state, seat, move)
        game.apply(state, seat, move)
    return asked


def counted(setting: Setting, player: Player) -> Iterator[Asked]:
    """What was counted so far, after each game."""
    game, total = setting.game, Asked()
    for seed in range(setting.seed, setting.seed + setting.games):
        state = game.setup(seats=setting.seats, options=setting.options, seed=seed)
        asked = count(game, state, [player] * setting.seats, seed)
        ended(game, state)
        total.add(asked, setting.seats)
        yield total


def run(console: Console, setting: Setting, player: Player, strength: str) -> Asked:
    """Count with a progress bar, then print the figures."""
    total = Asked()
    with progress_bar(console) as progress:
        task = progress.add_task(setting.game.name, total=setting.games)
        for so_far in counted(setting, player):
            total = so_far
            progress.advance(task)
    console.print(
        f"{setting.games} games of {setting.game.name}, {setting.seats} {strength} players: "
        "prompts a seat and round"
    )
    console.print(table(total))
    return total


def high(numbers: Sequence[int]) -> int:
    """What 95 of 100 numbers don't exceed."""
    ascending = sorted(numbers)
    return ascending[-(-len(ascending) * 95 // 100) - 1] if ascending else 0


def table(total: Asked) -> Table:
    """A row for all prompts, and for each kind, the most frequent first."""
    shown = Table("asked", "mean", "95 %")
    shown.add_row("all", f"{fmean(total.rounds or [0]):.2f}", str(high(total.rounds)))
    for kind, _ in total.kinds.most_common():
        numbers = total.by_kind[kind]
        shown.add_row(kind, f"{fmean(numbers):.2f}", str(high(numbers)))
    return shown
