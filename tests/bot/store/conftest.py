"""One store a test: in a file of its own, and in an empty database of PostgreSQL."""

from __future__ import annotations

from collections.abc import AsyncIterator
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


@pytest.fixture(params=["sqlite", "postgresql"])
async def store(request: pytest.FixtureRequest, path: Path) -> AsyncIterator[Store]:
    opened: Store
    if request.param == "sqlite":
        opened = await SqliteStore.open(empty_file(path))
    else:
        opened = await PostgresStore.open(await unused())
    yield opened
    await opened.close()
