"""A database that is removed or replaced while it is open takes nothing that would be lost."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store, StoreFailed
from tests.bot.store.builders import commit, filled, started


class Clock:
    """Stands still until it is moved on."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "guildhall.sqlite3"


@pytest.fixture
async def store(path: Path, clock: Clock) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(path, steady=clock)
    yield opened
    await opened.close()


async def refuses(store: Store, number: int) -> None:
    with pytest.raises(StoreFailed, match="removed or replaced"):
        await commit(store, 1, number)


async def test_a_removed_folder_takes_no_move(store: Store, path: Path, clock: Clock) -> None:
    await started(store)
    await commit(store, 1, 1)
    shutil.rmtree(path.parent)
    clock.now += 1
    await refuses(store, 2)
    await refuses(store, 2)
    assert len(await store.moves(1)) == 1


@pytest.mark.parametrize("name", ["guildhall.sqlite3", "guildhall.sqlite3-wal"])
async def test_each_file_counts(store: Store, path: Path, clock: Clock, name: str) -> None:
    await started(store)
    clock.now += 1
    await commit(store, 1, 1)
    path.with_name(name).unlink()
    clock.now += 1
    await refuses(store, 2)


async def test_another_file_in_its_place_takes_no_move(
    store: Store, path: Path, clock: Clock
) -> None:
    await started(store)
    shutil.move(path, path.with_name("before"))
    await filled(path.with_name("other"))
    shutil.move(path.with_name("other"), path)
    clock.now += 1
    await refuses(store, 1)


async def test_a_file_that_is_put_back_takes_moves_again(
    store: Store, path: Path, clock: Clock
) -> None:
    await started(store)
    path.parent.rename(path.parent.with_name("elsewhere"))
    clock.now += 1
    await refuses(store, 1)
    path.parent.with_name("elsewhere").rename(path.parent)
    assert (await commit(store, 1, 1)).moves == 1


async def test_files_are_looked_at_once_a_second(
    store: Store, path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await started(store)
    looked = []
    monkeypatch.setattr("bot.store.sqlite.database._identity", looked.append)
    clock.now += 0.9
    await commit(store, 1, 1)
    assert looked == []
    clock.now += 0.1
    await refuses(store, 2)
    assert looked != []
