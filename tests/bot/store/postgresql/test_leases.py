"""Who has which shard: claimed, renewed, taken over, given back."""

from __future__ import annotations

import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from asyncio.subprocess import Process as Child
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypeVar

import pytest

from bot.store.errors import StoreFailed
from bot.store.postgresql import lease_rows
from bot.store.postgresql.lease_rows import Process
from bot.store.postgresql.leases import Leases
from bot.store.postgresql.place import has_ended
from bot.store.postgresql.place import here as own_place
from bot.store.postgresql.store import PostgresStore
from bot.store.shares import USUAL, shard_of
from bot.store.sql import Database
from tests.postgresql import emptied

T = TypeVar("T")

PULSE = USUAL
DMS = None


class Hall:
    """One database, and the processes on it; time passes by hand."""

    def __init__(self, store: PostgresStore) -> None:
        self.store = store
        self.now = 1_000.0
        self.unheard: dict[str, int] = {}
        """Which of the next words of the database doesn't reach whom, though it is carried out."""

    def process(self, name: str, *shards: int, total: int = 2, place: str | None = None) -> Leases:
        me = Process(name, shards, total, place)
        return Leases(
            partial(self._carried_out, name, lease_rows.beat, me, PULSE),
            partial(self._carried_out, name, lease_rows.give_back, me, PULSE),
            partial(self._carried_out, name, lease_rows.go, name),
            frozenset(shards),
            total,
            PULSE,
            lambda: self.now,
        )

    async def _carried_out(self, name: str, change: Callable[..., T], *args: object) -> T:
        done = await self.store._write(change, *args)
        self.unheard[name] = self.unheard.get(name, 0) - 1
        if not self.unheard[name]:
            raise StoreFailed("the connection was lost")
        return done

    async def pass_time(self, seconds: float) -> None:
        """For the database, and for whoever isn't frozen."""
        self.now += seconds

        def later(db: Database) -> None:
            db.execute("UPDATE process SET seen_at = seen_at - ?", (seconds,))
            db.execute("UPDATE lease SET until = until - ?", (seconds,))

        await self.store._write(later)


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    store = await PostgresStore.open(await emptied())
    yield Hall(store)
    await store.close()


def held(process: Leases, total: int = 2) -> set[int]:
    return {shard for shard in range(total) if process.owns(shard << 22)}


@pytest.mark.parametrize(("guild_id", "shard"), [(None, 0), (197038439483310086, 2), (5 << 22, 1)])
def test_servers_have_the_shards_that_discord_gives_them(guild_id: int | None, shard: int) -> None:
    assert shard_of(guild_id, 4) == shard


async def test_a_process_alone_has_every_shard_and_direct_messages() -> None:
    async with hall() as here:
        alone = here.process("a", 0)
        assert not alone.owns(DMS)
        assert not alone.owns_all()
        await alone.claim()
        assert held(alone) == {0, 1}
        assert alone.owns(DMS)
        assert alone.owns_all()
        assert alone.living() == 1


async def test_each_process_has_its_own_shards() -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await first.claim()
        await second.beat()
        assert held(second) == set()
        await first.beat()  # gives back what is the second's
        assert held(first) == {0}
        assert held(second) == set()
        await here.pass_time(PULSE.margin)
        await second.beat()
        await first.beat()
        assert (held(first), held(second)) == ({0}, {1})
        assert not first.owns_all()
        assert (first.living(), second.living()) == (2, 2)
        assert second.owns(1 << 22)
        assert not second.owns(DMS)


@pytest.mark.parametrize("word", [1, 2])
async def test_who_gives_shards_back_and_hears_nothing_more_has_none_that_others_have(word) -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await first.claim()
        await second.beat()
        here.unheard["a"] = word
        with suppress(StoreFailed):
            await first.beat()
        await here.pass_time(PULSE.margin)
        await second.beat()
        assert not held(first) & held(second)
        await first.beat()
        await here.pass_time(PULSE.margin)
        await second.beat()
        assert (held(first), held(second)) == ({0}, {1})


async def test_what_is_renewed_stays() -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 0)
        await first.claim()
        for _ in range(10):
            await here.pass_time(PULSE.every)
            await first.beat()
            await second.beat()
            assert (held(first), held(second)) == ({0, 1}, set())


async def test_the_shards_of_a_process_that_is_gone_are_taken_over_after_fifteen_seconds() -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await second.claim()
        await here.pass_time(1)
        await first.beat()
        await second.beat()
        await here.pass_time(PULSE.margin)
        assert await first.beat()
        await second.beat()
        assert held(first) == {0}
        for seconds in (PULSE.every, PULSE.every, PULSE.every - 1):
            await here.pass_time(seconds)
            assert not await second.beat()
            assert held(second) == {1}
        await here.pass_time(1)
        assert await second.beat()
        assert held(second) == {0, 1}
        assert second.living() == 1


async def test_who_was_frozen_past_its_lease_knows_so_before_it_asks_anybody() -> None:
    async with hall() as here:
        frozen, other = here.process("a", 0), here.process("b", 1)
        await frozen.claim()
        await other.beat()
        assert frozen.owns_all()
        await here.pass_time(PULSE.valid - PULSE.margin)
        assert held(frozen) == set()  # sooner than anybody takes them
        assert not frozen.owns_all()
        await other.beat()
        assert held(other) == set()
        await here.pass_time(PULSE.margin)
        await other.beat()
        assert held(other) == {0, 1}
        await frozen.beat()  # woken: it lives, but has nothing
        assert held(frozen) == set()
        await other.beat()
        await here.pass_time(PULSE.margin)
        assert await frozen.beat()
        assert (held(frozen), held(other)) == ({0}, {1})


async def test_what_is_found_to_be_held_still_after_it_was_thought_lost_is_gained() -> None:
    async with hall() as here:
        alone = here.process("a", 0)
        await alone.claim()
        here.now += PULSE.valid
        assert held(alone) == set()
        assert await alone.beat()
        assert held(alone) == {0, 1}


async def test_a_process_that_stops_leaves_its_shards_at_once() -> None:
    async with hall() as here:
        first, second = here.process("a", 0, 1), here.process("b", 0, 1)
        await first.claim()
        await second.beat()
        assert held(second) == set()
        await first.close()
        assert held(first) == set()
        await second.claim()
        assert held(second) == {0, 1}


async def test_nobody_has_anything_beside_processes_that_count_shards_otherwise() -> None:
    async with hall() as here:
        old, new = here.process("a", 0, total=2), here.process("b", 0, 1, 2, 3, total=4)
        await old.claim()
        await new.beat()
        await old.beat()
        assert (held(old), held(new, 4)) == ({0, 1}, set())
        await old.close()
        await new.beat()
        assert held(new, 4) == {0, 1, 2, 3}


@asynccontextmanager
async def neighbour() -> AsyncIterator[tuple[Child, str]]:
    """A process beside this one, and its place."""
    told = "from bot.store.postgresql.place import here; print(here(), flush=True); input()"
    process = await create_subprocess_exec(sys.executable, "-c", told, stdin=PIPE, stdout=PIPE)
    assert process.stdout is not None
    try:
        yield process, (await process.stdout.readline()).decode().strip()
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def test_what_a_process_had_that_was_killed_beside_this_one_is_taken_over_at_once() -> None:
    async with hall() as here, neighbour() as (process, place):
        killed, again = here.process("a", 0, 1, place=place), here.process("b", 0, 1)
        await killed.claim()
        await again.beat()
        assert held(again) == set()
        process.send_signal(signal.SIGSTOP)
        await again.beat()
        assert held(again) == set()
        process.kill()
        await process.wait()
        await again.beat()
        assert held(again) == {0, 1}
        assert again.living() == 1


async def test_of_processes_elsewhere_nobody_can_tell_that_they_have_ended() -> None:
    async with hall() as here, neighbour() as (process, place):
        boot, namespace, *which = place.split(" ")
        process.kill()
        await process.wait()
        assert has_ended(place)
        for elsewhere in (f"another {namespace}", f"{boot} another"):
            assert not has_ended(" ".join([elsewhere, *which]))
        await here.process("a", 0, 1, place=None).claim()
        later = here.process("b", 0, 1)
        await later.beat()
        assert held(later) == set()


def test_another_process_that_was_given_the_same_number_is_another() -> None:
    place = own_place()
    assert place is not None
    assert not has_ended(place)
    *before, started = place.split(" ")
    assert has_ended(" ".join([*before, str(int(started) - 1)]))
