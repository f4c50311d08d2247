"""Whole games of each kind over sockets: the bot's own calls and what it uploads, a choice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table

from bot.languages import Languages
from bot.local import NO_LIMITS, LocalDiscord, point_discord_at
from bot.local.world.records import User
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.running.telling import set_up_logs
from bot.store.sqlite.store import SqliteStore
from engine import games
from engine.parts.rng import Rng
from tests.bench.crowd import SEATS, Crowd, gathered
from tests.bench.house import UNPACED
from tests.local.clock import ManualClock

SEED = 2**255
RHYTHM = 10.0
HOUR = 3600.0
MOST_CALLS = 0.30


@dataclass(frozen=True, slots=True)
class Cost:
    """What a game has cost; `told`: notifications of all people together."""

    choices: int
    calls: int
    kilobytes: float
    told: int


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is being played, by a clock that is moved by hand."""

    bot: Guildhall
    crowd: Crowd
    clock: ManualClock
    session_id: int

    async def awaited(self) -> list[User]:
        """Who owes a choice."""
        table = await self.bot.services.sessions.table(self.session_id)
        asked = {table.record.seats[seat].user_id for seat in table.people_asked()}
        return [user for user in self.crowd.parties[0].people if user.id in asked]

    async def later(self, seconds: float = 0) -> None:
        """Let time pass, and all that comes of it."""
        self.clock.advance(seconds)
        await self.bot.answered()
        await self.bot.services.delivery.settled()


Play = Callable[[Played], Awaitable[None]]
"""Plays a game to its end."""


def run(console: Console) -> None:
    """Print what whole games cost."""
    set_up_logs("WARNING")
    table = Table(
        *("game", "choices", "calls a choice", "goal", "kB uploaded a choice", "notifications"),
        title=f"Whole games of {SEATS} people, from /play to the result",
    )
    for name in games:
        live = measured(name, lively)
        table.add_row(f"{name}, live", *told(live, goal=True))
    for name in games:
        slow = measured(name, slowly)
        table.add_row(f"{name}, each after an hour", *told(slow, goal=False))
    console.print(table)


def measured(name: str, play: Play) -> Cost:
    """A whole game with its pictures drawn, everybody choosing at random."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        return asyncio.run(_measured(Path(folder) / "games.sqlite3", name, play))


async def _measured(database: Path, name: str, play: Play) -> Cost:
    clock = ManualClock()
    world, (party,) = gathered(1, clock)
    async with (
        LocalDiscord(world=world, limits=NO_LIMITS, clock=clock) as discord,
        connected(discord, database) as bot,
    ):
        discord.requests.kinds.clear()
        crowd = Crowd(discord, [party])
        await crowd.open_table(party, name, any)
        session = await bot.services.store.live_session_in(party.channel.id)
        assert session is not None
        game = Played(bot, crowd, clock, session.id)
        await game.later()
        await play(game)
        return Cost(
            choices=len(await bot.services.store.moves(session.id)),
            calls=discord.requests.kinds["bot"],
            kilobytes=discord.requests.uploaded_kb,
            told=sum(len(discord.notifications.of(user.id)) for user in party.people),
        )


@asynccontextmanager
async def connected(discord: LocalDiscord, database: Path) -> AsyncIterator[Guildhall]:
    """The bot in this process, living by that Discord's clock."""
    point_discord_at(discord.url)
    bot = Guildhall()
    bot.services = Services(
        bot,
        await SqliteStore.open(database),
        Languages.load(),
        seed=lambda: SEED,
        rates=UNPACED,
        clock=discord.clock,
    )
    async with bot:
        running = asyncio.create_task(bot.start(discord.token))
        await bot.caught_up.wait()
        if bot.registering is not None:
            await bot.registering
        try:
            yield bot
        finally:
            await bot.close()
            await running


async def lively(game: Played) -> None:
    """Whoever is asked chooses, every ten seconds all of them at once."""
    chance = Rng(1)
    while awaited := await game.awaited():
        for user in awaited:
            await game.crowd.choose(user, chance)
        await game.later()
        await game.later(RHYTHM)


async def slowly(game: Played) -> None:
    """Each choice comes an hour after the one before."""
    chance = Rng(1)
    while awaited := await game.awaited():
        for user in awaited:
            await game.later(HOUR)
            await game.crowd.choose(user, chance)
            await game.later()


def told(cost: Cost, *, goal: bool) -> tuple[str, ...]:
    """A row's figures."""
    calls = cost.calls / cost.choices
    verdict = "met" if calls <= MOST_CALLS else "[bold red]missed[/]"
    return (
        str(cost.choices),
        f"{calls:.3f}",
        f"at most {MOST_CALLS:g}: {verdict}" if goal else "",
        f"{cost.kilobytes / cost.choices:.1f}",
        str(cost.told),
    )


if __name__ == "__main__":
    run(Console())
