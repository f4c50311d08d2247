"""What other processes are told of changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import asyncpg
import pytest
from asyncpg.transaction import Transaction

from bot.store.errors import StoreFailed
from bot.store.postgresql import store
from bot.store.postgresql.store import PostgresStore
from bot.store.records.people import Attendance, Person
from bot.store.shares import Notice, read_notice
from tests.bot.store.builders import board, commit, lobby, started
from tests.bot.store.postgresql.test_opening import connected, drop_bots
from tests.postgresql import unused

ADA = Person(100, "Ada", "fr", 7, dm_open=True)


@dataclass
class Listener:
    """Keeps what it hears."""

    notices: list[Notice] = field(default_factory=list)
    misses: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    def heard(self, notice: Notice) -> None:
        self.notices.append(notice)
        self.changed.set()

    def missed(self) -> None:
        self.misses += 1
        self.changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not true():
                await self.changed.wait()
                self.changed.clear()


@dataclass
class Two:
    """A process that changes things, and one that listens."""

    store: PostgresStore
    other: PostgresStore
    ear: Listener
    own: Listener
    dsn: str

    async def told(self) -> list[Notice]:
        """What was told since the last time; a last word comes after all of it."""
        await self.store.save_fact("notice", "the last word")
        last, notices = Notice("notice", 0), self.ear.notices
        await self.ear.until(lambda: last in notices)
        told = notices[: notices.index(last)]
        notices.clear()
        return told


@asynccontextmanager
async def two() -> AsyncIterator[Two]:
    dsn = await unused()
    store, other = await PostgresStore.open(dsn), await PostgresStore.open(dsn)
    ear, own = Listener(), Listener()
    await other.listen(ear)
    await store.listen(own)
    yield Two(store, other, ear, own, dsn)
    await store.close()
    await other.close()


async def test_every_change_of_a_session_is_told_with_its_version() -> None:
    async with two() as both:
        game = await started(both.store)
        after = await commit(both.store, game.id, 1)
        assert Notice("session", game.id, after.version) in await both.told()


async def test_messages_attendances_and_people_are_told() -> None:
    async with two() as both:
        opened = await lobby(both.store)
        await both.told()
        await both.store.save_post(opened.id, board(1))
        await both.store.save_attendance(opened.id, Attendance(100))
        await both.store.save_person(ADA)
        await both.store.forget_person(ADA.user_id, ("Odon",), lambda story: story)
        told = [(notice.kind, notice.about) for notice in await both.told()]
        for one in (("post", opened.id), ("attendance", opened.id), ("person", 100)):
            assert one in told
        assert told[-1] != ("person", 100)
        assert ("erased", 100) in told


async def test_a_process_is_not_told_of_its_own_changes() -> None:
    async with two() as both:
        await lobby(both.store)
        await both.told()
        await both.other.save_person(ADA)
        await both.own.until(lambda: bool(both.own.notices))
        assert both.own.notices == [Notice("person", 100)]


async def test_what_was_rolled_back_is_not_told() -> None:
    async with two() as both:
        game = await started(both.store)
        await both.told()

        def failing(db: object) -> None:
            db.execute("UPDATE session SET changes = 99 WHERE id = ?", (game.id,))  # type: ignore[attr-defined]
            raise ValueError

        with pytest.raises(ValueError):  # noqa: PT011  (its own)
            await both.store._write(failing)
        assert await both.told() == []


async def test_who_has_lost_the_connection_may_have_missed_anything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(store, "ALIVE", 0.01)
    monkeypatch.setattr(store, "RETRY", 0.01)
    async with two() as both:
        async with connected(both.dsn) as connection:
            await drop_bots(connection)
        await both.ear.until(lambda: both.ear.misses == 1)
        await both.store.save_person(ADA)
        await both.ear.until(lambda: Notice("person", 100) in both.ear.notices)


@pytest.mark.parametrize("failure", [ConnectionResetError(), TimeoutError()])
async def test_who_does_not_hear_whether_a_change_was_made_may_have_missed_it(
    monkeypatch: pytest.MonkeyPatch, failure: Exception
) -> None:
    made = Transaction.commit

    async def unheard(transaction: Transaction) -> None:
        await made(transaction)
        raise failure

    async with two() as both:
        with monkeypatch.context() as lost:
            lost.setattr(Transaction, "commit", unheard)
            with pytest.raises(StoreFailed):
                await both.store.save_person(ADA)
        assert both.own.misses == 1
        assert await both.store.person(ADA.user_id) == ADA
        await both.store.save_person(replace(ADA, name="Ada again"))
        assert both.own.misses == 1


async def test_who_hears_that_a_change_was_not_made_has_missed_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def refused(transaction: Transaction) -> None:
        await transaction.rollback()
        raise asyncpg.DiskFullError

    async with two() as both:
        monkeypatch.setattr(Transaction, "commit", refused)
        with pytest.raises(StoreFailed):
            await both.store.save_person(ADA)
        assert both.own.misses == 0


def test_words_of_a_newer_program_are_passed_over() -> None:
    assert read_notice("a session 3 4", own="b") == Notice("session", 3, 4)
    assert read_notice("a session 3 4", own="a") is None
    assert read_notice("a weather 3 4", own="b") is None
