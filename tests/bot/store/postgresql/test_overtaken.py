"""What is overtaken, or finds no server, is tried again: what that costs, when it is given up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from bot.store.errors import StoreFailed
from bot.store.postgresql import server
from bot.store.postgresql.statements import StatementFailed
from bot.store.postgresql.store import LONGEST, PostgresStore
from tests.bot.store.builders import lobby
from tests.postgresql import unused


class Trouble:
    """Lasts for so long; time passes in pauses alone."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.tries = 0

    def tried(self) -> bool:
        """Once more; whether it still lasts."""
        self.tries += 1
        return self.left > 0

    async def pause(self, seconds: float) -> None:
        self.left -= seconds

    def befall(self, store: PostgresStore, patch: pytest.MonkeyPatch) -> None:
        patch.setattr(store, "_pause", self.pause)


class Disk(Trouble):
    """Somebody else's change is being written."""

    async def together(self, *_: Any) -> str:
        if self.tried():
            # As the server says it, at once, while the other's commit is on its way to the disk.
            raise StatementFailed from asyncpg.SerializationError()
        return "done"

    def befall(self, store: PostgresStore, patch: pytest.MonkeyPatch) -> None:
        super().befall(store, patch)
        patch.setattr(server, "together", self.together)


class Away(Trouble):
    """Connections to a server that isn't there."""

    def __init__(self, seconds: float, refusal: BaseException) -> None:
        super().__init__(seconds)
        self.pool: Any = None
        self._refusal = refusal

    async def acquire(self, **within: float) -> Any:
        if self.tried():
            raise self._refusal
        return await self.pool.acquire(**within)

    async def release(self, connection: Any) -> None:
        await self.pool.release(connection)

    async def expire_connections(self) -> None:
        await self.pool.expire_connections()

    def befall(self, store: PostgresStore, patch: pytest.MonkeyPatch) -> None:
        super().befall(store, patch)
        self.pool = store._pool
        patch.setattr(store, "_pool", self)


@asynccontextmanager
async def beside(trouble: Trouble, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(await unused())
    with monkeypatch.context() as patch:
        trouble.befall(store, patch)
        yield store
    await store.close()


def nothing(_: object) -> None:
    """A change that leaves everything as it was."""


@pytest.mark.parametrize("seconds", [0.001, 0.5, 2.0])
@pytest.mark.parametrize(
    "refusal", [ConnectionRefusedError(), asyncpg.CannotConnectNowError("starting up")]
)
async def test_nobody_notices_that_the_server_is_started_again(
    seconds: float, refusal: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with beside(Away(seconds, refusal), monkeypatch) as store:
        made = await lobby(store)
        assert await store.session(made.id) == made


async def test_a_server_that_stays_away_is_awaited_no_longer_than_discord_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away = Away(60.0, ConnectionRefusedError(111, "Connection refused"))
    async with beside(away, monkeypatch) as store:
        with pytest.raises(StoreFailed, match="Connection refused"):
            await store.counts()
    assert 60.0 - away.left < 3.0


async def test_a_server_that_refuses_us_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    away = Away(60.0, asyncpg.InvalidPasswordError("no"))
    async with beside(away, monkeypatch) as store:
        with pytest.raises(StoreFailed, match="password"):
            await store.counts()
    assert away.tries == 1


@pytest.mark.parametrize(("seconds", "most"), [(0.001, 2), (0.1, 7), (0.5, 10), (2.0, 17)])
async def test_a_change_waits_for_one_that_is_being_written(
    seconds: float, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = Disk(seconds)
    async with beside(disk, monkeypatch) as store:
        assert await store._write(nothing) == "done"
    assert disk.tries <= most
    assert disk.left > -max(LONGEST, seconds), "not much longer than it must"


async def test_nobody_waits_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(60.0)
    async with beside(disk, monkeypatch) as store:
        with pytest.raises(StoreFailed, match="being changed by others"):
            await store._write(nothing)
    assert 60.0 - disk.left < 3.0, "Discord waits for three seconds"
