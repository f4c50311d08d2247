"""Hard computers that think all the time: what people wait, and what everybody else feels of it."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.local.rules.components import walk
from bot.testing.driver import Failed, NotSeen
from engine import games
from engine.bots import STRENGTHS
from engine.parts.rng import Rng
from tests.bench.apart import Apart, percentile
from tests.bench.crowd import TIMEOUT, Crowd, Party, gathered, last, picks
from tests.bench.load import OPENED_AT_ONCE, RHYTHM, TABLES, Games

THINKING = 20
COMPUTERS = 3
HARD, QUICK = STRENGTHS[-1], STRENGTHS[-2]
WARM_UP = 15.0
SECONDS = 45.0
MOST_LATER = 10.0
MOST_SECONDS = 5.0
MOST_TIMES = 1.2
"""Presses beside tables that think, to those beside tables that are played as often without: as
much as two runs differ by."""


@dataclass
class Window:
    """A while: how late the bot's loop was (p99, ms), seconds to answers, and what was waited.

    `chosen`: until all computers of a table had chosen; `shown`: until the next question was there.
    """

    lateness: float
    answers: list[float]
    unanswered: int
    chosen: list[float]
    shown: list[float]


@dataclass
class Windows:
    """Nobody plays with computers; at so many tables with quick ones; as often with hard ones."""

    idle: Window
    quick: Window
    thinking: Window


def run(console: Console) -> None:
    """Print the figures of thinking."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        alone = asyncio.run(_windows(Path(folder) / "alone.sqlite3", live=0))
        console.print(_alone(alone))
        console.print(_beside(asyncio.run(_windows(Path(folder) / "beside.sqlite3", live=TABLES))))


async def _windows(database: Path, live: int) -> Windows:
    """One after the other, beside so many live tables."""
    world, parties = gathered(live + 2 * THINKING)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        people = Crowd(discord, parties[:live])
        hard = Players(discord, parties[live : live + THINKING], HARD)
        quick = Players(discord, parties[live + THINKING :], QUICK)
        await _opened(people, (hard, quick), database)
        discord.limiter.limits = Limits()
        bot = await Apart.start("house", discord.url, discord.token, database, "paced")
        try:
            async with living(people):
                await asyncio.sleep(WARM_UP)
                idle = await _window(bot, people, hard)
                async with _playing(hard):
                    await asyncio.sleep(WARM_UP)
                    thinking = await _window(bot, people, hard)
                async with _playing(quick, SECONDS * THINKING / max(1, len(thinking.shown))):
                    await asyncio.sleep(WARM_UP)
                    return Windows(idle, await _window(bot, people, quick), thinking)
        finally:
            await bot.stop()


async def _window(bot: Apart, people: Crowd, players: Players) -> Window:
    await bot.ask("late")
    await bot.ask("waits")
    people.latencies, people.unanswered, players.waits = [], 0, []
    await asyncio.sleep(SECONDS)
    late, chosen = await bot.ask("late"), await bot.ask("waits")
    shown = players.waits + players.overdue()
    return Window(late, people.latencies, people.unanswered, chosen, shown)


async def _opened(people: Crowd, kinds: Sequence[Players], database: Path) -> None:
    """Every table with its first prompts."""
    discord, names = people.discord, list(games)
    bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
    turns = asyncio.Semaphore(OPENED_AT_ONCE)

    async def opened(opening: Coroutine[Any, Any, None]) -> None:
        async with turns:
            await opening

    openings = [people.open_table(party) for party in people.parties]
    for players in kinds:
        for number, party in enumerate(players.parties):
            openings.append(players.sit_down(party, names[number % len(names)]))
    try:
        await asyncio.gather(*map(opened, openings))
        await bot.ask("settled")
    finally:
        await bot.stop()


@asynccontextmanager
async def living(people: Crowd) -> AsyncIterator[None]:
    """Meanwhile everybody chooses every ten seconds."""
    chance, rooms = random.Random(7), Games(people)
    tasks = [
        asyncio.create_task(rooms.play(party, user, chance.uniform(0, RHYTHM)))
        for party in people.parties
        for user in party.people
    ]
    yield
    await _stopped(tasks)


@asynccontextmanager
async def _playing(players: Players, pace: float = 0.0) -> AsyncIterator[None]:
    """Meanwhile somebody at each table of computers chooses as soon as they have.

    `pace`: seconds from one choice to the next, if more than that.
    """
    tasks = [
        asyncio.create_task(players.play(party, Rng(number), pace))
        for number, party in enumerate(players.parties)
    ]
    yield
    await _stopped(tasks)


async def _stopped(tasks: Sequence[asyncio.Task[None]]) -> None:
    playing = set(tasks)
    while playing:  # a cancellation that meets an answer may be lost on its way
        for task in playing:
            task.cancel()
        _, playing = await asyncio.wait(playing, timeout=1)


class Players(Crowd):
    """One person a table, and computers; `waits` are seconds from a choice to the next question."""

    def __init__(self, discord: LocalDiscord, parties: list[Party], strength: str) -> None:
        super().__init__(discord, parties)
        self._strength = strength
        self.waits: list[float] = []
        self._since: dict[int, float] = {}

    def overdue(self) -> list[float]:
        """How long those wait already that have waited too long."""
        waits = (perf_counter() - since for since in self._since.values())
        return [wait for wait in waits if wait > MOST_SECONDS]

    async def sit_down(self, party: Party, game: str) -> None:
        """From /play to the first question, at a table of computers."""
        await self.seat_computers(party, game, COMPUTERS, self._strength)

    async def play(self, party: Party, chance: Rng, pace: float) -> None:
        """Choose whenever asked, for ever, at most every `pace` seconds; begin anew at the end."""
        while True:
            begun = perf_counter()
            with suppress(Failed, NotSeen, LookupError):
                await self._turn(party, chance)
            await asyncio.sleep(begun + pace - perf_counter())

    async def _turn(self, party: Party, chance: Rng) -> None:
        person = party.people[0]
        asked, begun = self._step(party), perf_counter()
        await self.choose(person, chance)
        self._since[person.id] = begun
        try:
            waited = self._step(party) in (asked, None)
            await self._witness.until(
                lambda: self.is_over(party) or self._step(party) not in (asked, None),
                "the next question",
                TIMEOUT,
            )
            if waited:
                self.waits.append(perf_counter() - begun)
        finally:
            del self._since[person.id]
        if self.is_over(party):
            await self.play_again(Party(party.channel, [person]))
            await self._witness.until(lambda: self.asked(person), "a hand", TIMEOUT)

    def is_over(self, party: Party) -> bool:
        """Whether the table shows a result."""
        return any(
            str(component.get("custom_id", "")).endswith(":again")
            for component in walk(last(party.channel).components)
        )

    def _step(self, party: Party) -> str | None:
        """The step at which the person is asked."""
        offered = picks(self.hand(party.people[0]))
        return str(offered[0]["custom_id"]).split(":")[2] if offered else None


def _alone(windows: Windows) -> Table:
    idle, thinking = windows.idle, windows.thinking
    title = f"{THINKING} tables of {COMPUTERS} hard computers that think all the time"
    table = Table("what", "figure", "target", title=title)
    later = thinking.lateness - idle.lateness
    row(table, "lateness of the bot's loop while nobody thinks, p99", f"{idle.lateness:.1f} ms")
    row(
        table,
        "the same while all think, p99",
        f"{thinking.lateness:.1f} ms",
        f"at most {MOST_LATER:g} ms more",
        met=later <= MOST_LATER,
    )
    for percent in (50, 99):
        seconds = percentile(thinking.chosen, percent)
        row(
            table,
            f"waiting a table, until all computers have chosen, p{percent}",
            f"{seconds:.2f} s",
            f"under {MOST_SECONDS:g} s",
            met=seconds < MOST_SECONDS,
        )
    for percent in (50, 99):
        seconds = percentile(thinking.shown, percent)
        row(table, f"the same, until the next question is there, p{percent}", f"{seconds:.2f} s")
    row(
        table,
        "times that a table was waited for, a second",
        f"{len(thinking.chosen) / SECONDS:.1f}",
    )
    return table


def _beside(windows: Windows) -> Table:
    title = f"{TABLES} live tables, and those {THINKING} beside them"
    beside = ("not played", f"{QUICK}, as often", HARD)
    table = Table("what", *beside, f"{HARD} to {QUICK}", title=title)
    idle, quick, thinking = windows.idle, windows.quick, windows.thinking
    every = (idle, quick, thinking)
    for percent in (50, 99):
        seconds = [percentile(each.answers, percent) for each in every]
        verdict = "met" if seconds[2] <= MOST_TIMES * seconds[1] else "[bold red]missed[/]"
        table.add_row(
            f"press to answer, p{percent}",
            *(f"{each * 1000:.0f} ms" for each in seconds),
            f"at most {MOST_TIMES:g} times: {verdict}",
        )
    table.add_row("presses without an answer", *(str(each.unanswered) for each in every), "")
    table.add_row(
        "lateness of the bot's loop, p99", *(f"{each.lateness:.1f} ms" for each in every), ""
    )
    table.add_row(
        "times that one of these was waited for, a second",
        *("", *(f"{len(each.shown) / SECONDS:.1f}" for each in (quick, thinking)), ""),
    )
    for percent in (50, 99):
        waits = (percentile(each.chosen, percent) for each in (quick, thinking))
        table.add_row(
            f"waiting a table, p{percent}", "", *(f"{seconds:.2f} s" for seconds in waits), ""
        )
    return table


def row(table: Table, what: str, figure: str, target: str = "", *, met: bool = True) -> None:
    """A figure, and whether it is what it has to be."""
    verdict = ("met" if met else "[bold red]missed[/]") if target else ""
    table.add_row(what, figure, target and f"{target}: {verdict}")


if __name__ == "__main__":
    run(Console())
