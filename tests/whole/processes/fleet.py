"""Processes that are one bot: started, killed, frozen, and started again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict

from bot.local import LocalDiscord
from tests.whole.later import Change
from tests.whole.processes.child import Order

PULSE = (0.25, 1.5, 0.8)
"""Leases as `bot.store.shares.Pulse` has them, some ten times as quick; but calls take as long."""
DEATH = 30.0


class Bot:
    """One process, and its successors."""

    def __init__(self, fleet: Fleet, shards: str, *, placed: bool, change: Change | None) -> None:
        self._placed = placed
        self._change = change
        self._fleet = fleet
        self._shards = shards
        self._handle = -1
        self.pid = 0

    async def start(self) -> None:
        """A new process in the place of the last one."""
        discord = self._fleet.discord
        order = Order(
            *(discord.url, discord.token, self._fleet.dsn, self._shards, PULSE),
            *(self._placed, self._change),
        )
        self.close()
        self.pid = await self._fleet.make(order)
        self._handle = os.pidfd_open(self.pid)

    def close(self) -> None:
        """Let go of one that has ended."""
        if self._handle >= 0:
            os.close(self._handle)
        self._handle = -1

    def send(self, number: signal.Signals) -> None:
        """A signal, also to one that has ended already."""
        with contextlib.suppress(ProcessLookupError):
            signal.pidfd_send_signal(self._handle, number)

    async def ended(self, within: float = DEATH) -> None:
        """Wait for its end; raises TimeoutError."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._handle, over.set)
        try:
            async with asyncio.timeout(within):
                await over.wait()
        finally:
            loop.remove_reader(self._handle)

    async def kill(self) -> None:
        """End it at this instant."""
        self.send(signal.SIGKILL)
        await self.ended()

    async def stop(self) -> None:
        """Have it end as at an upgrade."""
        self.send(signal.SIGTERM)
        await self.ended()

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Let it do nothing for a while."""
        self.send(signal.SIGSTOP)
        try:
            yield
        finally:
            self.send(signal.SIGCONT)


class Fleet:
    """As many bots as there are shards, one of each."""

    def __init__(
        self,
        discord: LocalDiscord,
        dsn: str,
        nursery: asyncio.subprocess.Process,
        change: Change | None,
    ) -> None:
        self.discord = discord
        self.dsn = dsn
        self._nursery = nursery
        self._making = asyncio.Lock()
        total = discord.gateway.shards
        # Whether others see at once that it was killed, or wait until its leases have run out.
        # Every second one is of the later release, if there is one.
        self.bots = [
            Bot(self, f"{n}/{total}", placed=n % 2 == 0, change=change if n % 2 else None)
            for n in range(total)
        ]

    async def make(self, order: Order) -> int:
        """A new process; its id."""
        assert self._nursery.stdin is not None
        assert self._nursery.stdout is not None
        async with self._making:
            self._nursery.stdin.write(f"{json.dumps(asdict(order))}\n".encode())
            return int(await self._nursery.stdout.readline())


@contextlib.asynccontextmanager
async def fleet(
    discord: LocalDiscord, dsn: str, change: Change | None = None
) -> AsyncIterator[Fleet]:
    """All bots of that Discord, over that database; killed in the end.

    `change`: what every second one has that the others haven't yet.
    """
    nursery = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.whole.processes.nursery"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    made = Fleet(discord, dsn, nursery, change)
    started: list[Bot] = []
    try:
        for bot in made.bots:
            await bot.start()
            started.append(bot)
        yield made
    finally:
        for bot in started:
            await bot.kill()
            bot.close()
        nursery.kill()
        await nursery.wait()
