"""Who lives, where, and who has which shard, in SQL.

No lease depends on times here, for the database's clock may be set: whoever watches a process
times its signs of life by a clock of his own.

A process beside one that has ended can tell so for sure. A connection that is lost proves nothing:
its process may be frozen, or cut off. But the kernel knows of its own processes. Who runs
elsewhere, or in another container, is waited for.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from bot.store.errors import StoreUnusable
from bot.store.shares import Pulse, Release
from bot.store.sql import Database, replacing

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


@dataclass(frozen=True, slots=True)
class Process:
    """A process, the shards that are its own of so many in all, and what it goes by.

    `place`: see `place`.
    """

    id: str
    shards: Sequence[int]
    total: int
    place: str | None = None
    release: Release = field(default_factory=Release)


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of life of a process; the next one's stamp is another."""

    process: str
    stamp: float


@dataclass(frozen=True, slots=True)
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
    for gone in _ended(db):
        go(db, gone)
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


def _ended(db: Database) -> list[str]:
    """The processes that have ended without a word, as far as it can be told from here."""
    rows = db.execute("SELECT id, place FROM process WHERE place IS NOT NULL")
    return [process_id for process_id, place in rows if has_ended(place)]


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
