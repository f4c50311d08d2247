"""The whole bot in a process of its own.

`python -m tests.bench.house URL TOKEN DATABASE PACE [WITHOUT]`; `WITHOUT`: a trick of `without`.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from pathlib import Path

from bot.client import Guildhall
from bot.languages import Languages
from bot.logs import set_up_logs
from bot.metrics import Metrics
from bot.services import Rates, assemble
from bot.store.sqlite.store import SqliteStore
from tests.bench.apart import Lateness, answer, point_at, ready, spent
from tests.bench.without import PRESSES

UNPACED = Rates(calls_per_second=10_000, burst=10_000, calls_per_channel=10_000)


class Waits(Metrics):
    """Keeps what people have waited for computers, for whoever asks."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds: list[float] = []

    def waited(self, game: str, seconds: float) -> None:
        super().waited(game, seconds)
        self._seconds.append(seconds)

    async def since(self) -> list[float]:
        """Seconds of each wait since the last question."""
        seconds, self._seconds = self._seconds, []
        return seconds


async def main(url: str, token: str, database: str, pace: str, without: str = "") -> None:
    """Play until standard input ends; `pace` is "paced" as in earnest, or "unpaced"."""
    set_up_logs("WARNING")
    if without:
        PRESSES[without].do()
    point_at(url)
    rates = Rates() if pace == "paced" else UNPACED
    bot = Guildhall()
    store = await SqliteStore.open(Path(database))
    waits, lateness = Waits(), Lateness()
    bot.services = assemble(bot, store, Languages.load(), rates=rates, metrics=waits)

    async def settled() -> bool:
        await bot.services.delivery.settled()
        return True

    async with bot:
        running = asyncio.create_task(bot.start(token))
        await bot.caught_up.wait()
        if bot.registering is not None:
            await bot.registering
        await answer(
            {
                "ready": ready,
                "cpu": spent,
                "late": lateness.p99,
                "settled": settled,
                "waits": waits.since,
            }
        )
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError):
            running.cancel()
            await running


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:6]))
