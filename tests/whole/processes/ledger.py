"""What has been done, and what must hold of it whatever befell."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field

import asyncpg
from discord.utils import snowflake_time

from bot.delivery.calling.messages import nonce
from bot.local.acts.interactions import DEFERRED_MESSAGE, DEFERRED_UPDATE
from bot.local.rest.faults import Seen
from bot.local.world.world import World
from tests.postgresql import connected
from tests.whole.house import SEED, check
from tests.whole.later import BEFORE, Change, games_of
from tests.whole.processes.fleet import PULSE
from tests.whole.processes.players import GAME, Choice, Table

_WATCHED = """
CREATE TABLE lease_log (at double precision, shard integer, holder text, until double precision);
CREATE FUNCTION noted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO lease_log VALUES (
        extract(epoch FROM clock_timestamp()), coalesce(NEW.shard, OLD.shard),
        NEW.holder, coalesce(NEW.until, 0)
    );
    RETURN NULL;
END $$;
CREATE TRIGGER noted AFTER INSERT OR UPDATE OR DELETE ON lease
FOR EACH ROW EXECUTE FUNCTION noted();
INSERT INTO lease_log
SELECT extract(epoch FROM clock_timestamp()) - 1, shard, holder, until FROM lease;
"""
_MESSAGE = re.compile(r"/channels/(\d+)/messages")
_ANSWER = re.compile(r"/interactions/(\d+)/([^/]+)/callback")
_THROUGH_TOKEN = re.compile(r"/webhooks/\d+/([^/]+)/messages/(.+)")
_, _, MARGIN = PULSE
_WAKING = 0.25
"""Seconds in which the request comes in that a frozen process had just been allowed."""
_TICK = 0.02
_STALL = 0.05
"""Seconds for which this process must have stood still for it to count."""
_ANSWERING = 5.0
"""Seconds in which what was put off is answered, perhaps at the second try."""


@dataclass(frozen=True, slots=True)
class Write:
    """A message that a process sent, changed or took away, as the bot or through a press's token.

    `nonce`: of a sent one. `replaced`: taken away by the process that has sent another since, or
    answered there just before, so that no other knows of it any more. `told`: what else is known of
    it, for whoever must find out why it came.
    """

    at: float
    process: str
    channel_id: int
    what: str
    nonce: str = ""
    replaced: bool = False
    told: str = ""


@dataclass
class Ledger:
    """Every write, by whom; to be held against the leases, as the database saw them.

    Answers are no such writes: whoever was pressed gives them, and welcomes who has sat down. Nor
    is taking away what stands for nothing any more: that is up to whoever has replaced it.
    `deadly`: of which process's request, by the process's number, comes the end with it. `woken`:
    when each was last woken that has written nothing since; no check can stand between the last one
    and the request that is written next.
    """

    world: World
    writes: list[Write] = field(default_factory=list)
    deadly: dict[int, re.Pattern[str]] = field(default_factory=dict)
    woken: dict[int, float] = field(default_factory=dict)
    welcomes: set[str] = field(default_factory=set)
    stalls: list[tuple[float, float]] = field(default_factory=list)
    """From when to when this very process, or the whole machine, stood still."""
    _woken_before: dict[int, float] = field(default_factory=dict)
    _put_off: dict[str, tuple[str, float]] = field(default_factory=dict)
    _tried: dict[str, str] = field(default_factory=dict)
    """By token, which process has made the last first answer."""
    _answered: dict[tuple[str, int], float] = field(default_factory=dict)

    async def watch_stalls(self) -> None:
        """Note, until cancelled, when requests that had come in were not read."""
        before = time.time()
        while True:
            await asyncio.sleep(_TICK)
            now = time.time()
            if now - before > _TICK + _STALL:
                self.stalls.append((before, now))
            before = now

    def earliest(self, write: Write) -> float:
        """When a write may have been sent: what comes in during a stall is read after it."""
        near = (begun for begun, end in self.stalls if begun <= write.at <= end + _STALL)
        return min(near, default=write.at)

    def note(self, seen: Seen) -> None:
        """Note a request as it arrives."""
        check(seen)
        process, _, number = seen.agent.partition("/")
        what = f"{seen.method} {seen.path}"
        deadly = self.deadly.get(int(number))
        if deadly is not None and deadly.match(what):
            del self.deadly[int(number)]
            with suppress(ProcessLookupError):
                os.kill(int(number), signal.SIGKILL)
        # What a process had begun to write before it was frozen comes to its end afterwards.
        now = seen.begun
        if match := _ANSWER.match(seen.path):
            self.welcomes.add(nonce("joined", int(match[1])))
            if (pressed := self.world.tokens.get(match[2])) is not None:
                self._answered[process, pressed.channel] = now
            # A second one follows a first that was refused: then its token answers, too.
            again = self._tried.get(match[2]) == process
            self._tried[match[2]] = process
            if again or seen.body["type"] in (DEFERRED_MESSAGE, DEFERRED_UPDATE):
                self._put_off[match[2]] = process, now
        elif seen.method == "GET" or self._was_allowed(int(number), now):
            return
        elif match := _MESSAGE.match(seen.path):
            said = str(seen.body.get("nonce", "")) if isinstance(seen.body, dict) else ""
            replaced = seen.method == "DELETE" and self._has_replaced(process, seen.path, now)
            told = self._told(int(number), now)
            self.writes.append(Write(now, process, int(match[1]), what, said, replaced, told))
        elif match := _THROUGH_TOKEN.match(seen.path):
            channel_id = self._changed(match[1], match[2])
            by, since = self._put_off.get(match[1], ("", 0.0))
            if channel_id is not None and (by != process or now > since + _ANSWERING):
                told = f"{self._told(int(number), now)}, put off by {by} {since - now:+.2f}"
                self.writes.append(Write(now, process, channel_id, what, told=told))

    def _was_allowed(self, number: int, now: float) -> bool:
        """Whether this is the one request that a process was about to write as it was frozen."""
        woken = self.woken.get(number)
        if woken is None or now < woken:
            return False
        del self.woken[number]
        self._woken_before[number] = woken
        return now < woken + _WAKING

    def _told(self, number: int, now: float) -> str:
        woken = self._woken_before.get(number)
        lag = time.time() - now
        return f"read in {lag:.2f} s" + ("" if woken is None else f", woken {woken - now:+.2f}")

    def _has_replaced(self, process: str, path: str, now: float) -> bool:
        """Whether a message is taken away by who has put another in its place."""
        *_, channel, _, message = path.split("/")
        if now < self._answered.get((process, int(channel)), 0.0) + _ANSWERING:
            return True
        sent_at = snowflake_time(int(message)).timestamp()
        return any(
            write.process == process
            and write.channel_id == int(channel)
            and write.what.startswith("POST ")
            and write.at > sent_at
            for write in self.writes
        )

    def _changed(self, token: str, target: str) -> int | None:
        """Where a message stands that more than one person sees; None if there is none."""
        interaction = self.world.tokens.get(token)
        if interaction is None:
            return None
        message_id = interaction.original if target == "@original" else int(target)
        message = self.world.messages.get(message_id or 0)
        alone = message is None or message.seen_by is not None
        return None if alone else interaction.channel


async def watch_leases(dsn: str) -> None:
    """Have the database keep who had which shard, and until when."""
    async with connected(dsn) as connection:
        await connection.execute(_WATCHED)


async def check_all(
    dsn: str, ledger: Ledger, tables: Iterable[Table], change: Change | None = None
) -> None:
    """All that must hold of what was written and stored so far."""
    # What comes in while this goes on may be under leases that weren't there when it was begun.
    writes = list(ledger.writes)
    async with connected(dsn) as connection, connection.transaction(isolation="repeatable_read"):
        await kept_once(connection, tables, change)
        others = await written_by_others(connection, ledger, writes, tables)
        assert not others, "\n".join(others)


async def written_by_others(
    connection: asyncpg.Connection, ledger: Ledger, writes: Iterable[Write], tables: Iterable[Table]
) -> list[str]:
    """Those of processes that didn't have the message's shard at that instant; who had it."""
    shards = {}
    for table in tables:
        shards[table.channel.id] = table.shard
        for person in table.people:
            shards[person.channel(None).id] = table.shard
    leases: dict[int, list[tuple[float, str | None, float]]] = defaultdict(list)
    for row in await connection.fetch("SELECT * FROM lease_log ORDER BY at"):
        leases[row["shard"]].append((row["at"], row["holder"], row["until"]))

    def fault(write: Write) -> str | None:
        known, sent = leases[shards[write.channel_id]], ledger.earliest(write)
        # A beat counts from when it was begun, and is in the log from when it was written. A write
        # may have been on its way when a lease was given back.
        first = bisect_right(known, sent - MARGIN, key=lambda lease: lease[0]) - 1
        last = bisect_right(known, write.at, key=lambda lease: lease[0]) - 1
        near = known[max(first, 0) : last + 2]
        if any(holder == write.process and sent <= until for _, holder, until in near):
            return None
        had = [
            f"{holder} {at - write.at:+.2f} until {until - write.at:+.2f}"
            for at, holder, until in near
        ]
        return f"{write.process} {write.what} ({write.told}): had by {' and '.join(had)}"

    owners = (
        write for write in writes if write.nonce not in ledger.welcomes and not write.replaced
    )
    return [said for write in owners if (said := fault(write)) is not None]


def _fields(dump: str) -> dict[str, object]:
    """What a dump says, whichever release has written it."""
    said: dict[str, object] = json.loads(dump)
    return {name: value for name, value in said.items() if name not in ("rules_version", "later")}


async def kept_once(
    connection: asyncpg.Connection, tables: Iterable[Table], change: Change | None
) -> None:
    """Every log is whole, gives its snapshot, and has each answered choice once."""
    answered: dict[int, list[Choice]] = defaultdict(list)
    for table in tables:
        for choice in table.answered:
            answered[choice.session_id].append(choice)
    for row in await connection.fetch(
        "SELECT id, options, state, begun_rules FROM session JOIN snapshot ON session_id = id"
    ):
        rows = await connection.fetch(
            "SELECT number, seat, picks FROM move WHERE session_id = $1 ORDER BY number", row["id"]
        )
        assert [move["number"] for move in rows] == list(range(1, len(rows) + 1))
        seats = await connection.fetchval(
            "SELECT count(*) FROM seat WHERE session_id = $1", row["id"]
        )
        game = games_of(change if row["begun_rules"] > BEFORE else None)[GAME]
        state = game.setup(seats, game.Options.model_validate_json(row["options"]), SEED)
        made: Counter[Choice] = Counter()
        for move in rows:
            step = game.prompts(state)[move["seat"]].step
            picks = tuple(json.loads(move["picks"]))
            made[Choice(row["id"], move["seat"], step, ",".join(picks))] += 1
            state, _ = game.play(state, move["seat"], picks)
        assert _fields(game.dump(state)) == _fields(row["state"])
        assert max(made.values(), default=1) == 1
        steps = Counter((choice.seat, choice.step) for choice in made)
        assert max(steps.values(), default=1) == 1, "a choice was made twice"
        lost = set(answered[row["id"]]) - set(made)
        assert not lost, f"answered and not kept: {lost}"
