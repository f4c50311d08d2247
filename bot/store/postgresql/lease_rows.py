"""Who lives, and who has which shard, in SQL; time is the database's own."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.store.shares import Pulse
from bot.store.sql import Database, replacing

_NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"
_LIVE = replacing("process", "id", "shards, total, seen_at")
_TAKE = replacing("lease", "shard", "total, holder, until")
_END = "UPDATE lease SET until = ? WHERE shard = ? AND until > ?"


@dataclass(frozen=True, slots=True)
class Process:
    """A process, and the shards that are its own of so many in all."""

    id: str
    shards: Sequence[int]
    total: int


@dataclass(frozen=True, slots=True)
class Held:
    """The shards that a process has after a beat, and how many processes have any."""

    shards: frozenset[int]
    living: int


def beat(db: Database, me: Process, pulse: Pulse) -> Held:
    """Say that a process lives, renew what it has and take what nobody alive should have.

    What somebody alive calls his own is given back: it runs out when what is under way has ended.
    While others go by another number of shards there is nothing to be had.
    """
    (now,) = db.execute(_NOW).fetchone()
    db.execute("DELETE FROM process WHERE seen_at < ?", (now - pulse.valid,))
    db.execute(_LIVE, (me.id, json.dumps(list(me.shards)), me.total, now))
    others = db.execute(
        "SELECT shards FROM process WHERE id <> ? AND total = ?", (me.id, me.total)
    ).fetchall()
    wanted = {shard for (shards,) in others for shard in json.loads(shards)} - set(me.shards)
    db.execute("DELETE FROM lease WHERE until <= ?", (now,))
    rows = db.execute("SELECT shard, total, holder FROM lease").fetchall()
    if all(total == me.total for _, total, _ in rows):
        _renew(db, me, now, pulse, {shard: holder for shard, _, holder in rows}, wanted)
    return _held(db, me, wanted)


def go(db: Database, me: Process) -> None:
    """Forget a process that ends, and give its shards back."""
    db.execute("DELETE FROM lease WHERE holder = ?", (me.id,))
    db.execute("DELETE FROM process WHERE id = ?", (me.id,))


def anybody(db: Database, pulse: Pulse) -> bool:
    """Whether any process lives."""
    (now,) = db.execute(_NOW).fetchone()
    row = db.execute("SELECT 1 FROM process WHERE seen_at >= ?", (now - pulse.valid,)).fetchone()
    return row is not None


def _renew(
    db: Database,
    me: Process,
    now: float,
    pulse: Pulse,
    holders: dict[int, str],
    wanted: set[int],
) -> None:
    for shard in range(me.total):
        holder = holders.get(shard)
        if shard not in wanted and holder in (None, me.id):
            db.execute(_TAKE, (shard, me.total, me.id, now + pulse.valid))
        elif holder == me.id:
            end = now + pulse.margin
            db.execute(_END, (end, shard, end))


def _held(db: Database, me: Process, wanted: set[int]) -> Held:
    rows = db.execute("SELECT shard, holder FROM lease").fetchall()
    mine = frozenset(shard for shard, holder in rows if holder == me.id and shard not in wanted)
    return Held(mine, len({holder for _, holder in rows}))
