"""Memory of bot and drawing over an hour and more: `python -m tests.bench.growth [MINUTES]`.

Tables of all games, some with computers, where people choose a few times a second and begin anew.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from rich.console import Console

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.acts.actions import CannotDo
from bot.testing.driver import Failed, NotSeen
from engine import games
from engine.parts.rng import Rng
from tests.bench.apart import Apart
from tests.bench.crowd import Crowd, Party, button, gathered, last
from tests.bench.memory import TABLES, used
from tests.bench.thinking import QUICK, Players

MINUTES = 75
WITH_COMPUTERS = 15
A_SECOND = 8.0
"""At whom it is looked whether they are asked; half of them are."""


class Tables:
    """All tables, of which one that is at rest is looked at after the other, by lot."""

    def __init__(self, discord: LocalDiscord, parties: list[Party]) -> None:
        self._people = Crowd(discord, parties[WITH_COMPUTERS:])
        self._alone = Players(discord, parties[:WITH_COMPUTERS], QUICK)
        self._chance = Rng(1)
        self._free = list(parties)
        self.ended = 0

    @property
    def presses(self) -> int:
        """How many were answered."""
        return len(self._people.latencies) + len(self._alone.latencies)

    async def open(self) -> None:
        """Every table, the games in turn."""
        names = list(games)
        for number, party in enumerate(self._people.parties):
            await self._people.open_table(party, names[number % len(names)], any)
        for number, party in enumerate(self._alone.parties):
            with suppress(LookupError):  # its lobby was just being edited
                await self._alone.sit_down(party, names[number % len(names)])

    async def look(self) -> None:
        """Have somebody choose at a table, or another game begin there."""
        if not self._free:
            return
        party = self._free.pop(self._chance.below(len(self._free)))
        crowd = self._alone if party in self._alone.parties else self._people
        people = party.people[:1] if crowd is self._alone else party.people
        with suppress(Failed, NotSeen, CannotDo, LookupError, StopIteration):
            asked = [user for user in people if crowd.asked(user)]
            if asked:
                await crowd.choose(asked[self._chance.below(len(asked))], self._chance)
            elif self._alone.is_over(party):
                await crowd.play_again(Party(party.channel, people))
                self.ended += 1
            else:
                # What was slow to answer has left a lobby open.
                lobby = last(party.channel)
                await crowd.press(people[0], lobby, button(lobby, "start"))
        self._free.append(party)


async def grown(console: Console, minutes: float, database: Path) -> None:
    """Print a line a minute."""
    world, parties = gathered(TABLES)
    async with LocalDiscord(world=world, limits=NO_LIMITS) as discord:
        bot = await Apart.start("house", discord.url, discord.token, database, "unpaced")
        tables = Tables(discord, parties)
        await tables.open()
        looks: set[asyncio.Task[None]] = set()
        begun = monotonic()
        for minute in range(int(minutes) + 1):
            while monotonic() < begun + 60 * minute:
                look = asyncio.create_task(tables.look())
                looks.add(look)
                look.add_done_callback(looks.discard)
                await asyncio.sleep(1 / A_SECOND)
            own = await bot.ask("memory")
            others = used() - own
            played = f"{tables.presses:,} presses, {tables.ended} games begun anew"
            console.print(f"{minute} min: bot {own:.1f} MB, others {others:.0f} MB; {played}")
        await bot.stop()


if __name__ == "__main__":
    with TemporaryDirectory(prefix="guildhall-") as folder:
        written = Path(folder) / "growth.sqlite3"
        asyncio.run(grown(Console(), float(sys.argv[1]) if sys.argv[1:] else MINUTES, written))
