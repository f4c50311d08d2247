"""Whose work a session is where processes share one database, and what they tell one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import field
from typing import ClassVar, Literal, NamedTuple, Protocol, Self, TypeAlias, cast, get_args

import orjson

from bot.store.records.people import Attendance
from engine.text import frozen


@frozen
class Release:
    """Guildhall's version and, by game, `rules_version` and digest of the components."""

    guildhall: str = ""
    games: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def dump(self) -> str:
        """As it stands in the database."""
        return orjson.dumps([self.guildhall, self.games]).decode()

    @classmethod
    def load(cls, dump: str) -> Self:
        """From there."""
        guildhall, games = orjson.loads(dump)
        return cls(guildhall, {game: (rules, box) for game, (rules, box) in games.items()})

    def like(self, other: Release) -> bool:
        """Whether both play the same games by the same rules, so that they share all work."""
        return self.games == other.games

    def follows(self, other: Release) -> bool:
        """Whether this one takes the other's place: it is newer in some way, and in none older.

        Of two that aren't alike, and of which neither does, one can't read what the other has
        stored: they can't live side by side.
        """
        if self.like(other):
            return False
        both = self.games.keys() & other.games.keys()
        rules = [(self.games[game][0], other.games[game][0]) for game in both]
        ahead = len(self.games) > len(both) or any(mine > theirs for mine, theirs in rules)
        behind = len(other.games) > len(both) or any(mine < theirs for mine, theirs in rules)
        mine, theirs = _numbers(self.guildhall), _numbers(other.guildhall)
        return (ahead or mine > theirs) and not (behind or mine < theirs)

    def unlike(self, other: Release) -> list[str]:
        """The games that they play otherwise, in order."""
        names = self.games.keys() | other.games.keys()
        return sorted(name for name in names if self.games.get(name) != other.games.get(name))


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


@frozen
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


class Shares:
    """The shards whose sessions this process looks after; each is one process's at a time.

    Any process applies a move; boards, hands, clocks and computers are the owner's alone. As it
    stands here one process has everything. `shared`: whether there may ever be another.
    """

    shared: ClassVar[bool] = False

    def owns(self, guild_id: int | None) -> bool:
        """Whether the sessions of a server are this process's at this instant.

        None: those of direct messages. Asked before every call and every decision by the clock.
        """
        return True

    def owns_all(self) -> bool:
        """Whether it owns every session at this instant, of whatever server."""
        return True

    def living(self) -> int:
        """How many processes work, this one among them."""
        return 1

    def successor(self) -> str | None:
        """The process of a newer release to which everything is passed on, if there is one."""
        return None

    def succeeded(self) -> bool:
        """Whether there is one, or was lately: what it has stored may not be read here."""
        return False

    async def claim(self) -> None:
        """Wait until the shards that are this process's own are free, and have them.

        Or until it is clear that there is nothing but to pass everything on. Raises StoreUnusable
        beside processes with which this one can't live.
        """

    def run(self, gained: Callable[[], None]) -> None:
        """Keep what is held from now on; `gained` is called when there is more of it."""

    def look(self) -> None:
        """Somebody has come or gone: look at once."""

    async def close(self) -> None:
        """Give everything back to whoever lives."""


EVERYTHING = Shares()


Kind: TypeAlias = Literal[
    "session", "post", "attendance", "person", "erased", "notice", "process", "trouble", "press"
]
_KINDS = get_args(Kind)


class Notice(NamedTuple):
    """Another process has changed something.

    A session, its posts, an attendance of it (which is the `detail`), a person (who may be
    `erased`), the operator's `notice`, which processes there are; or it has found out what keeps a
    session from its channel (`detail`, empty once that is over); or it passes on a part of a press
    or command. `about` has the id, `version` a session's.
    """

    kind: Kind
    about: int
    version: int = 0
    detail: str = ""


class Ear(Protocol):
    """Whoever listens; it may have missed anything where nobody listened for a while."""

    def heard(self, notice: Notice) -> None: ...

    def missed(self) -> None: ...


def read_notice(said: str, own: str) -> Notice | None:
    """What another process than `own` has said, if it is known here.

    And which processes there are, whoever noticed it: one that has ended can't say so itself.
    A press that is passed on is one process's alone.
    """
    sender, kind, about, version, *rest = said.split(" ", 4)
    if (sender == own and kind != "process") or kind not in _KINDS:
        return None
    detail = "".join(rest)
    if kind == "press":
        process, _, detail = detail.partition(" ")
        if process != own:
            return None
    return Notice(cast("Kind", kind), int(about), int(version), detail)


def attendance_of(notice: Notice) -> Attendance:
    """What was noted of somebody at a session."""
    row = orjson.loads(notice.detail)
    del row["session_id"]
    return Attendance(**row)
