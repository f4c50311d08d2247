"""The bot in a process of its own, to be killed: `python -m tests.whole.child URL TOKEN DATABASE`.

Says "ready" on standard output once everything that lagged is up to date; ends cleanly on SIGTERM.
With a time of day after these, its clock stands still but for the seconds that come on standard
input; when all that is due was done, it says "done".
"""

from __future__ import annotations

import asyncio
import signal
import sys

from bot.client import Guildhall
from bot.clock import SystemClock
from bot.local import point_discord_at
from bot.logs import set_up_logs
from bot.services import assemble
from bot.sessions.exactness import release
from bot.shards import shares_of
from bot.store.opening import open_store, place
from bot.store.shares import Pulse
from engine import games
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, SEED, SKETCHES, UNPACED, at_once, drawing_here

PULSE = Pulse(every=0.3, valid=1.5, margin=0.3)
"""For who is killed again and again: the next one waits until nothing is held any more."""


async def advance(clock: ManualClock, bot: Guildhall) -> None:
    """Let the time pass that is asked for."""
    reader = asyncio.StreamReader()
    protocol = asyncio.StreamReaderProtocol(reader)
    await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, sys.stdin)
    while line := await reader.readline():
        clock.advance(float(line))
        for _ in range(2):
            await bot.services.deadlines.settled()
            await bot.services.computers.settled()
            await bot.services.delivery.settled()
        print("done", flush=True)


async def main(url: str, token: str, database: str, now: str | None = None) -> None:
    """Play until told to stop."""
    clock = SystemClock() if now is None else ManualClock(float(now))
    set_up_logs("WARNING")
    point_discord_at(url)
    bot, store = Guildhall(), await open_store(place(database))
    bot.services = assemble(
        bot,
        store,
        LANGUAGES,
        seed=lambda: SEED,
        pause=at_once,
        rates=UNPACED,
        clock=clock,
        drawing=drawing_here(SKETCHES),
        shares=shares_of(store, None, lambda: release(games), PULSE),
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
        by_hand = isinstance(clock, ManualClock)
        advancing = asyncio.create_task(advance(clock, bot)) if by_hand else None
        await stop.wait()
        if advancing is not None:
            advancing.cancel()
        await bot.close()
        await running


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:5]))
