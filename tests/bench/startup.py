"""The program's start: until a press is answered with 10,000 games stored, and its memory."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

import psutil
from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.acts import actions
from bot.local.acts.messages import Body, fill, post
from bot.local.world.events import BotConnected, Event
from bot.local.world.records import COMPONENTS_V2, Channel, Message, User
from bot.store.sqlite.store import SqliteStore
from bot.testing.driver import Witness
from tests.bench.apart import ROOT
from tests.bench.crowd import gathered
from tests.bench.stored import copied, half_played

SESSIONS = 10_000
ROUNDS = 5
RULES = "show:1:rules"
TIMEOUT = 30.0
AT_REST = 3.0
"""Seconds after which everything that happens at a start has happened."""
MOST_SECONDS = 0.8
MOST_KB_A_SESSION = 10.0
MOST_IDLE_MB = 70.0


@dataclass
class Start:
    """Seconds from the process's own start, and bytes when it had come to rest."""

    connected: float
    ready: float
    chosen: float
    cpu: float
    memory: int
    drawing: int
    """Of the drawing process alone, which is started for the first picture."""


def run(console: Console) -> None:
    """Print what a start costs."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        console.print(asyncio.run(_measured(Path(folder))))


async def _measured(folder: Path) -> Table:
    many, empty = folder / "many.sqlite3", folder / "empty.sqlite3"
    world, (party,) = gathered(1)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        person = party.people[0]
        board = _sent(discord, party.channel)
        hands = {user.id: _sent(discord, world.direct_channel(user.id)) for user in party.people}
        places = {user: (message.channel, message.id) for user, message in hands.items()}
        prompts = await half_played(many, world.guild.id, (board.channel, board.id), places)
        pick = f"pick:1:{prompts[0].step}:{prompts[0].options[0].id}"
        copied(many, SESSIONS - 1)
        await (await SqliteStore.open(empty)).close()
        starts = []
        for number in range(ROUNDS):
            # A copy each time: a choice made again would be neither stored nor drawn.
            copy = folder / f"{number}.sqlite3"
            shutil.copyfile(many, copy)
            _shows(discord, hands[person.id], pick)
            starts.append(await _start(discord, copy, person, hands[person.id], pick))
            copy.unlink()
        await _start(discord, empty)  # the first brings Discord what a second finds there
        idle = await _start(discord, empty)
    return _told(starts, idle, many)


def _sent(discord: LocalDiscord, channel: Channel) -> Message:
    """A message that was sent before the program's start."""
    world = discord.world
    message = Message(world.ids.next(), channel.id, world.bot.id, world.clock.now())
    _shows(discord, message, "show:1:text")
    return post(world, message)


def _shows(discord: LocalDiscord, message: Message, custom_id: str) -> None:
    """Give a message two buttons, of which one shows the rules."""
    buttons = [
        {"type": 2, "style": 1, "label": name, "custom_id": name} for name in (custom_id, RULES)
    ]
    components = [{"type": 1, "components": buttons}]
    fill(discord.world, message, Body({"components": components, "flags": COMPONENTS_V2}, {}))


async def _start(
    discord: LocalDiscord,
    database: Path,
    person: User | None = None,
    message: Message | None = None,
    pick: str = "",
) -> Start:
    """Start the program; press an old button as soon as it is there."""
    connected = asyncio.Event()

    def hear(event: Event) -> None:
        if isinstance(event, BotConnected) and event.online:
            connected.set()

    discord.world.listeners.append(hear)
    witness = Witness(discord.world)
    settings = {"DISCORD_TOKEN": discord.token, "DATABASE": str(database), "LOG_LEVEL": "ERROR"}
    begun = perf_counter()
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.pointed", discord.url),
        cwd=ROOT,
        env=os.environ | settings,
    )
    try:
        await asyncio.wait_for(connected.wait(), TIMEOUT)
        process = psutil.Process(program.pid)
        times = [perf_counter() - begun]
        cpu = process.cpu_times()
        for custom_id in (RULES, pick) if person and message else ():
            await witness.answered(actions.press(discord.world, person, message, custom_id))
            times.append(perf_counter() - begun)
            if custom_id == RULES:
                cpu = process.cpu_times()
        await asyncio.sleep(AT_REST)
        ready, chosen = times[1:] or (0.0, 0.0)
        memory = process.memory_info().rss
        drawing = sum(child.memory_info().rss for child in process.children())
        return Start(times[0], ready, chosen, cpu.user + cpu.system, memory, drawing)
    finally:
        witness.close()
        discord.world.listeners.remove(hear)
        program.terminate()
        await program.wait()


def _told(starts: list[Start], idle: Start, database: Path) -> Table:
    size = database.stat().st_size / 2**20
    title = f"A start with {SESSIONS:,} stored games in the middle ({size:.0f} MB), {ROUNDS} times"
    table = Table("what", "median", "best", "target", title=title)

    def target(figure: float, most: float, unit: str) -> str:
        return f"at most {most:g} {unit}: {'met' if figure <= most else '[bold red]missed[/]'}"

    for what, seconds in (
        ("from the process's start to the gateway", [start.connected for start in starts]),
        ("to the answer of a press (Rules)", [start.ready for start in starts]),
        ("CPU until then", [start.cpu for start in starts]),
        ("to the answer of a choice, its picture drawn", [start.chosen for start in starts]),
    ):
        figure = median(seconds)
        judged = what.endswith("(Rules)")
        table.add_row(
            what,
            f"{figure:.2f} s",
            f"{min(seconds):.2f} s",
            target(figure, MOST_SECONDS, "s") if judged else "",
        )
    more = [(start.memory - idle.memory) / 1024 / SESSIONS for start in starts]
    table.add_row(
        "memory a session",
        f"{median(more):.2f} kB",
        f"{min(more):.2f} kB",
        target(median(more), MOST_KB_A_SESSION, "kB"),
    )
    table.add_row(
        "idle memory, nothing stored",
        f"{(idle.memory + idle.drawing) / 2**20:.1f} MB",
        "",
        target((idle.memory + idle.drawing) / 2**20, MOST_IDLE_MB, "MB"),
    )
    drawing = [start.drawing / 2**20 for start in starts]
    table.add_row(
        "the drawing process besides, after a picture",
        f"{median(drawing):.1f} MB",
        f"{min(drawing):.1f} MB",
    )
    return table


if __name__ == "__main__":
    run(Console())
