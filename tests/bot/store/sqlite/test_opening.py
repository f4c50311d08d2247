"""Files that can't be used: one clear line, nothing overwritten."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.errors import StoreAway
from bot.store.schema import newest
from bot.store.sqlite import database
from bot.store.sqlite.database import MIGRATIONS
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store, StoreUnusable
from tests.bot.store.builders import content, damage, filled, lobby, put, rights


async def reason_of_refusal(path: Path) -> str:
    with pytest.raises(StoreUnusable) as refused:
        await SqliteStore.open(path)
    reason = refused.value.reason
    assert "\n" not in reason
    assert str(path) in reason
    return reason


async def test_a_missing_folder_is_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "games.sqlite3"
    store = await SqliteStore.open(path)
    assert path.is_file()
    await store.close()


async def test_nobody_else_may_read_a_new_database_and_its_logs(path: Path, anybody: None) -> None:
    store = await SqliteStore.open(path)
    await lobby(store)
    for suffix in ("", "-wal", "-shm"):
        assert rights(path.with_name(f"{path.name}{suffix}")) == 0o600
    await store.close()


async def test_a_database_keeps_the_rights_that_somebody_gave_it(path: Path, anybody: None) -> None:
    await filled(path)
    await asyncio.to_thread(path.chmod, 0o640)
    await (await SqliteStore.open(path)).close()
    assert rights(path) == 0o640


async def test_a_folder_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "file"
    put(file, b"a file")
    with pytest.raises(StoreUnusable) as refused:
        await SqliteStore.open(file / "games.sqlite3")
    assert refused.value.reason == f"the folder {file} can't be made: File exists"


@pytest.fixture
def unwritable(tmp_path: Path) -> Iterator[Path]:
    tmp_path.chmod(0o500)
    yield tmp_path
    tmp_path.chmod(0o700)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unwritable for root")
async def test_an_unwritable_folder_is_refused(unwritable: Path) -> None:
    assert "can't be written to" in await reason_of_refusal(unwritable / "games.sqlite3")


async def test_a_database_that_cannot_be_written_is_refused(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await SqliteStore.open(path)).close()
    connect = sqlite3.connect

    def read_only(path: Path, **settings: object) -> sqlite3.Connection:
        return connect(f"{path.as_uri()}?mode=ro", uri=True, **settings)  # type: ignore[call-overload, no-any-return]

    with monkeypatch.context() as here:  # once the test has ended, coverage connects as well
        here.setattr(database.sqlite3, "connect", read_only)
        assert "can't be written to" in await reason_of_refusal(path)


async def test_a_folder_in_place_of_the_file_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in await reason_of_refusal(tmp_path)


@pytest.mark.parametrize("data", [b"hello", b"\x89PNG\r\n" + bytes(10_000), b"game " * 5_000])
async def test_a_file_that_is_not_sqlite_is_refused_untouched(path: Path, data: bytes) -> None:
    put(path, data)
    assert "isn't an SQLite database" in await reason_of_refusal(path)
    assert content(path) == data


async def test_another_programs_database_is_refused_untouched(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmark (url TEXT)")
    before = content(path)
    assert "belongs to another program" in await reason_of_refusal(path)
    assert content(path) == before


async def test_a_newer_schema_is_refused_untouched(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    newer = newest(MIGRATIONS) + 1
    with closing(sqlite3.connect(path)) as later:
        later.execute(f"PRAGMA user_version = {newer}")
    before = content(path)
    reason = await reason_of_refusal(path)
    assert f"newer Guildhall (schema {newer}, this one knows {newer - 1})" in reason
    assert content(path) == before


@pytest.mark.parametrize(("first", "opens"), [("-- older programs may go on\n", True), ("", False)])
async def test_a_newer_schema_that_only_adds_is_gone_on_with(
    path: Path, tmp_path: Path, first: str, opens: bool
) -> None:
    store = await SqliteStore.open(path)
    made = await lobby(store)
    await store.close()
    newer = shutil.copytree(database.MIGRATIONS, tmp_path / "newer")
    number = newest(MIGRATIONS) + 1
    (newer / f"{number:04}_more.sql").write_text(f"{first}CREATE TABLE more (x INTEGER) STRICT;")
    with closing(sqlite3.connect(path, isolation_level=None)) as later:
        database.migrate(later, newer)
    if not opens:
        assert "newer Guildhall" in await reason_of_refusal(path)
        return
    again = await SqliteStore.open(path)
    assert await again.session(made.id) == made
    await again.close()
    with closing(sqlite3.connect(path)) as later:
        assert later.execute("PRAGMA user_version").fetchone() == (number,)


async def test_a_corrupt_page_is_refused_untouched(path: Path) -> None:
    await filled(path)
    damaged = damage(path)
    assert "is damaged" in await reason_of_refusal(path)
    assert content(path) == damaged


async def test_a_cut_off_file_is_refused_untouched(path: Path) -> None:
    await filled(path)
    put(path, content(path)[: 3 * 4096])
    before = content(path)
    assert "is damaged" in await reason_of_refusal(path)
    assert content(path) == before


async def test_an_old_sqlite_is_refused(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database.sqlite3, "sqlite_version_info", (3, 31, 1))
    with pytest.raises(StoreUnusable, match=r"3\.37 or newer"):
        await SqliteStore.open(path)


async def test_a_second_store_on_the_same_file_is_refused(path: Path) -> None:
    store = await SqliteStore.open(path)
    assert "in use by another running bot" in await reason_of_refusal(path)
    await store.close()
    await (await SqliteStore.open(path)).close()


async def test_a_refused_file_can_be_opened_once_it_is_put_right(path: Path) -> None:
    put(path, b"not a database")
    await reason_of_refusal(path)
    put(path, b"")
    await (await SqliteStore.open(path)).close()


async def test_moves_survive_a_power_cut(store: Store) -> None:
    """As far as SQLite promises it: a log that is flushed to the disk on every commit."""

    def settings(db: sqlite3.Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return {name: db.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    full = 2
    assert await store._connection.run(settings) == {
        "journal_mode": "wal",
        "synchronous": full,
        "foreign_keys": 1,
        "busy_timeout": 2000,
    }


async def test_a_file_that_was_emptied_is_refused_and_may_be_removed(path: Path) -> None:
    await filled(path)
    put(path, b"")
    assert "is empty, and there were games in it" in await reason_of_refusal(path)
    assert content(path) == b""
    await asyncio.to_thread(path.unlink)
    await (await SqliteStore.open(path)).close()


async def test_an_empty_file_that_never_was_a_database_becomes_one(path: Path) -> None:
    put(path, b"")
    await (await SqliteStore.open(path)).close()
    assert content(path)


@pytest.mark.parametrize("table", ["session", "seat", "result", "fact"])
async def test_a_lost_table_is_named_and_nothing_made_anew(path: Path, table: str) -> None:
    await filled(path)
    with closing(sqlite3.connect(path)) as harmed:
        harmed.execute("PRAGMA foreign_keys = OFF")
        harmed.execute(f"DROP TABLE {table}")
    before = content(path)
    reason = await reason_of_refusal(path)
    assert f"tables are missing ({table})" in reason
    assert "put a backup in its place" in reason
    assert content(path) == before


async def test_a_file_that_another_program_is_writing_to_is_free_again_later(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "_BUSY_SECONDS", 0.0)
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreAway, match="another program is writing to it"):
            await SqliteStore.open(path)
        other.execute("ROLLBACK")
    await (await SqliteStore.open(path)).close()
