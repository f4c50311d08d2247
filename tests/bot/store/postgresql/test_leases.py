"""Who has which shard: claimed, renewed, taken over, given back."""

from __future__ import annotations

import asyncio
import signal
import sys
from asyncio.subprocess import PIPE, create_subprocess_exec
from asyncio.subprocess import Process as Child
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import pytest

from bot.store.errors import NotOurs, StoreFailed, StoreUnusable
from bot.store.postgresql import leases
from bot.store.postgresql.leases import EXPECTED, RETRY, Leases, Process, has_ended
from bot.store.postgresql.leases import here as own_place
from bot.store.postgresql.store import PostgresStore
from bot.store.shares import USUAL, Pulse, Release, shard_of
from bot.store.sql import Database
from tests.bot.store.builders import started
from tests.postgresql import emptied, unused

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
        self.meanwhile: dict[Callable[..., Any], Callable[[], Awaitable[object]]] = {}
        """What happens before the next such change is carried out, but after it was asked for."""

    def process(
        self,
        name: str,
        *shards: int,
        total: int = 2,
        place: str | None = None,
        pulse: Pulse = PULSE,
        release: Release = Release(),  # noqa: B008  (frozen)
    ) -> Leases:
        me = Process(name, shards, total, place, release)
        return Leases(
            partial(self._carried_out, name, leases.beat, me, pulse),
            partial(self._carried_out, name, leases.give_back, me),
            partial(self._carried_out, name, leases.go, name),
            frozenset(shards),
            total,
            pulse,
            lambda: self.now,
        )

    async def _carried_out(self, name: str, change: Callable[..., T], *args: object) -> T:
        if meanwhile := self.meanwhile.pop(change, None):
            await meanwhile()
        done = await self.store._write(change, *args)
        self.unheard[name] = self.unheard.get(name, 0) - 1
        if not self.unheard[name]:
            raise StoreFailed("the connection was lost")
        return done

    def pass_time(self, seconds: float) -> None:
        """For all processes, also those that are frozen."""
        self.now += seconds

    async def set_clock(self, seconds: float) -> None:
        """Have the database's clock so much later than it was: all that it noted is so much older.

        The database of a test can't be told another time.
        """

        def later(db: Database) -> None:
            db.execute("UPDATE process SET seen_at = seen_at - ?", (seconds,))
            db.execute("UPDATE lease SET until = until - ?", (seconds,))

        await self.store._write(later)


@asynccontextmanager
async def hall() -> AsyncIterator[Hall]:
    store = await PostgresStore.open(await unused())
    yield Hall(store)
    await store.close()


def held(process: Leases, total: int = 2) -> set[int]:
    return {shard for shard in range(total) if process.owns(shard << 22)}


async def wanted_by(other: Leases, holder: Leases) -> None:
    """One has everything, and knows that another calls a part of it his own."""
    await holder.claim()
    await other.beat()
    await holder.beat()


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
        await first.beat()
        assert held(first) == {0}
        here.pass_time(PULSE.margin - 0.1)
        await first.beat()
        await second.beat()
        assert held(second) == set()
        here.pass_time(0.1)
        await first.beat()  # gives back what is the second's, now that nothing is under way
        await second.beat()
        assert (held(first), held(second)) == ({0}, {1})
        assert not first.owns_all()
        await first.beat()
        assert (first.living(), second.living()) == (2, 2)
        assert second.owns(1 << 22)
        assert not second.owns(DMS)


@pytest.mark.parametrize("word", [1, 2, 3])
async def test_who_gives_shards_back_and_hears_nothing_more_has_none_that_others_have(word) -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await first.claim()
        await second.beat()
        here.unheard["a"] = word
        for _ in range(4):
            with suppress(StoreFailed):
                await first.beat()
            await second.beat()
            assert not held(first) & held(second)
            here.pass_time(PULSE.margin)
        assert (held(first), held(second)) == ({0}, {1})


async def test_what_is_renewed_stays() -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 0)
        await first.claim()
        for _ in range(10):
            here.pass_time(PULSE.every)
            await first.beat()
            await second.beat()
            assert (held(first), held(second)) == ({0, 1}, set())


async def test_the_shards_of_a_process_that_is_gone_are_taken_over_after_fifteen_seconds() -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await second.claim()
        here.pass_time(1)
        await first.beat()
        await second.beat()
        here.pass_time(PULSE.margin)
        await second.beat()
        assert await first.beat()
        assert held(first) == {0}
        await second.beat()
        for seconds in (5, 5, 4):
            here.pass_time(seconds)
            assert not await second.beat()
            assert held(second) == {1}
        here.pass_time(1)
        assert await second.beat()
        assert held(second) == {0, 1}
        assert second.living() == 1


async def test_a_sign_of_life_that_comes_late_counts() -> None:
    async with hall() as here:
        slow, other = here.process("a", 0, 1), here.process("b", 0, 1)
        await slow.claim()
        await other.beat()
        here.pass_time(PULSE.valid)
        await slow.beat()
        await other.beat()
        here.pass_time(PULSE.valid - 0.1)
        await other.beat()
        assert (held(slow), held(other)) == (set(), set())
        await slow.beat()
        assert held(slow) == {0, 1}


@pytest.mark.parametrize("hour", [3600, -3600])
async def test_a_clock_of_the_database_that_is_set_makes_neither_two_owners_nor_none(hour) -> None:
    async with hall() as here:
        first, second = here.process("a", 0, 1), here.process("b", 0, 1)
        await first.claim()
        await second.beat()
        await here.set_clock(hour)
        await second.beat()
        assert (held(first), held(second)) == ({0, 1}, set())
        here.pass_time(PULSE.every)
        await first.beat()
        await second.beat()
        assert (held(first), held(second)) == ({0, 1}, set())
        await here.set_clock(hour)
        await second.beat()
        here.pass_time(PULSE.valid)
        await second.beat()
        assert (held(first), held(second)) == (set(), {0, 1})


async def test_who_was_frozen_past_its_lease_knows_so_before_it_asks_anybody() -> None:
    async with hall() as here:
        frozen, other = here.process("a", 0), here.process("b", 1)
        await frozen.claim()
        await other.beat()
        assert frozen.owns_all()
        here.pass_time(PULSE.valid - PULSE.margin)
        assert held(frozen) == set()  # sooner than anybody takes them
        assert not frozen.owns_all()
        await other.beat()
        assert held(other) == set()
        here.pass_time(PULSE.margin)
        await other.beat()
        assert held(other) == {0, 1}
        await frozen.beat()  # woken: it lives, but has nothing
        assert held(frozen) == set()
        await other.beat()
        here.pass_time(PULSE.margin)
        await other.beat()
        assert await frozen.beat()
        assert (held(frozen), held(other)) == ({0}, {1})


async def test_a_lease_is_as_old_as_the_beat_was_when_it_was_asked_for() -> None:
    async with hall() as here:
        alone = here.process("a", 0, 1)

        async def slowly() -> None:
            here.pass_time(10)

        here.meanwhile[leases.beat] = slowly
        await alone.claim()
        assert held(alone) == {0, 1}
        here.pass_time(PULSE.valid - PULSE.margin - 10)
        assert held(alone) == set()


async def test_a_sign_that_comes_while_a_beat_is_carried_out_is_as_young_as_that() -> None:
    async with hall() as here:
        first, second = here.process("a", 0, 1), here.process("b", 0, 1)
        await first.claim()

        async def beats() -> None:
            here.pass_time(10)
            await first.beat()

        here.meanwhile[leases.beat] = beats
        await second.beat()
        here.pass_time(PULSE.valid - 10)
        await second.beat()
        assert (held(first), held(second)) == ({0, 1}, set())


async def test_what_is_wanted_again_is_given_back_no_sooner_than_the_first_time() -> None:
    async with hall() as here:
        first, second, third = (here.process(*each) for each in (("a", 0), ("b", 1), ("c", 1)))
        await wanted_by(second, first)
        assert held(first) == {0}
        await second.close()
        await first.beat()
        assert held(first) == {0, 1}
        here.pass_time(PULSE.margin)
        await third.beat()
        await first.beat()
        await third.beat()
        assert (held(first), held(third)) == ({0}, set())
        here.pass_time(PULSE.margin)
        await first.beat()
        await third.beat()
        assert (held(first), held(third)) == ({0}, {1})


async def test_who_wakes_while_it_gives_back_takes_nothing_from_whoever_has_it_by_now() -> None:
    async with hall() as here:
        frozen, second, third = (here.process(*each) for each in (("a", 0), ("b", 1), ("c", 1)))
        await wanted_by(second, frozen)
        here.pass_time(PULSE.margin)

        async def overslept() -> None:
            await second.beat()
            here.pass_time(PULSE.valid)
            await second.beat()
            assert held(second) == {0, 1}

        here.meanwhile[leases.give_back] = overslept
        await frozen.beat()
        await third.beat()
        assert (held(frozen), held(second), held(third)) == (set(), {0, 1}, set())


async def test_what_was_given_back_is_taken_by_nobody_but_who_calls_it_his_own() -> None:
    async with hall() as here:
        first, second, other = (here.process(*each) for each in (("a", 0), ("b", 1), ("c", 0)))
        await wanted_by(second, first)
        here.pass_time(PULSE.margin)
        await first.beat()
        await other.beat()
        assert (held(first), held(other)) == ({0}, set())
        await second.beat()
        assert held(second) == {1}


async def test_a_lease_of_nobody_is_anybodys() -> None:
    async with hall() as here:
        await here.process("a", 0, 1).claim()
        await here.store._write(lambda db: db.execute("DELETE FROM process WHERE id = 'a'"))
        second = here.process("b", 0, 1)
        await second.beat()
        assert held(second) == {0, 1}


async def kept(leases: Leases, here: Hall, until: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a process beat by itself until that time."""
    reached = asyncio.Event()

    async def pause(seconds: float) -> None:
        if here.now + seconds > until:
            reached.set()
            await asyncio.Event().wait()
        here.pass_time(seconds)

    monkeypatch.setattr(leases, "_pause", pause)
    leases.run(lambda: None)
    await reached.wait()


async def test_who_waits_for_a_database_that_is_away_leaves_it_in_peace(monkeypatch) -> None:
    async with hall() as here:
        await here.process("a", 0, 1).claim()
        later, pauses = here.process("b", 0, 1), []

        async def pause(seconds: float) -> None:
            pauses.append(seconds)
            here.pass_time(PULSE.valid)
            here.unheard["b"] = 1 if len(pauses) < 3 else 0

        monkeypatch.setattr(later, "_pause", pause)
        await later.claim()
        assert pauses == [RETRY] * 3


async def test_what_is_wanted_is_given_back_as_soon_as_nothing_is_under_way(monkeypatch) -> None:
    async with hall() as here:
        first, second = here.process("a", 0), here.process("b", 1)
        await wanted_by(second, first)
        await kept(first, here, here.now + PULSE.margin, monkeypatch)
        await second.beat()
        assert held(second) == {1}
        await first.close()


async def test_who_is_gone_is_stood_in_for_right_after_fifteen_seconds(monkeypatch) -> None:
    async with hall() as here:
        gone = here.process("a", 0, 1)
        other = here.process("b", 0, 1, pulse=Pulse(every=4.0))
        await gone.claim()
        await other.beat()
        await kept(other, here, here.now + 15, monkeypatch)
        assert held(other) == {0, 1}
        await other.close()


@pytest.mark.parametrize("day", [86_400, -86_400])
async def test_a_clock_that_is_set_keeps_no_dead_process_alive(day) -> None:
    async with hall() as here:
        await here.process("a", 0, 1).claim()
        assert await here.store.in_use()
        await here.set_clock(day)
        assert not await here.store.in_use()


async def test_what_is_found_to_be_held_still_after_it_was_thought_lost_is_gained() -> None:
    async with hall() as here:
        alone = here.process("a", 0)
        await alone.claim()
        here.pass_time(PULSE.valid)
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
    told = "from bot.store.postgresql.leases import here; print(here(), flush=True); input()"
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


OLD = Release("1.0", {"guildes": (5, "box"), "london": (6, "cards")})
NEW = Release("1.1", {"guildes": (6, "box"), "london": (6, "cards")})
OTHER_CARDS = Release("1.0", {"guildes": (5, "box"), "london": (6, "other cards")})


async def turns(here: Hall, *processes: Leases) -> None:
    """Let all come to terms."""
    for _ in range(4):
        for process in processes:
            await process.beat()
        here.pass_time(PULSE.margin)
    for process in processes:
        await process.beat()


async def test_a_newer_release_has_everything_as_soon_as_it_has_its_shards() -> None:
    async with hall() as here:
        old, new = here.process("a", 0, release=OLD), here.process("b", 1, release=NEW)
        await old.claim()
        await new.beat()
        assert old.successor() is None
        await turns(here, old, new)
        assert (held(old), held(new)) == (set(), {0, 1})
        assert (old.successor(), new.successor()) == ("b", None)
        assert old.succeeded()


async def test_an_older_release_that_starts_beside_it_connects_and_has_nothing() -> None:
    async with hall() as here:
        new, old = here.process("a", 1, release=NEW), here.process("b", 0, release=OLD)
        await new.claim()
        await old.claim()
        await turns(here, old, new)
        assert (held(old), held(new)) == (set(), {0, 1})
        assert old.successor() == "a"


async def test_an_older_release_goes_on_when_the_newer_one_is_gone_and_expects_it_back() -> None:
    async with hall() as here:
        old, new = here.process("a", 0, release=OLD), here.process("b", 1, release=NEW)
        await old.claim()
        await turns(here, old, new)
        await new.close()
        await old.beat()
        assert held(old) == {0, 1}
        assert old.successor() is None
        assert old.succeeded()
        here.pass_time(EXPECTED)
        assert not old.succeeded()


async def test_a_newer_release_waits_for_an_older_one_with_the_same_shards() -> None:
    async with hall() as here:
        old, new = here.process("a", 0, 1, release=OLD), here.process("b", 0, 1, release=NEW)
        await old.claim()
        await turns(here, old, new)
        assert (held(old), held(new)) == ({0, 1}, set())
        assert old.successor() is None
        await old.close()
        await new.beat()
        assert held(new) == {0, 1}


async def test_also_where_another_newer_one_does_its_work_meanwhile() -> None:
    async with hall() as here:
        old, new = here.process("a", 0, release=OLD), here.process("b", 1, release=NEW)
        later = here.process("c", 0, release=NEW)
        await old.claim()
        await turns(here, old, new, later)
        assert (held(old), held(new), held(later)) == (set(), {0, 1}, set())
        await new.close()
        await turns(here, later, old)
        assert (held(old), held(later)) == ({0, 1}, set())
        await old.close()
        await turns(here, later)
        assert held(later) == {0, 1}


async def test_processes_that_play_by_the_same_rules_share_whatever_their_version_is() -> None:
    later = Release("1.1", OLD.games)
    async with hall() as here:
        first, second = here.process("a", 0, release=OLD), here.process("b", 1, release=later)
        await first.claim()
        await turns(here, first, second)
        assert (held(first), held(second)) == ({0}, {1})


async def test_who_comes_later_and_is_neither_newer_nor_older_doesnt_start() -> None:
    async with hall() as here:
        first, second = here.process("a", 0, release=OLD), here.process("b", 1, release=OTHER_CARDS)
        await first.claim()
        with pytest.raises(StoreUnusable, match=r"other rules or components for london.*stop all"):
            await second.claim()
        assert held(first) == {0, 1}
        here.pass_time(PULSE.every)
        await first.beat()
        assert first.living() == 1


async def test_nobody_is_kept_from_starting_by_one_that_has_been_silent_for_long() -> None:
    async with hall() as here:
        await here.process("a", 0, release=OLD).claim()
        await here.set_clock(PULSE.valid + 1)
        await here.process("b", 1, release=OTHER_CARDS).beat()


@pytest.mark.parametrize("there", [NEW, OLD])
async def test_who_knows_no_better_sets_nothing_apart_beside_a_newer_release(there) -> None:
    store = await PostgresStore.open(await emptied())
    game = await started(store)
    shares = store.shares(lambda: OLD)
    await store._write(leases.beat, Process("b", (0,), 1, None, there), PULSE, ())
    if there is NEW:
        with pytest.raises(NotOurs):
            await store.set_apart(game.id, "unknown")
    else:
        await store.set_apart(game.id, "unknown")
    assert len(await store.apart()) == (there is OLD)
    await shares.close()
    await store.close()
