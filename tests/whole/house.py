"""The whole bot on a local Discord, in one process, for tests."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

from bot.client import Guildhall
from bot.languages import Languages
from bot.local import NO_LIMITS, Limits, LocalDiscord, point_discord_at
from bot.services import Rates, assemble
from bot.store.store import Store
from tests.local.driver import Person, buttons, selects

TABLE = "great-table"
LANGUAGES = Languages.load()
UNPACED = Rates(calls_per_second=10_000, burst=10_000, calls_per_channel=10_000)
SEED = 20_261_121


@dataclass
class House:
    """A bot that is connected, the Discord it is connected to, and people."""

    discord: LocalDiscord
    bot: Guildhall

    def person(self, name: str) -> Person:
        return Person(self.discord, name)

    async def quiet(self) -> None:
        """Wait until computers have chosen and every message is up to date."""
        services = self.bot.services
        for _ in range(3):
            await services.computers.settled()
            await services.delivery.settled()


async def at_once(seconds: float) -> None:
    """A sleep for computers that takes no time."""
    await asyncio.sleep(0)


@contextlib.asynccontextmanager
async def connected(
    discord: LocalDiscord, database: Path, *, paced: bool = False
) -> AsyncIterator[Guildhall]:
    """A bot on that Discord and database, ready for presses; stopped cleanly at the end."""
    point_discord_at(discord.url)
    bot = Guildhall()
    bot.services = assemble(
        bot,
        await Store.open(database),
        LANGUAGES,
        seed=lambda: SEED,
        pause=at_once,
        rates=Rates() if paced else UNPACED,
    )
    async with bot:
        task = asyncio.create_task(bot.start(discord.token))
        ready = asyncio.create_task(bot.wait_until_ready())
        await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
        await bot.caught_up.wait()
        try:
            yield bot
        finally:
            await bot.close()
            task.cancel()


@contextlib.asynccontextmanager
async def house(database: Path, limits: Limits = NO_LIMITS) -> AsyncIterator[House]:
    """A house for one test; fails if the bot called a route that Discord doesn't have."""
    async with LocalDiscord(limits=limits) as discord, connected(discord, database) as bot:
        yield House(discord, bot)
        assert discord.requests.unknown == []


async def pick_anything(person: Person, message, choose=lambda options: options[0]) -> None:
    """Answer the prompt on a message, whatever it is."""
    pressable = [b.get("custom_id") or "" for b in buttons(message)]
    offered = [custom_id for custom_id in pressable if custom_id.startswith("pick:")]
    if offered:
        await person.press(choose(offered), message)
        return
    select = next(s for s in selects(message) if s["custom_id"].startswith("pick:"))
    values = [option["value"] for option in select["options"]]
    await person.choose(values[: max(1, select.get("min_values", 1))], message, select["custom_id"])


def asked(message) -> bool:
    """Whether a message has a choice to make."""
    return any(
        (component.get("custom_id") or "").startswith("pick:")
        for component in [*buttons(message), *selects(message)]
    )
