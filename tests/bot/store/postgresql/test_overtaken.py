"""Changes that others have overtaken are made anew: what that costs, and when it is given up."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
import pytest

from bot.store.errors import StoreFailed
from bot.store.postgresql import store as module
from bot.store.postgresql.errors import StatementFailed
from bot.store.postgresql.store import LONGEST, PostgresStore
from tests.postgresql import emptied


class Disk:
    """Somebody else's change is being written for so long; time passes in pauses alone."""

    def __init__(self, seconds: float) -> None:
        self.left = seconds
        self.tries = 0

    async def together(self, *_: Any) -> str:
        self.tries += 1
        if self.left > 0:
            # As the server says it, at once, while the other's commit is on its way to the disk.
            raise StatementFailed from asyncpg.SerializationError()
        return "done"

    async def pause(self, seconds: float) -> None:
        self.left -= seconds


@asynccontextmanager
async def beside(disk: Disk, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PostgresStore]:
    store = await PostgresStore.open(await emptied())
    monkeypatch.setattr(module, "together", disk.together)
    monkeypatch.setattr(store, "_pause", disk.pause)
    yield store
    await store.close()


def nothing(_: object) -> None:
    """A change that leaves everything as it was."""


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
