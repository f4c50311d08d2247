"""CPU of a press, beside the least that discord.py does for one."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.world.records import Message, User
from tests.bench.apart import Apart
from tests.bench.crowd import Crowd, Party, gathered, last, picks
from tests.bench.layers import NOT_OURS

ROUNDS = 9
PRESSES = 200
STEPS = 40
MOST_TIMES_BARE = 2.0
MOST_TIMES_ALIKE = 1.5
GOALS = {
    NOT_OURS: 0.80,
    "gateway and interaction": 0.08,
    "finding": 0.07,
    "rules": 0.10,
    "session": 0.12,
    "store": 0.07,
    "screen": 0.16,
    "answer": 0.05,
    "follow-up": 0.05,
}
"""What each layer may take of a choice, in times of all that bare discord.py takes."""


@dataclass
class Pressed:
    """A bot, a message with buttons, and what a press on it cost in each round."""

    bot: Apart
    crowd: Crowd
    person: User
    message: Message
    costs: list[float] = field(default_factory=list)
    steps: list[float] = field(default_factory=list)

    async def press(self) -> None:
        """Press now one button and now another: a choice made again would not be stored."""
        first, second, *_ = (pick["custom_id"] for pick in picks(self.message))
        before = await self.bot.ask("cpu")
        for _ in range(PRESSES // 2):
            await self.crowd.press(self.person, self.message, first)
            await self.crowd.press(self.person, self.message, second)
        self.costs.append((await self.bot.ask("cpu") - before) / PRESSES)

    async def step(self) -> None:
        """The same of what four people choose, and of five pictures, at hand as they are."""
        before = await self.bot.ask("cpu")
        first, second, *_ = (pick["custom_id"] for pick in picks(self.message))
        for custom_id in (first, second) * 2:
            await self.crowd.press(self.person, self.message, custom_id)
        await self.bot.ask("illustrate")
        self.steps.append(await self.bot.ask("cpu") - before)

    @property
    def cost(self) -> float:
        """Seconds of CPU; the first round warms up."""
        return median(self.costs[1:])


def run(console: Console) -> None:
    """Print the figures of presses."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        for table in asyncio.run(_measured(Path(folder))):
            console.print(table)


async def _measured(folder: Path) -> tuple[Table, Table]:
    async with AsyncExitStack() as stack:
        bare, alike = await _bare(stack, 2), await _bare(stack, 10)
        ours, first, second = await _ours(stack, folder / "press.sqlite3")
        # In turns, so that whatever else the machine does meets all of them.
        for _ in range(ROUNDS):
            for one in (bare, alike, ours):
                await one.press()
        for _ in range(STEPS):
            await alike.step()
        step = await _step(ours, first)
        await ours.crowd.open_table(second)
        later_step = await _step(ours, second)
        await ours.bot.ask("layers")
        await ours.press()
        layers = await ours.bot.ask("layers")
        cost = ours.costs.pop() and ours.cost  # not the round in which it was looked at
        told = _told(bare.cost, alike, cost, step, later_step)
        return told, _by_layer(layers, cost / alike.cost)


def _by_layer(shares: dict[str, float], times: float) -> Table:
    """The event loop's part alone: the store's own thread has its share by the whole."""
    table = Table("layer", "beside 10 buttons", "target", title="A choice's CPU by layer")
    for layer, most in GOALS.items():
        taken = shares.get(layer, 0.0) * times
        met = "met" if taken <= most else "[bold red]missed[/]"
        table.add_row(layer, f"{taken:.2f}", f"at most {most:.2f}: {met}")
    return table


async def _bare(stack: AsyncExitStack, buttons: int) -> Pressed:
    world, (party,) = gathered(1)
    discord = await stack.enter_async_context(LocalDiscord(world=world, limits=NO_LIMITS))
    bot = await Apart.start("bare", discord.url, discord.token, party.channel.id, buttons)
    stack.push_async_callback(bot.stop)
    return Pressed(bot, Crowd(discord, [party]), party.people[0], last(party.channel))


async def _ours(stack: AsyncExitStack, database: Path) -> tuple[Pressed, Party, Party]:
    """At the first party's table; the second one's isn't open yet."""
    world, (party, second) = gathered(2)
    discord = await stack.enter_async_context(LocalDiscord(world=world, limits=NO_LIMITS))
    bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
    stack.push_async_callback(bot.stop)
    crowd = Crowd(discord, [party, second])
    await crowd.open_table(party)
    person = party.people[0]
    return Pressed(bot, crowd, person, crowd.hand(person)), party, second


async def _step(ours: Pressed, party: Party) -> tuple[float, float]:
    """Seconds of CPU of a step of four people, all that it changes drawn and sent; kB uploaded."""
    await ours.bot.ask("settled")
    requests = ours.crowd.discord.requests
    uploaded = requests.uploaded_kb
    before = await ours.bot.ask("cpu")
    for _ in range(STEPS):
        for person in party.people:
            await ours.crowd.choose(person)
        await ours.bot.ask("settled")
    spent = await ours.bot.ask("cpu") - before
    return spent / STEPS, (requests.uploaded_kb - uploaded) / STEPS


def _told(
    bare: float, alike: Pressed, ours: float, step: tuple[float, float], later: tuple[float, float]
) -> Table:
    table = Table(
        *("what", "ms of CPU", "beside bare", "beside 10 buttons", "target"),
        title="A press: CPU of the bot alone",
    )

    def row(what: str, seconds: float, target: str = "") -> None:
        beside = (f"{seconds / other:.2f}" for other in (bare, alike.cost))
        table.add_row(what, f"{seconds * 1000:.2f}", *beside, target)

    row("bare discord.py: DynamicItem, edit, 2 buttons", bare)
    row("the same with 10 buttons", alike.cost)
    within = ours <= MOST_TIMES_BARE * bare and ours <= MOST_TIMES_ALIKE * alike.cost
    met = "met" if within else "[bold red]missed[/]"
    goal = f"at most {MOST_TIMES_BARE:g} and {MOST_TIMES_ALIKE:g}: {met}"
    row("a choice, no picture: rules, store, edit", ours, goal)
    row("bare discord.py: 4 such presses, 5 edits with 30 kB at hand", median(alike.steps))
    row("a whole step: 4 choices, 4 hands and a board drawn", step[0])
    row("the same in the next game, once each card was drawn", later[0])
    table.add_row("uploaded a step", f"{step[1]:.0f} kB", "", "", "")
    return table


if __name__ == "__main__":
    run(Console())
