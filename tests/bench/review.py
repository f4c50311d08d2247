"""Reviews: what one takes of a core and of the store, and what 400 live tables feel of two.

`python -m tests.bench.review ROUNDS` has these alone.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from pathlib import Path
from statistics import mean, median, stdev
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Final

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.sessions.over.reviews import shown, spared
from engine import games
from engine.bots import players
from engine.guildes import flow
from engine.log import Moment
from engine.review import Review, reviewed
from engine.review.chances import SURE
from engine.review.reading import BUDGET
from engine.tools.calibration import Bench, Played
from engine.tools.kept import Games
from engine.tools.simulate import Setting
from tests.bench.apart import Apart, percentile
from tests.bench.crowd import Crowd, gathered
from tests.bench.load import TABLES, opened
from tests.bench.thinking import WARM_UP, living

SEATS = 4
SEED = 5
MOST_SECONDS = {"guildes": 60, "london": 180}
ROUNDS = 40
"""Each without and with reviews, short: the machine's own speed changes from minute to minute."""
SETTLING, SECONDS = 1.0, 3.0
MOST_TIMES = 1.1
SOON: Final = 500_000
"""Moves of a review of which only its size is asked, which hardly depends on them."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a review took; `kb`: as it is stored."""

    choices: int
    turns: int
    moves: int
    seconds: float
    cpu: float
    kb: float


def run(console: Console) -> None:
    """Print the figures of reviews."""
    console.print(_costs())
    with TemporaryDirectory(prefix="guildhall-") as folder:
        console.print(asyncio.run(_beside(Path(folder) / "beside.sqlite3")))


def one_game(name: str) -> Played:
    """A game of four normal computers."""
    setting = Setting(games[name], SEATS, games[name].Options(), 1, SEED)
    each = Games(None, "", players)
    return Bench(setting, players, each, SEATS).played(("normal",) * SEATS, SEED)


def read(over: Played, budget: int = BUDGET) -> Cost:
    """Have the first seat's choices read, and all of it as stored."""
    begun, cpu = perf_counter(), process_time()
    last: Moment = over.last
    *_, review = reviewed(over.game, last, over.log, 0, over.strengths, budget=budget)
    took, used = perf_counter() - begun, process_time() - cpu
    every = (*review.choices, *review.turns)
    moves = sum(choice.moves for choice in every)
    return Cost(len(review.choices), len(review.turns), moves, took, used, _stored(review))


def _stored(review: Review) -> float:
    kept = review.model_copy(
        update={
            "choices": tuple(map(shown, review.choices)),
            "turns": tuple(map(shown, review.turns)),
        }
    )
    return len(spared(kept).model_dump_json(exclude_defaults=True).encode()) / 1024


def sizes() -> Table:
    """What a review takes in the store."""
    table = Table("game, 4 players", "choices", "kB a review", title="Reviews as they are stored")
    for name in games:
        cost = read(one_game(name), SOON)
        table.add_row(name, str(cost.choices), f"{cost.kb:.1f}")
    return table


def _costs() -> Table:
    how = "as written" if Path(flow.__file__ or "").suffix == ".py" else "compiled"
    table = Table("game", "choices", "turns", "moves", "s", "CPU s", "target", "kB stored")
    table.title = f"A review with {SEATS} players, {how}"
    for name in games:
        cost = read(one_game(name))
        most = MOST_SECONDS.get(name)
        verdict = "met" if most is None or cost.cpu <= most else "[bold red]missed[/]"
        table.add_row(
            *(name, str(cost.choices), str(cost.turns), f"{cost.moves:,}"),
            *(f"{cost.seconds:.1f}", f"{cost.cpu:.1f}"),
            "" if most is None else f"at most {most} s of CPU: {verdict}",
            f"{cost.kb:.1f}",
        )
    return table


async def _beside(database: Path, rounds: int = ROUNDS) -> Table:
    """Live tables without and with two reviews that never end, in turn."""
    world, parties = gathered(TABLES)
    whiles: dict[str, list[list[float]]] = {"read": [], "unread": []}
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, parties)
        await opened(crowd, database)
        discord.limiter.limits = Limits()
        bot = await Apart.start("house", discord.url, discord.token, database, "paced")
        try:
            async with living(crowd):
                await bot.ask("play")
                await asyncio.sleep(WARM_UP)
                for number in range(2 * rounds):
                    how = ("unread", "read", "read", "unread")[number % 4]
                    await bot.ask(how)
                    whiles[how].append(await _while(crowd))
                    await bot.ask("unread")
        finally:
            await bot.stop()
    table = Table("press to answer", "alone", "beside two reviews", "times (95 %)")
    table.title = f"{TABLES} live tables, {rounds} whiles each"
    for percent in (50, 99):
        alone, both = (
            [percentile(each, percent) for each in whiles[how]] for how in ("unread", "read")
        )
        if not all(alone) or not all(both):
            table.add_row(f"p{percent}", "", "", "[bold red]too few presses were answered[/]")
            continue
        times, least, most = _times(alone, both)
        verdict = "met" if times <= MOST_TIMES else "[bold red]missed[/]"
        table.add_row(
            f"p{percent}",
            *(f"{median(each) * 1000:.0f} ms" for each in (alone, both)),
            f"{times:.2f} ({least:.2f} to {most:.2f}), at most {MOST_TIMES:g}: {verdict}",
        )
    return table


async def _while(crowd: Crowd) -> list[float]:
    await asyncio.sleep(SETTLING)
    crowd.latencies = []
    await asyncio.sleep(SECONDS)
    taken, crowd.latencies = crowd.latencies, []  # what comes from now on is of the next while
    return taken


def _times(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """So many times, by whiles that followed each other, and its interval."""
    each = [log(b / a) for a, b in zip(before, after, strict=True)]
    half = SURE * stdev(each) / sqrt(len(each))
    return exp(mean(each)), exp(mean(each) - half), exp(mean(each) + half)


if __name__ == "__main__":
    with TemporaryDirectory(prefix="guildhall-") as place:
        Console().print(asyncio.run(_beside(Path(place) / "beside.sqlite3", int(sys.argv[1]))))
