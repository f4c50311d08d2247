"""CPU of a press, beside the least that discord.py does for one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.world import Message, User
from tests.bench.apart import Apart
from tests.bench.crowd import Crowd, gathered, last, picks

PRESSES = 1_500
STEPS = 60
WARM_UP = 200
MOST_TIMES_BARE = 2.0


def run(console: Console) -> None:
    """Print the figures of presses."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        asyncio.run(_run(console, Path(folder)))


async def _run(console: Console, folder: Path) -> None:
    bare, alike = await _bare(2), await _bare(10)
    ours, step = await _ours(folder / "press.sqlite3")
    table = Table(
        "what", "ms of CPU", "beside bare", "target", title="A press: CPU of the bot alone"
    )

    def row(what: str, seconds: float, target: str = "") -> None:
        table.add_row(what, f"{seconds * 1000:.2f}", f"{seconds / bare:.2f}", target)

    row("bare discord.py: DynamicItem, edit, 2 buttons", bare)
    row("the same with 10 buttons", alike)
    met = "met" if ours <= MOST_TIMES_BARE * bare else "[bold red]missed[/]"
    row("a choice, no picture: rules, store, edit", ours, f"at most {MOST_TIMES_BARE:g}: {met}")
    row("a whole step: 4 choices, 4 hands and a board drawn", step)
    console.print(table)


async def _bare(buttons: int) -> float:
    world, (party,) = gathered(1)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, [party])
        bot = await Apart.start("bare", discord.url, discord.token, party.channel.id, buttons)
        message = last(party.channel)
        try:
            return await _cost(bot, crowd, party.people[0], message)
        finally:
            await bot.stop()


async def _ours(database: Path) -> tuple[float, float]:
    """Seconds of CPU for a press without a picture, and for a step of four people."""
    world, (party,) = gathered(1)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        crowd = Crowd(discord, [party])
        bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
        try:
            await crowd.open_table(party)
            person = party.people[0]
            press = await _cost(bot, crowd, person, crowd.hand(person))
            await bot.ask("settled")
            before = await bot.ask("cpu")
            for _ in range(STEPS):
                for someone in party.people:
                    await crowd.choose(someone)
                await bot.ask("settled")
            return press, (await bot.ask("cpu") - before) / STEPS
        finally:
            await bot.stop()


async def _cost(bot: Apart, crowd: Crowd, person: User, message: Message) -> float:
    """Seconds of CPU of one press, now on one button and now on another."""
    first, second, *_ = (pick["custom_id"] for pick in picks(message))
    for _ in range(WARM_UP // 2):
        await crowd.press(person, message, first)
        await crowd.press(person, message, second)
    before = await bot.ask("cpu")
    for _ in range(PRESSES // 2):
        await crowd.press(person, message, first)
        await crowd.press(person, message, second)
    return (await bot.ask("cpu") - before) / PRESSES


if __name__ == "__main__":
    run(Console())
