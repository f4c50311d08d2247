"""The store: every change is one transaction, durable when its call returns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable
from pathlib import Path

from bot.store import sessions
from bot.store.errors import (
    ChannelTaken,
    DamagedSession,
    MoveTaken,
    NotOurs,
    Overtaken,
    StoreAway,
    StoreFailed,
    StoreUnusable,
    UnknownSession,
    WrongStatus,
)
from bot.store.notices import Ear, Kind
from bot.store.records.sessions import Outline
from bot.store.session_store import SessionStore
from bot.store.shares import EVERYTHING, USUAL, Pulse, Release, Shares
from bot.store.sql import Committed, dates, glances, reads, writes
from bot.store.tables import messages, operating, people, personal, results

__all__ = [
    "ChannelTaken",
    "DamagedSession",
    "MoveTaken",
    "NotOurs",
    "Overtaken",
    "Store",
    "StoreAway",
    "StoreFailed",
    "StoreUnusable",
    "UnknownSession",
    "WrongStatus",
]


class Store(SessionStore):
    """Sessions, moves, messages and people.

    Every method raises StoreFailed when the database fails, with nothing changed.
    """

    copies_end_in = ".sqlite3"
    """What the names of copies of the database end in."""

    def __init__(self, clock: Callable[[], float], committed: Committed) -> None:
        """`clock`: the time of day in seconds."""
        self._clock = clock
        self._committed = committed
        self._closed = False

    @abstractmethod
    async def close(self) -> None:
        """Finish what is under way, and let others have the database."""

    def shares(
        self,
        release: Callable[[], Release],
        shards: Iterable[int] = (0,),
        total: int = 1,
        pulse: Pulse = USUAL,
    ) -> Shares:
        """What this process looks after; `shards` of so many are its own, if there are others.

        `release`: what it goes by, asked only then.
        """
        return EVERYTHING

    async def listen(self, ear: Ear) -> None:
        """Tell of what other processes change, from now on; raises StoreFailed."""

    async def tell(self, kind: Kind, about: int = 0, detail: str = "") -> None:
        """Tell other processes what stands in no table; see `Notice`."""

    async def is_newest(self, session_id: int, version: int) -> bool:
        """Whether no other process has changed a session since this version of it."""
        return True

    # People and servers.
    person = reads(people.person)
    save_person = writes(people.save_person)
    server = reads(people.server)
    save_server = writes(people.save_server)

    # What is stored of one person, and games that ended long ago.
    exported = reads(personal.exported)
    sessions_with = reads(personal.sessions_with)
    forget_person = writes(personal.forget)
    expired = reads(personal.expired)
    purge = writes(personal.purge)

    # Messages, who was told by them, and rights to edit them.
    lagging = reads(messages.lagging)
    posts = glances(messages.of_session)
    posts_and_tokens = glances(messages.with_tokens)
    save_post = writes(messages.save)
    forget_post = writes(messages.forget)
    attendances = glances(messages.attendances)
    save_attendance = writes(messages.save_attendance)
    note = writes(messages.note)
    drop_expired_tokens = writes(messages.drop_expired_tokens)
    due = reads(messages.due)

    # Results.
    uncounted = reads(results.uncounted)
    count = writes(results.count)
    standings = reads(results.standings)
    results_due = reads(results.results_due)
    result_due = reads(results.result_due)
    result_told = writes(results.result_told)

    # What the bot remembers of itself, what its operator changes.
    fact = reads(operating.fact)
    save_fact = writes(operating.save_fact)
    errands = reads(operating.waiting)
    leave_errand = writes(operating.leave)
    errand_done = writes(operating.done)
    notify = writes(operating.notify)
    end_beside = dates(operating.end)
    blocked = reads(operating.blocked)
    block = writes(operating.block)
    unblock = writes(operating.unblock)

    counts = reads(sessions.counts)
    live_by_guild = reads(sessions.live_by_guild)
    servers_of = reads(sessions.servers_of)

    async def changed_within(self, seconds: float) -> list[int]:
        """Ids of the sessions, but for abandoned ones, that were changed so lately, in order."""
        return await self._read(messages.changed_since, self._now() - seconds)

    async def outlines(self) -> list[Outline]:
        """What is known of each lobby and running game, in order."""
        return [one for one in await self._read(sessions.outlines) if one.live]

    async def settle(self) -> None:
        """Have nothing of the past stand beside the database, where it keeps any there."""

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""

    def _now(self) -> float:
        return self._clock()
