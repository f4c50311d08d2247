"""Whose work a session is, where several processes share one database."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pulse:
    """How leases are kept, in seconds.

    `every`: between two beats; `valid`: how long after the last sign of life that others have seen
    a lease holds; `margin`: how much sooner its holder takes it for lost, and how long what is
    under way may take at the end.
    """

    every: float = 3.0
    valid: float = 15.0
    margin: float = 2.0


USUAL = Pulse()


def shard_of(guild_id: int | None, total: int) -> int:
    """The shard of a server by Discord's rule; direct messages (None) come on the first."""
    return 0 if guild_id is None else (guild_id >> 22) % total


class Shares(ABC):
    """The shards whose sessions this process looks after; each is one process's at a time.

    Any process applies a move; boards, hands, clocks and computers are the owner's alone.
    """

    @abstractmethod
    def owns(self, guild_id: int | None) -> bool:
        """Whether the sessions of a server are this process's at this instant.

        None: those of direct messages. Asked before every call and every decision by the clock.
        """

    @abstractmethod
    def owns_all(self) -> bool:
        """Whether it owns every session at this instant, of whatever server."""

    @abstractmethod
    def living(self) -> int:
        """How many processes work, this one among them."""

    @abstractmethod
    def successor(self) -> str | None:
        """The process of a newer release to which everything is passed on, if there is one."""

    @abstractmethod
    def succeeded(self) -> bool:
        """Whether there is one, or was lately: what it has stored may not be read here."""

    @abstractmethod
    async def claim(self) -> None:
        """Wait until the shards that are this process's own are free, and have them.

        Or until it is clear that there is nothing but to pass everything on. Raises StoreUnusable
        beside processes with which this one can't live.
        """

    @abstractmethod
    def run(self, gained: Callable[[], None]) -> None:
        """Keep what is held from now on; `gained` is called when there is more of it."""

    @abstractmethod
    def look(self) -> None:
        """Somebody has come or gone: look at once."""

    @abstractmethod
    async def close(self) -> None:
        """Give everything back to whoever lives."""


class Everything(Shares):
    """The one process there is has everything."""

    def owns(self, guild_id: int | None) -> bool:
        """Always."""
        return True

    def owns_all(self) -> bool:
        """Always."""
        return True

    def living(self) -> int:
        """This one."""
        return 1

    def successor(self) -> str | None:
        """Nobody."""
        return None

    def succeeded(self) -> bool:
        """By nobody."""
        return False

    async def claim(self) -> None:
        """Nobody else can have anything."""

    def run(self, gained: Callable[[], None]) -> None:
        """There is nothing to be gained."""

    def look(self) -> None:
        """Nobody comes or goes."""

    async def close(self) -> None:
        """Nobody is there to take it."""


EVERYTHING = Everything()
