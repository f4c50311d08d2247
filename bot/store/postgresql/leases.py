"""Shards are held by leases: whoever is gone, or has been frozen, has none any more.

No lease depends on times in the database, whose clock may be set: each process times the others'
signs of life by its own clock, which nobody sets.

A process beside one that has ended can tell so for sure. A connection that is lost proves nothing:
its process may be frozen, or cut off. But the kernel knows of its own processes. Who runs
elsewhere, or in another container, is waited for.
"""

from __future__ import annotations

import asyncio
import json
import math
import os
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

import structlog

from bot.store.errors import StoreFailed, StoreUnusable
from bot.store.shares import Pulse, Release, Shares, shard_of
from bot.store.sql import Database, replacing
from engine.text import frozen

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")
_STATE, _STARTED = 0, 19
"""In a process's `stat`, after its name (proc_pid_stat(5))."""
_ENDED = ("Z", "X")


def here() -> str | None:
    """The place of this process: system, namespace, number and start; None where none is told."""
    try:
        boot, namespace = _system()
        return f"{boot} {namespace} {os.getpid()} {_stat(os.getpid())[_STARTED]}"
    except (OSError, IndexError):
        return None


def has_ended(place: str | None) -> bool:
    """Whether the process of that place is surely gone, for good."""
    if place is None:
        return False
    boot, namespace, number, started = place.split(" ")
    try:
        # A namespace whose number was given away again has ended with all its processes.
        if _system() != (boot, namespace):
            return False
        os.kill(int(number), 0)
        stat = _stat(int(number))
        return stat[_STARTED] != started or stat[_STATE] in _ENDED
    except ProcessLookupError:
        return True
    except (OSError, IndexError):
        return False


def _system() -> tuple[str, str]:
    return _BOOT.read_text().strip(), str(_NAMESPACE.readlink())


def _stat(number: int) -> list[str]:
    """A process's state and times; its name, which may hold anything, ends with a bracket."""
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()


_NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"
_LIVE = replacing("process", "id", "shards, total, place, release, seen_at")
_TAKE = replacing("lease", "shard", "total, holder, until")
_FORGET = "DELETE FROM process WHERE id = ? AND seen_at = ?"
_NOBODYS = "DELETE FROM lease WHERE holder NOT IN (SELECT id FROM process)"


@frozen
class Process:
    """A process, the shards that are its own of so many in all, and what it goes by.

    `place`: see `here`.
    """

    id: str
    shards: Sequence[int]
    total: int
    place: str | None = None
    release: Release = field(default_factory=Release)


@frozen
class Sign:
    """One sign of life of a process; the next one's stamp is another."""

    process: str
    stamp: float


@frozen
class Held:
    """The shards that a process has after a beat, and how many processes have any.

    `wanted`: what it has as well, and must give back. `others`: their last signs of life.
    `successor`: a process of a newer release, if there is one that has its shards.
    """

    shards: frozenset[int]
    living: int
    wanted: frozenset[int]
    others: frozenset[Sign]
    successor: str | None = None


class _Other(NamedTuple):
    """Another process as it is stored."""

    id: str
    stamp: float
    shards: frozenset[int]
    total: int
    release: Release


def beat(db: Database, me: Process, pulse: Pulse, silent: Iterable[Sign]) -> Held:
    """Say that a process lives, renew what it has and take what nobody alive should have.

    Of who has surely ended nothing is left at once, nor of who has given no sign after one of the
    `silent`. What somebody alive calls his own is taken by nobody else and not renewed. While
    others go by another number of shards there is nothing to be had, nor beside a newer release
    that has its shards; of those that call a shard their own the older ones end first. Raises
    StoreUnusable for who has come later and can't live beside those that are there.
    """
    (now,) = db.execute(_NOW).fetchone()
    db.executemany(_FORGET, [(sign.process, sign.stamp) for sign in silent])
    # Who has ended without a word, as far as it can be told from here.
    for process_id, place in db.execute("SELECT id, place FROM process").fetchall():
        if has_ended(place):
            go(db, process_id)
    if not db.execute("SELECT 1 FROM process WHERE id = ?", (me.id,)).fetchone():
        _check_beside(db, me, pulse, now)
    db.execute(
        _LIVE, (me.id, json.dumps(list(me.shards)), me.total, me.place, me.release.dump(), now)
    )
    everybody = _others(db, me)
    others = [other for other in everybody if other.total == me.total]
    db.execute(_NOBODYS)
    rows = db.execute("SELECT shard, total, holder FROM lease").fetchall()
    holders = {shard: holder for shard, _, holder in rows}
    successor = _successor(me, others, holders)
    own, wanted = _called(me, others)
    if successor is not None:
        own, wanted = set(), set(range(me.total))
    if all(total == me.total for _, total, _ in rows):
        free = set(range(me.total)) - {s for s, holder in holders.items() if holder != me.id}
        taken = free & own
        if taken == own == set(me.shards):
            taken = free - wanted
        # Processes of an older release let it run out at this time of the database's.
        end = now + pulse.valid
        db.executemany(_TAKE, [(shard, me.total, me.id, end) for shard in sorted(taken)])
    signs = frozenset(Sign(other.id, other.stamp) for other in everybody)
    return _held(db, me, wanted, signs, successor)


def give_back(db: Database, me: Process, shards: Iterable[int]) -> None:
    """Let others have shards of a process."""
    db.executemany(
        "DELETE FROM lease WHERE shard = ? AND holder = ?",
        [(shard, me.id) for shard in sorted(shards)],
    )


def go(db: Database, process_id: str) -> None:
    """Forget a process that ends, and give its shards back."""
    db.execute("DELETE FROM lease WHERE holder = ?", (process_id,))
    db.execute("DELETE FROM process WHERE id = ?", (process_id,))


def anybody(db: Database, pulse: Pulse) -> bool:
    """Whether any process lives, as far as the database's clock was not set meanwhile."""
    (now,) = db.execute(_NOW).fetchone()
    rows = db.execute(
        "SELECT place FROM process WHERE seen_at BETWEEN ? AND ?",
        (now - pulse.valid, now + pulse.valid),
    )
    return not all(has_ended(place) for (place,) in rows)


def overtaken(db: Database, me: Process) -> bool:
    """Whether a process of a newer release lives, or is about to."""
    return any(other.release.follows(me.release) for other in _others(db, me))


def _others(db: Database, me: Process) -> list[_Other]:
    rows = db.execute(
        "SELECT id, seen_at, shards, total, release FROM process WHERE id <> ? ORDER BY id",
        (me.id,),
    )
    return [
        _Other(process, stamp, frozenset(json.loads(shards)), total, Release.load(release))
        for process, stamp, shards, total, release in rows
    ]


def _check_beside(db: Database, me: Process, pulse: Pulse, now: float) -> None:
    """Raise StoreUnusable beside a process of which it can't be said who is the newer one."""
    for other in _others(db, me):
        mine, theirs = me.release, other.release
        if abs(now - other.stamp) > pulse.valid or mine.like(theirs):
            continue
        if not (mine.follows(theirs) or theirs.follows(mine)):
            raise StoreUnusable(
                f"a process runs on the database that has other rules or components for"
                f" {', '.join(mine.unlike(theirs))}, and neither is the newer one: stop all"
                " processes, then start this one, or start it with the same"
            )


def _successor(me: Process, others: Sequence[_Other], holders: Mapping[int, str]) -> str | None:
    """A process of a newer release that has all that it calls its own, best where mine are."""
    newer = [
        other.id
        for other in others
        if other.release.follows(me.release)
        and all(holders.get(shard) == other.id for shard in other.shards)
    ]
    near = holders.get(min(me.shards, default=0))
    return near if near in newer else min(newer, default=None)


def _called(me: Process, others: Sequence[_Other]) -> tuple[set[int], set[int]]:
    """What is this process's own by now, and what is that of others who aren't older.

    Whoever is older has been there before, and is waited for.
    """

    def counts(shard: int, release: Release) -> bool:
        callers = [other.release for other in others if shard in other.shards]
        callers += [me.release] if shard in me.shards else []
        return not any(release.follows(caller) for caller in callers)

    own = {shard for shard in me.shards if counts(shard, me.release)}
    wanted = {
        shard
        for other in others
        if not me.release.follows(other.release)
        for shard in other.shards
        if counts(shard, other.release)
    }
    return own, wanted - set(me.shards)


def _held(
    db: Database, me: Process, wanted: set[int], others: frozenset[Sign], successor: str | None
) -> Held:
    rows = db.execute("SELECT shard, holder FROM lease").fetchall()
    mine = frozenset(shard for shard, holder in rows if holder == me.id)
    living = len({holder for _, holder in rows})
    return Held(mine - wanted, living, mine & wanted, others, successor)


_log = structlog.get_logger(__name__)

T = TypeVar("T")

RETRY = 1.0
"""Seconds after which a beat is tried again that has failed, or found shards taken."""
EXPECTED = 600.0
"""Seconds for which a newer release that was there is thought to come back."""


def steady() -> float:
    """Seconds that pass while the process is stopped and while the machine sleeps, too."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))


@dataclass(eq=False, repr=False)
class Leases(Shares):
    """What this process has; it is renewed all together, and so runs out together.

    `_beat`, `_give_back` and `_go`: see above.
    """

    shared = True

    _beat: Callable[[Iterable[Sign]], Awaitable[Held]]
    _give_back: Callable[[frozenset[int]], Awaitable[None]]
    _go: Callable[[], Awaitable[None]]
    _own: frozenset[int]
    _total: int
    _pulse: Pulse
    _clock: Callable[[], float] = steady

    def __post_init__(self) -> None:
        self._held: frozenset[int] = frozenset()
        self._until = -1.0
        self._living = 1
        self._successor: str | None = None
        self._succeeded_until = -math.inf
        self._signs: dict[Sign, float] = {}
        self._wanted: dict[int, float] = {}
        self._looking = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def owns(self, guild_id: int | None) -> bool:
        """By this process's own clock, however long it was stopped."""
        return shard_of(guild_id, self._total) in self._held and self._clock() < self._until

    def owns_all(self) -> bool:
        """While nobody else has a shard."""
        return len(self._held) == self._total and self._clock() < self._until

    def living(self) -> int:
        """As of the last beat."""
        return self._living

    def successor(self) -> str | None:
        """As of the last beat."""
        return self._successor

    def succeeded(self) -> bool:
        """For minutes after its end: its like may be about to start."""
        return self._clock() < self._succeeded_until

    async def claim(self) -> None:
        """Wait; whoever has them is told by the first beat that this process lives."""
        told = False
        while True:
            pause = RETRY
            try:
                await self.beat()
                pause = min(pause, self._to_next())
            except StoreFailed as failed:
                _log.error("no shards yet", reason=str(failed), outage="store")
            if self._own <= self._held or self._successor is not None:
                return
            if not told:
                _log.info("waiting for shards that another process has")
                told = True
            await self._pause(pause)

    def run(self, gained: Callable[[], None]) -> None:
        """Beat again and again."""
        self._task = asyncio.create_task(self._keep(gained))

    def look(self) -> None:
        """Beat now."""
        self._looking.set()

    async def close(self) -> None:
        """Without the database, what is held runs out by itself."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._held = frozenset()
        with suppress(StoreFailed):
            await self._go()

    async def beat(self) -> bool:
        """Renew; whether anything is held now that wasn't, or not any more. Raises StoreFailed."""
        begun = self._clock()
        found = await self._beat(_older(self._signs, begun - self._pulse.valid))
        now = self._clock()
        before = self._held if now < self._until else frozenset()
        self._held, self._living = found.shards, max(1, found.living)
        self._until = begun + self._pulse.valid - self._pulse.margin
        if found.successor is not None:
            self._succeeded_until = now + EXPECTED
        if found.successor != self._successor:
            _log.info("a newer release has everything", process=found.successor)
            self._successor = found.successor
        if before != self._held:
            gained, lost = sorted(self._held - before), sorted(before - self._held)
            _log.info("shards", gained=gained, lost=lost)
        self._signs = {sign: self._signs.get(sign, now) for sign in found.others}
        # They are taken for lost from now on; what is under way may take its time.
        self._wanted = {shard: self._wanted.get(shard, now) for shard in found.wanted}
        idle = _older(self._wanted, now - self._pulse.margin)
        if idle:
            self._wanted = {shard: self._wanted[shard] for shard in found.wanted - idle}
            with suppress(StoreFailed):
                await self._give_back(idle)
        return not self._held <= before

    async def _keep(self, gained: Callable[[], None]) -> None:
        pause = self._to_next()
        while True:
            await self._pause(pause)
            try:
                if await self.beat():
                    gained()
            except Exception as failed:  # noqa: BLE001 - without a beat nothing is anybody's
                reason = str(failed) if isinstance(failed, StoreFailed) else type(failed).__name__
                _log.warning("leases not renewed", reason=reason, outage="store")
                pause = min(RETRY, self._pulse.every)
            else:
                pause = self._to_next()

    def _to_next(self) -> float:
        """Seconds until the next beat: not later than anything is to be given back, or taken."""
        given = (since + self._pulse.margin for since in self._wanted.values())
        taken = (since + self._pulse.valid for since in self._signs.values())
        left = min((*given, *taken), default=math.inf) - self._clock()
        return max(0.0, min(self._pulse.every, left))

    async def _pause(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._looking.wait()
        self._looking.clear()


def _older(times: Mapping[T, float], than: float) -> frozenset[T]:
    """What has been there since that time or longer."""
    return frozenset(what for what, since in times.items() if since <= than)
