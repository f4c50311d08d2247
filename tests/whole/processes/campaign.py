"""Whole games while one process after another is killed, frozen, or begun anew."""

from __future__ import annotations

import asyncio
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.world.clock import SystemClock
from bot.local.world.sample import sample_world
from bot.testing.driver import NotSeen
from tests.postgresql import emptied, restart
from tests.whole.later import Change
from tests.whole.processes.fleet import PULSE, Bot, Fleet, fleet
from tests.whole.processes.ledger import Ledger, check_all, watch_leases
from tests.whole.processes.players import Table, tables_of, witness_of

START_UP = 30.0
LONGEST_PEACE = 0.6
"""Seconds between two things that befall."""
_, VALID, _ = PULSE
GOES_ON = 20.0
"""Seconds within which every table goes on, whatever has befallen."""
PEACEFUL = 0.4
"""How often that is waited for; otherwise the next thing befalls in the middle of it."""
DEADLY = (
    r"POST /interactions/.*/callback",
    r"PATCH /webhooks/",
    r"PATCH /channels/",
    r"POST /channels/.*/messages",
    r"",
)
"""The requests with which a process may end."""
WEIGHTS = {"killed": 12, "frozen": 1, "stopped": 1, "restarted": 0.2}
"""What befalls how often: PostgreSQL is restarted, all others befall a process."""


@dataclass
class Told:
    """What befell, how many games and answered choices there were.

    `slowest`: the longest time in seconds after which all tables had gone on.
    """

    befallen: Counter[str] = field(default_factory=Counter)
    games: int = 0
    choices: int = 0
    slowest: float = 0.0


class Fate:
    """Decides, by a seed, what befalls whom."""

    def __init__(
        self, bots: Fleet, tables: list[Table], ledger: Ledger, seed: int, told: Told
    ) -> None:
        self._bots = bots.bots
        self._tables = tables
        self._witness = witness_of(tables)
        self._ledger = ledger
        self._chance = random.Random(seed)
        self._told = told
        self._happening: asyncio.Task[None] | None = None

    async def befall(self, kills: int) -> None:
        """Go on until so many processes were killed, or it is enough.

        Raises NotSeen where a table that is left in peace doesn't go on.
        """
        while self._told.befallen["killed"] < kills:
            await asyncio.sleep(self._chance.uniform(0, LONGEST_PEACE))
            (what,) = self._chance.choices(list(WEIGHTS), list(WEIGHTS.values()))
            self._happening = asyncio.create_task(self._happen(what))
            await asyncio.shield(self._happening)
            if self._chance.random() < PEACEFUL:
                await self._all_go_on()
        await self._all_go_on()

    async def over(self, befalling: asyncio.Task[None]) -> None:
        """Have nothing more befall anybody; what was begun is ended, and no process left dead."""
        befalling.cancel()
        await asyncio.wait({befalling})
        if self._happening is not None:
            await self._happening
        if not befalling.cancelled():
            befalling.result()

    async def _all_go_on(self) -> None:
        begun = time.monotonic()
        ran = [_cpu(bot.pid) for bot in self._bots]
        before = [len(table.answered) for table in self._tables]

        def gone_on() -> bool:
            return all(
                table.is_over or len(table.answered) > answered
                for table, answered in zip(self._tables, before, strict=True)
            )

        try:
            await self._witness.until(gone_on, "every table goes on", GOES_ON)
        except NotSeen as stuck:
            seen = [
                table.seen()
                for table, answered in zip(self._tables, before, strict=True)
                if not table.is_over and len(table.answered) == answered
            ]
            seen += [
                f"process {bot.pid} ran for {had[0]:.1f} s and waited {had[1]:.1f} s for a CPU"
                for bot, one in zip(self._bots, ran, strict=True)
                if (had := [now - then for now, then in zip(_cpu(bot.pid), one, strict=True)])
            ]
            raise NotSeen("\n".join(seen)) from stuck
        self._told.slowest = max(self._told.slowest, time.monotonic() - begun)

    async def _happen(self, what: str) -> None:
        bot = self._chance.choice(self._bots)
        match what:
            case "killed":
                # Who takes over may be killed as well, or nobody be left.
                together = self._chance.randint(1, len(self._bots))
                victims = self._chance.sample(self._bots, together)
                await asyncio.gather(*(self._killed(bot) for bot in victims))
            case "frozen":
                with bot.frozen():
                    await asyncio.sleep(VALID * self._chance.uniform(0.5, 2))
                self._ledger.woken[bot.pid] = time.time()
            case "stopped":
                await bot.stop()
                await bot.start()
            case "restarted":
                await asyncio.to_thread(restart)
        if what != "killed":
            self._told.befallen[what] += 1

    async def _killed(self, bot: Bot) -> None:
        deadly = self._chance.choice(DEADLY)
        if deadly:
            self._ledger.deadly[bot.pid] = re.compile(deadly)
            with suppress(TimeoutError):
                await bot.ended(within=LONGEST_PEACE)
            self._ledger.deadly.pop(bot.pid, None)
        await bot.kill()
        if self._chance.random() < 0.5:
            # Others have the time to take over.
            await asyncio.sleep(self._chance.uniform(0, 2 * VALID))
        await bot.start()
        self._told.befallen["killed"] += 1


def _cpu(pid: int) -> tuple[float, float]:
    """Seconds for which a process has run, and in which it would have, had a CPU been free."""
    try:
        ran, waited, _ = Path(f"/proc/{pid}/schedstat").read_text().split()
    except OSError:
        return 0.0, 0.0
    return int(ran) / 1e9, int(waited) / 1e9


async def campaign(
    processes: int,
    kills: int,
    seed: int,
    say: Callable[[Told], None] | None = None,
    change: Change | None = None,
) -> Told:
    """Play on as many shards until so many processes were killed; asserts all that must hold.

    `change`: what every second process has by a later release.
    """
    dsn, told, world = await emptied(), Told(), sample_world(SystemClock())
    ledger = Ledger(world)
    async with (
        LocalDiscord(
            world=world, limits=NO_LIMITS, shards=processes, inspect=ledger.note
        ) as discord,
        fleet(discord, dsn, change) as bots,
    ):
        tables = tables_of(discord)
        await _ready(discord, tables)
        await watch_leases(dsn)
        watching = asyncio.create_task(ledger.watch_stalls())
        fate = Fate(bots, tables, ledger, seed, told)
        while told.befallen["killed"] < kills:
            await asyncio.gather(*(table.open() for table in tables))
            await _until_either_ends(fate, kills, tables)
            await check_all(dsn, ledger, tables, change)
            told.games += len(tables)
            told.choices = sum(len(table.answered) for table in tables)
            if say is not None:
                say(told)
        watching.cancel()
        assert discord.requests.unknown == []
        assert discord.requests.problems == []
    return told


async def _until_either_ends(fate: Fate, kills: int, tables: list[Table]) -> None:
    """Play until the games are over, or enough has befallen and all have gone on since."""
    befalling = asyncio.create_task(fate.befall(kills))
    playing = asyncio.gather(*(table.play() for table in tables))
    try:
        await asyncio.wait({befalling, playing}, return_when=asyncio.FIRST_COMPLETED)
        await fate.over(befalling)
    finally:
        playing.cancel()
        with suppress(asyncio.CancelledError):
            await playing


async def _ready(discord: LocalDiscord, tables: list[Table]) -> None:
    """Every shard is connected, and the commands are known."""

    def ready() -> bool:
        sessions = discord.gateway.sessions.values()
        connected = {session.shard[0] for session in sessions if session.connection}
        return len(connected) == discord.gateway.shards and bool(discord.world.commands)

    await witness_of(tables).until(ready, "every process at Discord", START_UP)
