"""One of several bots that are one: it tells Discord which it is in every call's User-Agent."""

from __future__ import annotations

import asyncio
import os
import signal
from dataclasses import dataclass

from bot.__main__ import _play as connect
from bot.delivery.wire.caution import Shards
from bot.local import point_discord_at
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.running.telling import set_up_logs
from bot.sessions.table.reading import release
from bot.store.postgresql import store as store_module
from bot.store.postgresql.store import PostgresStore
from bot.store.shares import Pulse
from tests.whole.house import LANGUAGES, SEED, SKETCHES, UNPACED, at_once, drawing_here
from tests.whole.later import Change, games_of


@dataclass(frozen=True)
class Order:
    """Which bot is to be, and where; `pulse`: see `Pulse`, `placed`: whether it tells its place.

    `change`: what is other in its release than in this one.
    """

    url: str
    token: str
    dsn: str
    shards: str
    pulse: tuple[float, float, float]
    placed: bool
    change: Change | None = None


class Told(Guildhall):
    """Calls Discord under its id in the store, and its number here."""

    async def setup_hook(self) -> None:
        # Answers to presses are sent by another part of discord.py, over the same session.
        self.http._HTTPClient__session.headers["User-Agent"] = self.http.user_agent  # type: ignore[attr-defined]
        await super().setup_hook()


async def play(order: Order) -> None:
    """Play until told to stop."""
    set_up_logs("ERROR")
    point_discord_at(order.url)
    shards = Shards.parsed(order.shards)
    store = await PostgresStore.open(order.dsn)
    if not order.placed:
        store_module.here = lambda: None
    games = games_of(order.change)
    shares = store.shares(lambda: release(games), shards.numbers, shards.total, Pulse(*order.pulse))
    bot = Told(shards=shards)
    bot.http.user_agent = f"{store._id}/{os.getpid()}"
    bot.services = Services(
        bot,
        store,
        LANGUAGES,
        games,
        seed=lambda: SEED,
        pause=at_once,
        rates=UNPACED,
        drawing=drawing_here(SKETCHES),
        shares=shares,
    )
    stop = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
    try:
        await connect(bot, order.token, stop)
    finally:
        await store.close()
