"""The store: every change is one transaction, durable when its call returns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeAlias, TypeVar

from bot.store.errors import (
    ChannelTaken,
    DamagedSession,
    NotOurs,
    Overtaken,
    StoreAway,
    StoreFailed,
    StoreUnusable,
    UnknownSession,
)
from bot.store.records.sessions import Session
from bot.store.shares import EVERYTHING, USUAL, Ear, Kind, Pulse, Release, Shares
from bot.store.sql import Database
from bot.store.tables import changing, finding, messages, operating, people, results

__all__ = [
    "ChannelTaken",
    "DamagedSession",
    "NotOurs",
    "Overtaken",
    "Store",
    "StoreAway",
    "StoreFailed",
    "StoreUnusable",
    "UnknownSession",
]


P = ParamSpec("P")
R = TypeVar("R")


class Committed(Protocol):
    """Is told how long a transaction took in seconds, and whether it was made."""

    def __call__(self, seconds: float, *, done: bool) -> None: ...


def untold(seconds: float, *, done: bool) -> None:
    """Nobody wants to know."""


Body = Callable[Concatenate[Database, P], R]
Dated = Callable[Concatenate[Database, float, P], R]
Method: TypeAlias = "Callable[Concatenate[Store, P], Coroutine[Any, Any, R]]"


def reads(look: Body[P, R]) -> Method[P, R]:
    """The method that looks so, within one transaction."""
    return _by("_read", look)


def looks_back(look: Dated[P, R]) -> Method[P, R]:
    """The same of a look that is told the time of day."""
    return _by("_read", look, dated=True)


def glances(look: Body[P, R]) -> Method[P, R]:
    """The same of a look that is one single statement."""
    return _by("_glance", look)


def writes(change: Body[P, R]) -> Method[P, R]:
    """The method that makes this change, all or nothing."""
    return _by("_write", change)


def dates(change: Dated[P, R]) -> Method[P, R]:
    """The same of a change that is told the time of day."""
    return _by("_write", change, dated=True)


def _by(
    how: str, work: Callable[..., R], *, dated: bool = False
) -> Callable[..., Coroutine[Any, Any, R]]:
    @wraps(work)
    async def method(store: Store, /, *args: Any, **kwargs: Any) -> R:  # noqa: ANN401  (as `work`)
        told = (store._clock(), *args) if dated else args  # noqa: SLF001
        done: R = await getattr(store, how)(work, *told, **kwargs)
        return done

    return method


class Store(ABC):
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

    async def listen(self, ear: Ear) -> None:  # noqa: B027
        """Tell of what other processes change, from now on; raises StoreFailed."""

    async def tell(self, kind: Kind, about: int = 0, detail: str = "") -> None:  # noqa: B027
        """Tell other processes what stands in no table; see `Notice`."""

    async def is_newest(self, session_id: int, version: int) -> bool:
        """Whether no other process has changed a session since this version of it."""
        return True

    # Sessions, read and found.
    session = reads(finding.find)
    moves = reads(finding.moves)
    sessions_of = reads(finding.of_user)
    outline = reads(finding.outline)
    outline_in = reads(finding.outline_in)
    outlines = reads(finding.live_outlines)
    over_in = looks_back(finding.over_in)
    running_in = reads(finding.running_in)
    ended_for = reads(finding.ended_for)
    hands_asked = reads(finding.hands_asked)
    hosts_absent = reads(finding.hosts_absent)
    paused_by_host = reads(finding.paused_by_host)
    undecided_takebacks = reads(finding.undecided_takebacks)
    due_turns = reads(finding.due_turns)
    timed = reads(finding.timed)
    threads_to_name = reads(finding.threads_to_name)
    counts = reads(finding.counts)
    live_by_guild = reads(finding.live_by_guild)
    servers_of = reads(finding.servers_of)

    # Sessions, changed. What was looked at before is given as it was known then: if it has another
    # version by now, Overtaken is raised, with nothing changed.
    create_session = dates(changing.create)
    change = dates(changing.change)
    commit = dates(changing.commit)
    end = dates(changing.end)
    thread_named = writes(changing.thread_named)

    # Sessions that can't be played on.
    apart = reads(finding.set_apart)
    apart_of = reads(finding.set_apart_of_user)
    take_up = writes(changing.take_up)
    examinations = reads(changing.examinations)
    examined = writes(changing.examined)

    async def set_apart(
        self, session_id: int, reason: str, mark: str | None = None, at: float | None = None
    ) -> None:
        """See `changing.set_apart`."""
        await self._write(changing.set_apart, session_id, reason, mark, at)

    async def live_session_in(self, channel_id: int) -> Session | None:
        """The lobby or running game of a channel; one that is damaged is set apart."""
        try:
            return await self._read(finding.live_in, channel_id)
        except DamagedSession as damaged:
            await self.set_apart(damaged.session_id, damaged.reason)
            return None

    # People and servers.
    person = reads(people.person)
    save_person = writes(people.save_person)
    server = reads(people.server)
    change_server = writes(people.change_server)

    # What is stored of one person, and games that ended long ago.
    exported = reads(people.exported)
    sessions_with = reads(people.sessions_with)
    forget_person = writes(people.forget)
    expired = reads(people.expired)
    purge = writes(people.purge)

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
    changed_within = looks_back(messages.changed_within)

    # Results.
    uncounted = reads(results.uncounted)
    count = writes(results.count)
    standings = reads(results.standings)
    results_due = reads(results.results_due)
    result_due = reads(results.result_due)
    result_told = writes(results.result_told)

    # Reviews of games that are over.
    review = reads(results.review)
    begin_review = writes(results.begin_review)
    save_review = writes(results.save_review)
    tell_of_review = writes(results.tell_of_review)
    unfinished_reviews = reads(results.unfinished_reviews)
    reviews_of = reads(results.reviews_of)

    # What the bot remembers of itself, what its operator changes.
    fact = reads(operating.fact)
    save_fact = writes(operating.save_fact)
    change_fact = writes(operating.change_fact)
    errands = reads(operating.waiting)
    leave_errand = writes(operating.leave)
    errand_done = writes(operating.done)
    notify = writes(operating.notify)
    end_beside = dates(operating.end)
    blocked = reads(operating.blocked)
    block = writes(operating.block)
    unblock = writes(operating.unblock)

    async def settle(self) -> None:  # noqa: B027
        """Have nothing of the past stand beside the database, where it keeps any there."""

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""

    @abstractmethod
    async def _write(self, change: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Make a change, all or nothing."""

    @abstractmethod
    async def _read(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Look at what there is."""

    async def _glance(self, look: Body[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Look at what one single statement gives."""
        return await self._read(look, *args, **kwargs)
