"""The whole bot in a process of its own.

`python -m tests.bench.house URL TOKEN DATABASE PACE [WITHOUT [SHARDS]]`; `WITHOUT`: a trick of
`without`; `SHARDS`: as the setting, over PostgreSQL.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Sequence
from itertools import cycle

from uvloop import run

import bot.running.lean  # as the program does
from bot.delivery.calling.channels import Allowance
from bot.delivery.wire.caution import Shards, shares_of
from bot.languages import Languages
from bot.running.client import Guildhall
from bot.running.services import Rates, Services
from bot.running.telling import Metrics, set_up_logs
from bot.sessions.table.reading import release
from bot.store.opening import open_store, place
from bot.thinking.thinkers import Thinkers
from engine import games
from engine.review import Owed, owed
from tests.bench.apart import Lateness, Shares, answer, parts, point_at, ready, spent, taken
from tests.bench.without import PRESSES

ANY = Allowance(an_hour=10_000, unasked=10_000)
"""Its people have been at its tables for long: their direct messages are open."""
PACED = Rates(openings=ANY)
UNPACED = Rates(calls_per_second=10_000, burst=10_000, calls_per_channel=10_000, openings=ANY)


class Readings:
    """Two reviews that never end."""

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._games: dict[str, Sequence[Owed]] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def play(self) -> bool:
        """Play a game of each of the two longest kinds: nobody is answered meanwhile."""
        # Only who reads needs what plays them: in a bot whose memory is measured it would be 9 MB.
        from tests.bench.review import one_game  # noqa: PLC0415

        for name in ("guildes", "london"):
            over = one_game(name)
            self._games[name] = owed(over.game, over.last, over.log, 0)
        return True

    async def begin(self) -> bool:
        """Have these games read, over and over."""
        for name, choices in self._games.items():
            self._tasks.append(asyncio.create_task(self._read(name, choices)))
        return True

    async def end(self) -> bool:
        """Stop reading."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        return True

    async def _read(self, game: str, choices: Sequence[Owed]) -> None:
        for choice in cycle(choices):
            await self._thinkers.read(game, choice, 0, (None,) * choice.view.seats)


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


async def main(
    url: str, token: str, database: str, pace: str, without: str = "", written: str = ""
) -> None:
    """Play until standard input ends; `pace` is "paced" as in earnest, or "unpaced"."""
    set_up_logs("WARNING")
    if without:
        PRESSES[without].do()
    point_at(url)
    rates = PACED if pace == "paced" else UNPACED
    shards = Shards.parsed(written) if written else None
    bot = Guildhall(shards=shards)
    store = await open_store(place(database))
    waits, lateness, layers = Waits(), Lateness(), Shares()
    shares = shares_of(store, shards, lambda: release(games))
    bot.services = Services(bot, store, Languages.load(), rates=rates, metrics=waits, shares=shares)

    readings = Readings(bot.services.thinkers)

    async def settled() -> bool:
        await bot.services.delivery.settled()
        return True

    async def refused() -> float:
        found = (sample for metric in waits.presses.collect() for sample in metric.samples)
        counted = (sample for sample in found if sample.name.endswith("_total"))
        return sum(sample.value for sample in counted if sample.labels["outcome"] == "refused")

    async with bot:
        running = asyncio.create_task(bot.start(token))
        await bot.caught_up.wait()
        if bot.registering is not None:
            await bot.registering
        await answer(
            {
                "ready": ready,
                "play": readings.play,
                "read": readings.begin,
                "unread": readings.end,
                "cpu": spent,
                "parts": parts,
                "memory": taken,
                "late": lateness.p99,
                "layers": layers.since,
                "refused": refused,
                "settled": settled,
                "waits": waits.since,
            }
        )
        await bot.close()
        with contextlib.suppress(asyncio.CancelledError):
            running.cancel()
            await running


if __name__ == "__main__":
    bot.running.lean.settled()
    run(main(*sys.argv[1:7]))
