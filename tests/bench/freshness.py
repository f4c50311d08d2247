"""How fresh what people see is: from the last choice of a step until a message shows the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from time import perf_counter
from typing import NamedTuple

from bot.local.world.events import Event, MessageCreated, MessageEdited
from bot.local.world.records import Message
from bot.local.world.world import World
from bot.testing.driver import alt_texts, text_of
from tests.bench.crowd import Party


class Waits(NamedTuple):
    """Seconds until messages showed the next step."""

    hands: list[float]
    boards: list[float]


@dataclass
class _Table:
    """`moment`: the newest that any message shows; `waiting`: since when, by channel.

    Of the channels the first is the board's.
    """

    channels: tuple[int, ...]
    chosen: float = 0.0
    moment: str = ""
    past: set[str] = field(default_factory=set)
    waiting: dict[int, float] = field(default_factory=dict)


class Freshness:
    """Hears of every message; `waits` of each hand and board for each step of its table."""

    def __init__(self, world: World, parties: Iterable[Party]) -> None:
        self.waits = Waits([], [])
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

    def begin_measuring(self) -> None:
        """Forget how long anything has waited so far."""
        self.waits = Waits([], [])

    def with_overdue(self, seconds: float) -> Waits:
        """The waits with those of messages that wait yet, and for longer than that."""
        now, waits = perf_counter(), Waits(list(self.waits.hands), list(self.waits.boards))
        for table in {id(table): table for table in self._of.values()}.values():
            for channel, since in table.waiting.items():
                if now - since > seconds:
                    _of(waits, table, channel).append(now - since)
        return waits

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
            _of(self.waits, table, channel).append(perf_counter() - since)


def _of(waits: Waits, table: _Table, channel: int) -> list[float]:
    return waits.boards if channel == table.channels[0] else waits.hands


def moment_of(message: Message) -> str | None:
    """Where the game stands: a hand says it in its second line, before the time, a board in the
    first sentence of its picture's description."""
    if message.seen_by is not None:
        return None
    lines = (line.removeprefix("-# ").partition(" ⏳")[0] for line in text_of(message).split("\n"))
    told = (described.partition(". ")[0] for described in alt_texts(message))
    return next((moment for moment in (*lines, *told) if moment.startswith("Ballot ")), None)
