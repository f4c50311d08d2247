"""How fresh what people see is: from the last choice of a step until a message shows the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter

from bot.local.events import Event, MessageCreated, MessageEdited
from bot.local.records import Message
from bot.local.world import World
from bot.testing.driver import text_of
from tests.bench.crowd import Party


@dataclass
class _Table:
    """`moment`: the newest that any message shows; `waiting`: since when, by channel."""

    channels: tuple[int, ...]
    chosen: float = 0.0
    moment: str = ""
    past: set[str] = field(default_factory=set)
    waiting: dict[int, float] = field(default_factory=dict)


class Freshness:
    """Hears of every message; `seconds` of each hand and board for each step of its table."""

    def __init__(self, world: World, parties: Iterable[Party]) -> None:
        self.seconds: list[float] = []
        self._of: dict[int, _Table] = {}
        for party in parties:
            hands = (world.direct_channel(user.id).id for user in party.people)
            table = _Table((party.channel.id, *hands))
            self._of |= dict.fromkeys(table.channels, table)
        world.listeners.append(self._hear)

    def chosen(self, party: Party) -> None:
        """Somebody chooses just now."""
        self._of[party.channel.id].chosen = perf_counter()

    def begin_anew(self, party: Party) -> None:
        """Another game begins; its moments have the same names."""
        table = self._of[party.channel.id]
        table.moment = ""
        table.past.clear()
        table.waiting.clear()

    def overdue(self, seconds: float) -> list[float]:
        """How long those wait already that have waited longer than that."""
        now = perf_counter()
        tables = {id(table): table for table in self._of.values()}.values()
        waits = (now - since for table in tables for since in table.waiting.values())
        return [wait for wait in waits if wait > seconds]

    def _hear(self, event: Event) -> None:
        if isinstance(event, MessageCreated | MessageEdited):
            table = self._of.get(event.message.channel)
            moment = None if table is None else moment_of(event.message)
            if table is not None and moment is not None and moment not in table.past:
                self._shown(table, event.message.channel, moment)

    def _shown(self, table: _Table, channel: int, moment: str) -> None:
        if moment != table.moment:
            # Who made the last choice sees it first, in the answer.
            table.past.add(table.moment)
            for other in table.channels if table.moment else ():
                table.waiting.setdefault(other, table.chosen)
            table.moment = moment
        since = table.waiting.pop(channel, None)
        if since is not None:
            self.seconds.append(perf_counter() - since)


def moment_of(message: Message) -> str | None:
    """The line that says where the game stands: the second of hands and boards alike."""
    lines = text_of(message).split("\n", 2)
    if len(lines) < 2 or message.seen_by is not None:
        return None
    moment = lines[1].removeprefix("-# ")
    return moment if moment.startswith("Ballot ") else None
