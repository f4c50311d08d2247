"""The bot in a process of its own, to be killed: `python -m tests.whole.child URL TOKEN DATABASE`.

Says "ready" on standard output once everything that lagged is up to date; ends cleanly on SIGTERM.
"""

from __future__ import annotations

import asyncio
import signal
import sys
from pathlib import Path

from bot.client import Guildhall
from bot.local import point_discord_at
from bot.logs import set_up_logs
from bot.services import assemble
from bot.store.store import Store
from tests.whole.house import LANGUAGES, SEED, SKETCHES, UNPACED, at_once, drawing_here


async def main(url: str, token: str, database: str) -> None:
    """Play until told to stop."""
    set_up_logs("WARNING")
    point_discord_at(url)
    bot = Guildhall()
    bot.services = assemble(
        bot,
        await Store.open(Path(database)),
        LANGUAGES,
        seed=lambda: SEED,
        pause=at_once,
        rates=UNPACED,
        drawing=drawing_here(SKETCHES),
    )
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    async with bot:
        running = asyncio.create_task(bot.start(token))
        await bot.caught_up.wait()
        if bot.registering is not None:
            await bot.registering
        await bot.services.computers.settled()
        await bot.services.delivery.settled()
        print("ready", flush=True)
        await stop.wait()
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:4]))
