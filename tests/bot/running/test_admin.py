"""What becomes of the operator's orders while others work on the same database."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.languages import Languages
from bot.running import admin
from bot.store.sql import Database
from bot.store.sqlite.database import beside_file
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.builders import started


async def test_a_game_that_comes_to_its_end_meanwhile_isnt_said_to_be_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(admin, "TIMEOUT", 0)
    path = tmp_path / "guildhall.sqlite3"
    store = await SqliteStore.open(path)
    game = await started(store)
    await store.close()
    with beside_file(path) as begin:

        @contextmanager
        def interrupted() -> Iterator[Database]:
            """The last move is made as soon as anybody may."""
            with begin() as db:
                yield db
            with begin() as db:
                db.execute("UPDATE session SET status = 'over' WHERE status = 'playing'")

        admin._Office(interrupted, {}, Languages.load(), print).end(game.id)
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT status FROM session").fetchone() == ("abandoned",)
