"""The store: every change is one transaction, durable when its call returns."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from bot.store import errands, facts, people, servers, sessions
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
from bot.store.post_store import PostStore
from bot.store.records.people import Errand, ErrandKind, Person, Server
from bot.store.records.sessions import Outline
from bot.store.releases import Release
from bot.store.result_store import ResultStore
from bot.store.session_store import SessionStore
from bot.store.shares import EVERYTHING, USUAL, Pulse, Shares
from bot.store.transactions import Committed

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


class Store(SessionStore, PostStore, ResultStore):
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

    async def person(self, user_id: int) -> Person | None:
        """The person, if ever saved."""
        return await self._read(people.find, user_id)

    async def save_person(self, person: Person) -> None:
        """Add or replace a person."""
        await self._write(people.save, person)

    async def server(self, guild_id: int | None) -> Server:
        """What a server's managers have set; of direct messages, nothing."""
        return await self._read(servers.find, guild_id or 0)

    async def save_server(self, server: Server) -> None:
        """Replace what is set for a server."""
        await self._write(servers.save, server)

    async def results_due(self) -> list[int]:
        """Ids of the sessions whose results are still to be told in their servers, in order."""
        return await self._read(servers.results_due)

    async def result_due(self, session_id: int) -> int | None:
        """The channel in which a session's result is still to be told."""
        return await self._read(servers.result_due, session_id)

    async def result_told(self, session_id: int) -> None:
        """Remember that a result was told, or never will be."""
        await self._write(servers.result_told, session_id)

    async def errands(self) -> list[Errand]:
        """What the operator has asked for beside the running bot, in order."""
        return await self._read(errands.waiting)

    async def leave_errand(self, kind: ErrandKind, about: int) -> None:
        """Have something looked at, and tried again until it was done."""
        await self._write(errands.leave, kind, about)

    async def errand_done(self, errand_id: int) -> None:
        """Forget an errand that was done."""
        await self._write(errands.done, errand_id)

    async def blocked(self) -> list[int]:
        """Ids of the servers in which the operator doesn't want the bot."""
        return await self._read(errands.blocked)

    async def notify(self, line: str) -> None:
        """Have a line, or none, stand on all boards of lobbies and running games."""
        await self._write(errands.notify, line)

    async def end_beside(self, session_id: int) -> None:
        """End a session without a result, whoever looks after it; raises UnknownSession."""
        await self._write(errands.end, self._now(), session_id)

    async def block(self, guild_id: int) -> None:
        """Have the bot leave a server, and never come back to it."""
        await self._write(errands.block, guild_id)

    async def unblock(self, guild_id: int) -> bool:
        """Let the bot be invited there again; whether it was blocked."""
        return await self._write(errands.unblock, guild_id)

    async def outlines(self) -> list[Outline]:
        """What is known of each lobby and running game, in order."""
        return [one for one in await self._read(sessions.outlines) if one.live]

    async def fact(self, name: str) -> str | None:
        """What the process remembers of itself under this name."""
        return await self._read(facts.find, name)

    async def save_fact(self, name: str, value: str) -> None:
        """Remember something for the next start."""
        await self._write(facts.save, name, value)

    async def counts(self) -> dict[tuple[str, str], int]:
        """How many sessions there are of each game and status; "apart" is one, too."""
        return await self._read(sessions.counts)

    async def live_by_guild(self) -> dict[int, list[int]]:
        """Ids of the lobbies and running games of each server."""
        return await self._read(sessions.live_by_guild)

    async def servers_of(self, session_ids: Sequence[int]) -> dict[int, int | None]:
        """By session, the server in which it is played."""
        return await self._read(sessions.servers_of, session_ids)

    async def settle(self) -> None:
        """Have nothing of the past stand beside the database, where it keeps any there."""

    @abstractmethod
    async def backup(self, target: Path) -> None:
        """Copy the database as it is now to a new file; raises StoreUnusable."""

    def _now(self) -> float:
        return self._clock()
