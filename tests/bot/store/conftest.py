"""One store a test, on a file of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "guildhall.sqlite3"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(path)
    yield opened
    await opened.close()
