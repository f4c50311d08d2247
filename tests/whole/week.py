"""A week of a game of four by a clock of its own: `python -m tests.whole.week` lists its messages.

They play Guilds of London and come to look three times a day, in the time zones in which they
live. The bot is stopped for twenty minutes every night.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from bot.local.world.events import Event, MessageCreated
from bot.local.world.guilds import leave
from bot.local.world.records import Message
from bot.testing.driver import Person, Witness, labels, text_of
from bot.time import quiet_until, read_quiet
from engine.parts.rng import Rng
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, House, Party, asked, connected, local_discord, pick_anything
from tests.whole.takebacks import TAKE

MINUTE, HOUR, DAY = 60.0, 3600.0, 86_400.0
TICK = 15 * MINUTE
DOWN = 20 * MINUTE
MONDAY = datetime(2027, 1, 11, 10, tzinfo=UTC)
DAYS = 7
NUDGE, LIMIT = 2 * HOUR, 6 * HOUR
LOOKS = (8, 13, 19)
ZONES = {
    "Ada": "Europe/Paris",
    "Farah": "Europe/London",
    "Goro": "America/New_York",
    "Chiara": "Europe/Rome",
    "Hanna": "Europe/Paris",
}
GORO_IS_AWAY = (MONDAY + timedelta(hours=14), MONDAY + timedelta(days=3))
CHIARA_LEAVES = MONDAY + timedelta(days=3, hours=1)
ADA_IS_AWAY = (MONDAY + timedelta(days=4, hours=10), MONDAY + timedelta(days=5, hours=21))
KINDS = {
    "You have a seat": "welcome",
    "has left the server": "letter: somebody has left",
    "you are offered a seat": "letter: a seat is offered",
    "plays your seat now": "letter: replaced",
    "great-table: waiting for you": "reminder",
}


@dataclass(frozen=True)
class Sent:
    """A message to a person: when, of which kind, for the choice of which step; and how.

    `loud`: it notifies. `looked`: seconds since that person pressed or typed anything.
    """

    at: float
    name: str
    kind: str
    step: int | None
    loud: bool
    looked: float


@dataclass
class Week:
    """Who plays, what was sent to whom, and who owed which choice from when until when."""

    hall: House
    party: Party
    clock: ManualClock
    sent: list[Sent] = field(default_factory=list)
    owed: dict[tuple[str, int], list[float]] = field(default_factory=dict)
    shown: set[tuple[str, int]] = field(default_factory=set)
    """Choices of which an own press told."""
    looked: dict[str, float] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """What the board said at each tick."""
    offered: bool = False
    taken_back: tuple[int, tuple[str, ...]] | None = None
    """The log's entry of it: a seat, and no picks."""
    rng: Rng = field(default_factory=lambda: Rng(7))

    def asleep(self, name: str, at: float) -> bool:
        """Whether it is in that person's quiet hours."""
        return quiet_until(read_quiet("22-7", ZONES[name]), at) is not None

    def hear(self, event: Event) -> None:
        """Note a message of the bot's that is somebody's own, or calls somebody."""
        if not isinstance(event, MessageCreated) or event.message.seen_by is not None:
            return
        for name in ZONES:
            person = self.hall.person(name)
            loud = event.message.id in [call.message for call in person.notifications]
            if loud or event.message.channel == person.channel(None).id:
                self._note(person, event.message, loud=loud)

    def _note(self, person: Person, message: Message, *, loud: bool) -> None:
        name, now, said = person.user.name, self.clock.now(), text_of(message)
        table = self.hall.services.sessions.in_memory(self.party.session_id)
        seat = None if table is None else table.seat_of(person.id)
        step = None if table is None or seat is None else table.owed().get(seat)
        own = "hand" if asked(message) or step is not None else "hand without a choice"
        kind = next((kind for words, kind in KINDS.items() if words in said), own)
        since = now - self.looked.get(name, 0.0)
        self.sent.append(Sent(now, name, kind, step, loud, since))

    async def note_owed(self, by: str | None = None) -> None:
        """Note who owes what since when; `by`: who has just pressed, and seen it."""
        table, now = await self.party.table(), self.clock.now()
        for seat, step in table.owed().items():
            name = table.record.seats[seat].name
            self.owed.setdefault((name, step), [now, now])[1] = now
            if name == by:
                self.shown.add((name, step))

    async def look(self, name: str) -> None:
        """Somebody comes to look, and chooses whatever is asked."""
        person = self.hall.person(name)
        self.looked[name] = self.clock.now()
        table = await self.party.table()
        if table.seat_of(person.id) is None:
            return
        await person.press("Rules", self.party.board)
        await self.hall.quiet()
        await self.note_owed(name)
        while await self._owes(person):
            await pick_anything(person, self.party.hand(person), self.rng.choice)
            await self.hall.quiet()
            await self.note_owed(name)
            await self._take_back(person)
        if name == "Ada" and not self.offered:
            await self._replace(person)

    async def _take_back(self, person: Person) -> None:
        """Once, on the third day, somebody takes a choice of the own turn back."""
        late = self.clock.now() >= (MONDAY + timedelta(days=2)).timestamp()
        hand = self.party.hand(person)
        if self.taken_back is None and late and TAKE in labels(hand):
            await person.press(TAKE, hand)
            await self.hall.quiet()
            self.taken_back = (await self.party.moves())[-1]
            await self.note_owed(person.user.name)

    async def _owes(self, person: Person) -> bool:
        table = await self.party.table()
        return table.seat_of(person.id) in table.owed()

    async def _replace(self, host: Person) -> None:
        """The host offers the seat of who has left to Hanna, who takes it."""
        if not any("has left the server" in text_of(m) for m in host.messages(None)):
            return
        seat = next(s.seat for s in (await self.party.table()).record.seats if s.name == "Chiara")
        screen = host.response(await host.command("replace", TABLE))
        await host.choose(["Chiara"], screen)
        hanna = self.hall.person("Hanna")
        await host.choose([str(hanna.id)], screen, f"holding:{self.party.session_id}:offer:{seat}")
        await self.hall.quiet()
        self.offered = True
        offer = await hanna.sees(lambda message: "Take the seat" in labels(message), TABLE)
        self.looked["Hanna"] = self.clock.now()
        await hanna.press("Take the seat", offer)
        await self.hall.quiet()
        await self.note_owed("Hanna")

    async def day(self, number: int) -> None:
        """From ten in the morning to twenty to ten, in UTC."""
        end = (MONDAY + timedelta(days=number + 1)).timestamp() - DOWN
        while self.clock.now() < end:
            before = self.clock.now()
            self.clock.advance(min(TICK, end - before))
            await self.hall.quiet()
            await self.note_owed()
            self.said.append(text_of(self.party.board))
            for name in self._looking(before, self.clock.now()):
                await self.look(name)

    def _looking(self, after: float, until: float) -> Iterator[str]:
        """Who comes to look in that time."""
        if after < CHIARA_LEAVES.timestamp() <= until:
            leave(self.hall.discord.world, self.hall.person("Chiara").user)
        away = {"Goro": GORO_IS_AWAY, "Ada": ADA_IS_AWAY}
        for name, zone in ZONES.items():
            start, end = away.get(name, (MONDAY, MONDAY))
            gone = name == "Chiara" and until >= CHIARA_LEAVES.timestamp()
            if gone or start.timestamp() <= until < end.timestamp():
                continue
            before, now = (datetime.fromtimestamp(time, ZoneInfo(zone)) for time in (after, until))
            if any(before.hour < hour <= now.hour for hour in LOOKS):
                yield name


async def begun(hall: House, clock: ManualClock) -> Week:
    """The table as they begin: quiet hours for all, a reminder after two hours, six in all."""
    for name, zone in ZONES.items():
        person = hall.person(name)
        shown = person.response(await person.command("settings", TABLE))
        opened = await person.press("setting:quiet", shown)
        await person.submit(opened, {"hours": "22-7", "zone": zone})
    week = Week(hall, None, clock)  # type: ignore[arg-type]  # there is none yet
    week.party = await hall.lobby("Ada", "Farah", "Goro", "Chiara", game="london")
    host, session_id = week.party.host, week.party.session_id
    options = host.response(await host.press("Options", week.party.board))
    opened = await host.choose(["own"], options, f"lobby:{session_id}:speed")
    await host.submit(opened, {"nudge": "2 h", "limit": "6 h"})
    for person in week.party.people:
        week.looked[person.user.name] = clock.now()
    hall.discord.world.listeners.append(week.hear)
    await host.press("Start", week.party.board)
    await hall.quiet()
    await week.note_owed()
    return week


async def play(folder: Path) -> Week:
    """The whole week."""
    clock, database = ManualClock(MONDAY.timestamp()), folder / "guildhall.sqlite3"
    async with local_discord(clock=clock) as discord:
        witness, week = Witness(discord.world), None
        for number in range(DAYS):
            async with connected(discord, database) as bot:
                hall = House(discord, bot, witness)
                await hall.quiet()
                if week is None:
                    week = await begun(hall, clock)
                week.hall = week.party.house = hall
                await week.day(number)
            clock.advance(DOWN)
    assert week is not None
    return week


async def main() -> None:
    """Print what was sent to whom, and when by their own clocks."""
    with tempfile.TemporaryDirectory() as folder:
        week = await play(Path(folder))
    for name, zone in ZONES.items():
        print(f"\n{name} ({zone})")
        for sent in week.sent:
            if sent.name == name:
                at = datetime.fromtimestamp(sent.at, ZoneInfo(zone))
                step = "" if sent.step is None else f", choice {sent.step}"
                how = "" if sent.loud else " (silent)"
                print(f"  {at:%a %H:%M}  {sent.kind}{step}{how}")


if __name__ == "__main__":
    asyncio.run(main())
