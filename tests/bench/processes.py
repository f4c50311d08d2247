"""PostgreSQL beside SQLite, and two processes beside one, at the same load."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.local.world.clock import SystemClock
from bot.local.world.world import World
from tests.bench.apart import Apart, percentile
from tests.bench.crowd import SEATS, Crowd, Party, gathered
from tests.bench.load import OPENED_AT_ONCE, Load, measured_by
from tests.bench.press import Pressed
from tests.postgresql import emptied

ROUNDS = 7
TABLES = 120
SECONDS = 40.0


class Together:
    """Several processes, asked as if they were one."""

    def __init__(self, bots: list[Apart]) -> None:
        self._bots = bots

    async def ask(self, question: str) -> Any:
        """The sum of all CPU and refusals; of lateness the worst."""
        answers = [await bot.ask(question) for bot in self._bots]
        if question == "parts":
            return sum(map(Counter, answers), Counter())
        return sum(answers) if question in ("cpu", "refused") else max(answers)

    async def stop(self) -> None:
        """End all of them."""
        for bot in self._bots:
            await bot.stop()


def run(console: Console) -> None:
    """Print what another store and another process cost."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        console.print(asyncio.run(_pressed(Path(folder) / "press.sqlite3")))
    console.print(asyncio.run(_loaded()))


async def _pressed(database: Path) -> Table:
    async with AsyncExitStack() as stack:
        file = await _ours(stack, str(database))
        server = await _ours(stack, await emptied(durable=True))
        for _ in range(ROUNDS):
            for one in (file, server):
                await one.press()
        table = Table("store", "ms of CPU", "beside", "ms to the answer", title="A press")
        for name, one in (("SQLite", file), ("PostgreSQL, on the disk of this machine", server)):
            seconds = median(one.crowd.latencies)
            beside = f"{one.cost / file.cost:.2f}"
            table.add_row(name, f"{one.cost * 1000:.2f}", beside, f"{seconds * 1000:.1f}")
        return table


async def _ours(stack: AsyncExitStack, database: str) -> Pressed:
    world, (party,) = gathered(1)
    discord = await stack.enter_async_context(LocalDiscord(world=world, limits=NO_LIMITS))
    bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
    stack.push_async_callback(bot.stop)
    crowd = Crowd(discord, [party])
    await crowd.open_table(party)
    crowd.latencies.clear()
    return Pressed(bot, crowd, party.people[0], crowd.hand(party.people[0]))


async def _loaded() -> Table:
    loads = [await _load(processes) for processes in (1, 2)]
    table = Table(
        *("processes", "choices/s", "median", "p99", "CPU of a core", "a choice", "unanswered"),
        title=f"{TABLES} tables of {SEATS} on PostgreSQL, in servers of two shards",
    )
    for processes, load in enumerate(loads, start=1):
        cpu = (load.after.cpu - load.before.cpu) / load.seconds
        p50, p99 = (percentile(load.latencies, percent) * 1000 for percent in (50, 99))
        rate = load.choices / load.seconds
        table.add_row(
            *(str(processes), f"{rate:.0f}", f"{p50:.0f} ms", f"{p99:.0f} ms", f"{cpu:.0%}"),
            *(f"{cpu / rate * 1000:.1f} ms", str(load.unanswered)),
        )
    return table


async def _load(processes: int) -> Load:
    world, parties = _in_two_servers()
    dsn = await emptied(durable=True)
    async with LocalDiscord(world=world, limits=NO_LIMITS, shards=2) as discord:
        crowd = Crowd(discord, parties)
        whole = await _started(discord, dsn, "unpaced", 1)
        turns = asyncio.Semaphore(OPENED_AT_ONCE)

        async def open_table(party: Party) -> None:
            async with turns:
                await crowd.open_table(party)

        await asyncio.gather(*map(open_table, parties))
        await whole.ask("settled")
        await whole.stop()
        discord.limiter.limits = Limits(identify=None)
        bots = await _started(discord, dsn, "paced", processes)
        try:
            return await measured_by(crowd, bots, 0.0, SECONDS)
        finally:
            await bots.stop()


async def _started(discord: LocalDiscord, dsn: str, pace: str, processes: int) -> Together:
    shards = ["0-1/2"] if processes == 1 else ["0/2", "1/2"]
    # At once: each waits until it has its shards.
    starting = (
        Apart.start("house", discord.url, discord.token, dsn, pace, "", one) for one in shards
    )
    return Together(list(await asyncio.gather(*starting)))


def _in_two_servers() -> tuple[World, list[Party]]:
    """Half of the tables on each shard."""
    world = World(SystemClock())
    world.add_user("Moderator")
    guilds = [world.add_guild(f"Server {number}", shard=(number, 2)) for number in range(2)]
    parties = []
    for number in range(TABLES):
        people = [world.add_user(f"Player {number} {seat}") for seat in range(SEATS)]
        channel = world.add_channel(f"table-{number}", guild=guilds[number % 2])
        parties.append(Party(channel, people))
    return world, parties
