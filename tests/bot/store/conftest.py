"""One store a test: in a file of its own, and in an empty database of PostgreSQL."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.store.postgresql.store import PostgresStore
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.testing.databases import unused as empty_file
from tests.postgresql import unused


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "guildhall.sqlite3"


@pytest.fixture
def anybody() -> Iterator[None]:
    """New files can be read by everybody, unless whoever makes them wants it otherwise."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    opened: Store
    if request.param == "sqlite":
        opened = await SqliteStore.open(empty_file(path))
    else:
        opened = await PostgresStore.open(await unused())
    yield opened
    await opened.close()
