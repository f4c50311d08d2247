"""Who lives, and who has which shard, in SQL.

No lease depends on times here, for the database's clock may be set: whoever watches a process
times its signs of life by a clock of his own.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.store.postgresql.place import has_ended
from bot.store.shares import Pulse
from bot.store.sql import Database, replacing

_NOW = "SELECT extract(epoch FROM clock_timestamp())::double precision"
_LIVE = replacing("process", "id", "shards, total, place, seen_at")
_TAKE = replacing("lease", "shard", "total, holder, until")
_FORGET = "DELETE FROM process WHERE id = ? AND seen_at = ?"
_NOBODYS = "DELETE FROM lease WHERE holder NOT IN (SELECT id FROM process)"


@dataclass(frozen=True, slots=True)
class Process:
    """A process, and the shards that are its own of so many in all; `place`: see `place`."""

    id: str
    shards: Sequence[int]
    total: int
    place: str | None = None


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of life of a process; the next one's stamp is another."""

    process: str
    stamp: float


@dataclass(frozen=True, slots=True)
class Held:
    """The shards that a process has after a beat, and how many processes have any.

    `wanted`: what it has as well, and must give back. `others`: their last signs of life.
    """

    shards: frozenset[int]
    living: int
    wanted: frozenset[int]
    others: frozenset[Sign]


def beat(db: Database, me: Process, pulse: Pulse, silent: Iterable[Sign]) -> Held:
    """Say that a process lives, renew what it has and take what nobody alive should have.

    Of who has surely ended nothing is left at once, nor of who has given no sign after one of the
    `silent`. What somebody alive calls his own is taken by nobody else and not renewed. While
    others go by another number of shards there is nothing to be had.
    """
    (now,) = db.execute(_NOW).fetchone()
    db.executemany(_FORGET, [(sign.process, sign.stamp) for sign in silent])
    for gone in _ended(db):
        go(db, gone)
    db.execute(_LIVE, (me.id, json.dumps(list(me.shards)), me.total, me.place, now))
    others = db.execute(
        "SELECT id, seen_at, shards, total FROM process WHERE id <> ?", (me.id,)
    ).fetchall()
    alike = (json.loads(shards) for *_, shards, total in others if total == me.total)
    wanted = set(chain.from_iterable(alike)) - set(me.shards)
    db.execute(_NOBODYS)
    rows = db.execute("SELECT shard, total, holder FROM lease").fetchall()
    if all(total == me.total for _, total, _ in rows):
        taken = {shard for shard, _, holder in rows if holder != me.id}
        free = set(range(me.total)) - taken - wanted
        # Processes of an older release let it run out at this time of the database's.
        end = now + pulse.valid
        db.executemany(_TAKE, [(shard, me.total, me.id, end) for shard in sorted(free)])
    return _held(db, me, wanted, frozenset(Sign(process, stamp) for process, stamp, *_ in others))


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


def _held(db: Database, me: Process, wanted: set[int], others: frozenset[Sign]) -> Held:
    rows = db.execute("SELECT shard, holder FROM lease").fetchall()
    mine = frozenset(shard for shard, holder in rows if holder == me.id)
    return Held(mine - wanted, len({holder for _, holder in rows}), mine & wanted, others)
