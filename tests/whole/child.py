"""The bot in a process of its own, to be killed.

Says "ready" once everything that lagged is up to date; ends cleanly on SIGTERM. Where it is given
a time of day its clock stands still but for the seconds that it is told a line; when all that is
due was done, it says "done".
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
from asyncio import StreamReader, StreamWriter
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection

import cogs.tables  # noqa: F401  (with all that the others need)
from bot.delivery.wire.caution import shares_of
from bot.local import point_discord_at
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.running.telling import set_up_logs
from bot.sessions.table.reading import release
from bot.store.opening import open_store, place
from bot.store.shares import Pulse
from bot.time import SystemClock
from engine import games
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, SEED, SKETCHES, UNPACED, at_once, drawing_here

PULSE = Pulse(every=0.3, valid=1.5, margin=0.3)
"""For who is killed again and again: the next one waits until nothing is held any more."""

gc.freeze()


async def advance(
    clock: ManualClock, bot: Guildhall, reader: StreamReader, writer: StreamWriter
) -> None:
    """Let the time pass that is asked for."""
    while line := await reader.readline():
        clock.advance(float(line))
        for _ in range(2):
            await bot.services.deadlines.settled()
            await bot.services.computers.settled()
            await bot.services.delivery.settled()
        writer.write(b"done\n")


def main(
    url: str, token: str, database: str, now: float | None, line: socket.socket, errors: Connection
) -> None:
    """Play until told to stop; all that is logged goes to `errors`."""
    os.dup2(errors.fileno(), 2)
    # A program of its own has one of its own, which must end with it.
    resource_tracker._resource_tracker._fd = None
    asyncio.run(play(url, token, database, now, line))


async def play(url: str, token: str, database: str, now: float | None, line: socket.socket) -> None:
    """Play until told to stop."""
    reader, writer = await asyncio.open_connection(sock=line)
    clock = SystemClock() if now is None else ManualClock(now)
    set_up_logs("WARNING")
    point_discord_at(url)
    bot, store = Guildhall(), await open_store(place(database))
    bot.services = Services(
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
        writer.write(b"ready\n")
        advancing = None
        if isinstance(clock, ManualClock):
            advancing = asyncio.create_task(advance(clock, bot, reader, writer))
        await stop.wait()
        if advancing is not None:
            advancing.cancel()
        await bot.close()
        await running
    writer.close()
