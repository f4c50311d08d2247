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
from bot.services import Rates, assemble
from bot.store.sqlite.store import SqliteStore
from tests.bench.apart import Lateness, answer, point_at, ready, spent
from tests.bench.without import PRESSES

UNPACED = Rates(calls_per_second=10_000, burst=10_000, calls_per_channel=10_000)


async def main(url: str, token: str, database: str, pace: str, without: str = "") -> None:
    """Play until standard input ends; `pace` is "paced" as in earnest, or "unpaced"."""
    set_up_logs("WARNING")
    if without:
        PRESSES[without].do()
    point_at(url)
    rates = Rates() if pace == "paced" else UNPACED
    bot = Guildhall()
    store = await SqliteStore.open(Path(database))
    bot.services = assemble(bot, store, Languages.load(), rates=rates)
    lateness = Lateness()

    async def settled() -> bool:
        await bot.services.delivery.settled()
        return True

    async with bot:
        running = asyncio.create_task(bot.start(token))
        await bot.caught_up.wait()
        if bot.registering is not None:
            await bot.registering
        await answer({"ready": ready, "cpu": spent, "late": lateness.p99, "settled": settled})
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError):
            running.cancel()
            await running


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:6]))
