"""400 tables of four on a local Discord, everyone choosing every ten seconds."""

from __future__ import annotations

import asyncio
import gc
import random
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, Protocol

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.local.world.records import User
from bot.testing.driver import Failed
from tests.bench.apart import Apart, Lateness, percentile
from tests.bench.crowd import SEATS, Crowd, Party, gathered
from tests.bench.freshness import Freshness, Waits

TABLES = 400
RHYTHM = 10.0
WARM_UP = 25.0
SECONDS = 75.0
OPENED_AT_ONCE = 4
CHOICES_A_GAME = 192
MOST_MS = 250
MOST_CALLS = 0.30
MOST_SECONDS = 2.0
MOST_CPU_MS = 5.0


class Asked(Protocol):
    """One bot, or several."""

    async def ask(self, question: str) -> Any:
        """The answer of all of them."""


@dataclass
class Counts:
    """What had happened at an instant."""

    at: float
    calls: int
    refused: int
    stale: float
    uploaded: float
    cpu: float
    parts: dict[str, float]
    discord_cpu: float


@dataclass
class Load:
    """What was measured; `opening`: bot-token calls from /play to a game's first choice.

    `fresh`: seconds from the last choice of a step to each message that shows the next.
    """

    opening: float
    before: Counts
    after: Counts
    latencies: list[float]
    fresh: Waits
    unanswered: int
    games: int
    lateness: float
    discord_lateness: float

    @property
    def seconds(self) -> float:
        return self.after.at - self.before.at

    @property
    def choices(self) -> int:
        """Presses that played; the others came when the game had moved on, and were told so."""
        return len(self.latencies) - (self.after.stale - self.before.stale)

    @property
    def calls(self) -> float:
        """Bot-token calls a choice over whole games."""
        during = (self.after.calls - self.before.calls) / self.choices
        # A game begun during the measurement has been counted once already.
        opened = self.opening * (1 - self.games * CHOICES_A_GAME / self.choices)
        return during + opened / CHOICES_A_GAME


def run(console: Console) -> None:
    """Print what 400 live tables cost."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        load = asyncio.run(measured(Path(folder) / "load.sqlite3", TABLES, SECONDS))
    console.print(told(load, TABLES))


async def measured(database: Path, tables: int, seconds: float) -> Load:
    """Open the tables as fast as can be, then play them at people's pace under all limits."""
    world, parties = gathered(tables)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, parties)
        opening = await opened(crowd, database)
        discord.limiter.limits = Limits()
        # A new process: the tables that it plays are those that it finds in its store.
        bot = await Apart.start("house", discord.url, discord.token, database, "paced")
        try:
            return await measured_by(crowd, bot, opening, seconds)
        finally:
            await bot.stop()


async def opened(crowd: Crowd, database: Path) -> float:
    """Every table with its first prompts; bot-token calls that one took."""
    bot = await Apart.start("house", crowd.discord.url, crowd.discord.token, database, "unpaced")
    before = crowd.discord.requests.kinds["bot"]
    turns = asyncio.Semaphore(OPENED_AT_ONCE)

    async def open_table(party: Party) -> None:
        async with turns:
            await crowd.open_table(party)

    try:
        await asyncio.gather(*map(open_table, crowd.parties))
        await bot.ask("settled")
    finally:
        await bot.stop()
    return (crowd.discord.requests.kinds["bot"] - before) / len(crowd.parties)


async def measured_by(crowd: Crowd, bot: Asked, opening: float, seconds: float) -> Load:
    """Open tables played for so many seconds by whoever is asked for CPU and lateness.

    Discord and its people are other machines in earnest: meanwhile their collector makes no pauses,
    which a press would be held up by.
    """
    gc.disable()
    chance = random.Random(7)
    games = Games(crowd)
    late = Lateness()
    tasks = []
    for party in crowd.parties:
        # Tables know nothing of each other: their steps don't end in the same seconds of every ten.
        begins = chance.uniform(0, RHYTHM)
        for user in party.people:
            playing = games.play(party, user, begins + chance.uniform(0, RHYTHM))
            tasks.append(asyncio.create_task(playing))
    await asyncio.sleep(WARM_UP)
    await bot.ask("late")
    await late.p99()
    before = await _counts(crowd, bot)
    crowd.latencies, crowd.unanswered, games.ended = [], 0, 0
    games.freshness.begin_measuring()
    await asyncio.sleep(seconds)
    load = Load(
        opening=opening,
        before=before,
        after=await _counts(crowd, bot),
        latencies=crowd.latencies,
        fresh=games.freshness.with_overdue(MOST_SECONDS),
        unanswered=crowd.unanswered,
        games=games.ended,
        lateness=await bot.ask("late"),
        discord_lateness=await late.p99(),
    )
    playing = set(tasks)
    while playing:  # a cancellation that meets an answer may be lost on its way
        for task in playing:
            task.cancel()
        _, playing = await asyncio.wait(playing, timeout=1)
    gc.enable()
    return load


async def _counts(crowd: Crowd, bot: Asked) -> Counts:
    requests = crowd.discord.requests
    cpu = await bot.ask("cpu")
    return Counts(
        at=perf_counter(),
        calls=requests.kinds["bot"],
        refused=requests.statuses[429],
        stale=await bot.ask("refused"),
        uploaded=requests.uploaded_kb,
        cpu=cpu,
        parts=await bot.ask("parts"),
        discord_cpu=process_time(),
    )


class Games:
    """People who choose at their own moment of every ten seconds; the host begins anew."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd = crowd
        self.freshness = Freshness(crowd.discord.world, crowd.parties)
        self.ended = 0

    async def play(self, party: Party, user: User, phase: float) -> None:
        """Choose whenever asked, for ever."""
        due = perf_counter() + phase
        while True:
            await asyncio.sleep(due - perf_counter())
            due += RHYTHM
            with suppress(Failed):
                await self._turn(party, user)

    async def _turn(self, party: Party, user: User) -> None:
        crowd = self._crowd
        self.freshness.chosen(party)
        if await crowd.choose(user) or user is not party.people[0]:
            return
        if not any(map(crowd.asked, party.people)):
            self.ended += 1
            self.freshness.begin_anew(party)
            await crowd.play_again(party)


def told(load: Load, tables: int) -> Table:
    """The figures beside their targets."""
    p50, p99 = (percentile(load.latencies, percent) * 1000 for percent in (50, 99))
    refused = load.after.refused - load.before.refused
    spent = load.after.cpu - load.before.cpu
    cpu = spent / load.seconds
    discord_cpu = (load.after.discord_cpu - load.before.discord_cpu) / load.seconds
    title = (
        f"{tables} live tables of {SEATS}, a choice each every {RHYTHM:g} s:"
        f" {load.choices / load.seconds:.0f} a second for {load.seconds:.0f} s"
    )
    table = Table("what", "figure", "target", title=title)

    def row(what: str, figure: str, target: str = "", *, met: bool = True) -> None:
        verdict = ("met" if met else "[bold red]missed[/]") if target else ""
        table.add_row(what, figure, target and f"{target}: {verdict}")

    row("presses without an answer", str(load.unanswered), "none", met=not load.unanswered)
    row("presses on a hand that was not up to date", str(len(load.latencies) - load.choices))
    row("press to answer, median", f"{p50:.0f} ms")
    row("press to answer, p99", f"{p99:.0f} ms", f"under {MOST_MS} ms", met=p99 < MOST_MS)
    hands, boards = load.fresh
    shown = {"every hand and board": hands + boards, "hands alone": hands, "boards alone": boards}
    for messages, waits in shown.items():
        for percent in (50, 99):
            seconds = percentile(waits, percent)
            what = f"last choice of a step to {messages} showing the next, p{percent}"
            row(what, f"{seconds:.2f} s", f"under {MOST_SECONDS:g} s", met=seconds < MOST_SECONDS)
    uploaded = (load.after.uploaded - load.before.uploaded) / load.choices
    row("uploaded a choice", f"{uploaded:.1f} kB")
    calls = f"{load.calls:.3f}"
    row(
        "bot calls a choice, whole games",
        calls,
        f"at most {MOST_CALLS}",
        met=load.calls <= MOST_CALLS,
    )
    row("of which to open a game, one by one", f"{load.opening:.1f} a game")
    row("refused with 429", str(refused), "none", met=not refused)
    row("lateness of the bot's loop, p99", f"{load.lateness:.1f} ms")
    row("lateness of Discord's and the people's, p99", f"{load.discord_lateness:.1f} ms")
    row("CPU of the bot", f"{cpu:.0%} of a core")
    choice = spent / load.choices * 1000
    row(
        "the same a choice",
        f"{choice:.1f} ms",
        f"at most {MOST_CPU_MS:g} ms",
        met=choice <= MOST_CPU_MS,
    )
    for part, after in sorted(load.after.parts.items()):
        used = (after - load.before.parts.get(part, 0.0)) / load.choices
        row(f"of which {part}", f"{used * 1000:.2f} ms")
    row("CPU of Discord and the people", f"{discord_cpu:.0%} of a core")
    row("games ended and begun anew", str(load.games))
    return table


if __name__ == "__main__":
    run(Console())
