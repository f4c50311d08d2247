"""Who lives, and who has which shard, in SQL; time is the database's own."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.store.postgresql.place import has_ended
from bot.store.shares import Pulse
from bot.store.sql import Database, replacing

_NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"
_LIVE = replacing("process", "id", "shards, total, place, seen_at")
_TAKE = replacing("lease", "shard", "total, holder, until")
_END = "UPDATE lease SET until = ? WHERE shard = ? AND holder = ? AND until > ?"


@dataclass(frozen=True, slots=True)
class Process:
    """A process, and the shards that are its own of so many in all; `place`: see `place`."""

    id: str
    shards: Sequence[int]
    total: int
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Held:
    """The shards that a process has after a beat, and how many processes have any.

    `wanted`: what it has as well, and must give back.
    """

    shards: frozenset[int]
    living: int
    wanted: frozenset[int]


def beat(db: Database, me: Process, pulse: Pulse) -> Held:
    """Say that a process lives, renew what it has and take what nobody alive should have.

    Of who has surely ended nothing is left at once; of who may be frozen, when it has run out.
    What somebody alive calls his own is taken by nobody else and not renewed. While others go by
    another number of shards there is nothing to be had.
    """
    (now,) = db.execute(_NOW).fetchone()
    db.execute("DELETE FROM process WHERE seen_at < ?", (now - pulse.valid,))
    for gone in _ended(db):
        go(db, gone)
    db.execute(_LIVE, (me.id, json.dumps(list(me.shards)), me.total, me.place, now))
    others = db.execute(
        "SELECT shards FROM process WHERE id <> ? AND total = ?", (me.id, me.total)
    ).fetchall()
    wanted = {shard for (shards,) in others for shard in json.loads(shards)} - set(me.shards)
    db.execute("DELETE FROM lease WHERE until <= ?", (now,))
    rows = db.execute("SELECT shard, total, holder FROM lease").fetchall()
    if all(total == me.total for _, total, _ in rows):
        taken = {shard for shard, _, holder in rows if holder != me.id}
        free = set(range(me.total)) - taken - wanted
        end = now + pulse.valid
        db.executemany(_TAKE, [(shard, me.total, me.id, end) for shard in sorted(free)])
    return _held(db, me, wanted)


def give_back(db: Database, me: Process, pulse: Pulse, shards: Iterable[int]) -> None:
    """Have shards of a process run out when what is under way has ended."""
    (now,) = db.execute(_NOW).fetchone()
    end = now + pulse.margin
    db.executemany(_END, [(end, shard, me.id, end) for shard in sorted(shards)])


def go(db: Database, process_id: str) -> None:
    """Forget a process that ends, and give its shards back."""
    db.execute("DELETE FROM lease WHERE holder = ?", (process_id,))
    db.execute("DELETE FROM process WHERE id = ?", (process_id,))


def anybody(db: Database, pulse: Pulse) -> bool:
    """Whether any process lives."""
    (now,) = db.execute(_NOW).fetchone()
    rows = db.execute("SELECT place FROM process WHERE seen_at >= ?", (now - pulse.valid,))
    return not all(has_ended(place) for (place,) in rows)


def _ended(db: Database) -> list[str]:
    """The processes that have ended without a word, as far as it can be told from here."""
    rows = db.execute("SELECT id, place FROM process WHERE place IS NOT NULL")
    return [process_id for process_id, place in rows if has_ended(place)]


def _held(db: Database, me: Process, wanted: set[int]) -> Held:
    rows = db.execute("SELECT shard, holder FROM lease").fetchall()
    mine = frozenset(shard for shard, holder in rows if holder == me.id)
    return Held(mine - wanted, len({holder for _, holder in rows}), mine & wanted)
