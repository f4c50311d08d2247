"""Reviews: what one takes of a core and of the store, and what 400 live tables feel of two.

`python -m tests.bench.review SECONDS` has these alone, each while of so many seconds.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
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
SECONDS = 40.0
ROUNDS = 3
"""Each measured without and with reviews, in turn."""
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


async def _beside(database: Path, seconds: float = SECONDS) -> Table:
    """Live tables without and with two reviews that never end, in turn."""
    world, parties = gathered(TABLES)
    without: list[list[float]] = []
    beside: list[list[float]] = []
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, parties)
        await opened(crowd, database)
        discord.limiter.limits = Limits()
        bot = await Apart.start("house", discord.url, discord.token, database, "paced")
        try:
            async with living(crowd):
                for _ in range(ROUNDS):
                    without.append(await _window(crowd, seconds))
                    await bot.ask("read")
                    beside.append(await _window(crowd, seconds))
                    await bot.ask("unread")
        finally:
            await bot.stop()
    table = Table("press to answer", "alone", "beside two reviews", "times")
    table.title = f"{TABLES} live tables, {ROUNDS} whiles each"
    for percent in (50, 99):
        alone, both = (
            median(percentile(each, percent) for each in some) for some in (without, beside)
        )
        if not (alone and both):
            table.add_row(f"p{percent}", "", "", "[bold red]too few presses were answered[/]")
            continue
        verdict = "met" if both <= MOST_TIMES * alone else "[bold red]missed[/]"
        table.add_row(
            f"p{percent}",
            f"{alone * 1000:.0f} ms",
            f"{both * 1000:.0f} ms",
            f"{both / alone:.2f}, at most {MOST_TIMES:g}: {verdict}",
        )
    return table


async def _window(crowd: Crowd, seconds: float) -> list[float]:
    await asyncio.sleep(WARM_UP)
    crowd.latencies = []
    await asyncio.sleep(seconds)
    taken, crowd.latencies = crowd.latencies, []  # what comes from now on is of the next while
    return taken


if __name__ == "__main__":
    with TemporaryDirectory(prefix="guildhall-") as place:
        Console().print(asyncio.run(_beside(Path(place) / "beside.sqlite3", float(sys.argv[1]))))
