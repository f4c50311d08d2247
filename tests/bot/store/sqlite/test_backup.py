"""Backups of a database in use."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.sqlite.store import SqliteStore, back_up, new_file
from bot.store.store import Store, StoreUnusable
from tests.bot.store.builders import commit, damage, failing_disk, files, filled, rights, started


async def test_a_backup_of_a_store_in_use_is_whole(store: Store, tmp_path: Path) -> None:
    game = await started(store)
    game = await commit(store, game.id, 1)
    target = tmp_path / "elsewhere" / "copy.sqlite3"
    await store.backup(target)
    await commit(store, game.id, 2)
    assert files(target.parent) == [target]
    copy = await SqliteStore.open(target)
    assert await copy.session(game.id) == game
    assert len(await copy.moves(game.id)) == 1
    await copy.close()


async def test_nobody_else_may_read_a_backup(store: Store, tmp_path: Path, anybody: None) -> None:
    target = tmp_path / "copy.sqlite3"
    await store.backup(target)
    assert rights(target) == 0o600


async def test_a_backup_taken_while_moves_are_committed_holds_whole_moves(
    store: Store, path: Path, tmp_path: Path
) -> None:
    game = await started(store)
    target = tmp_path / "copy.sqlite3"

    async def play() -> None:
        for number in range(1, 101):
            await commit(store, game.id, number)

    await asyncio.gather(play(), asyncio.to_thread(back_up, path, target))
    assert len(await store.moves(game.id)) == 100
    copy = await SqliteStore.open(target)
    record = await copy.session(game.id)
    assert record is not None
    numbers = [move.number for move in await copy.moves(game.id)]
    assert numbers == list(range(1, record.moves + 1))
    assert record.snapshot == f"state {record.moves}"
    await copy.close()


async def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "precious"
    target.write_text("precious")
    with pytest.raises(StoreUnusable, match="exists already"):
        await store.backup(target)
    assert target.read_text() == "precious"


@pytest.mark.parametrize("nameless", [".", "/"])
async def test_a_backup_needs_a_name(store: Store, nameless: str) -> None:
    with pytest.raises(StoreUnusable, match=f"{nameless} is a folder; name a file in it"):
        await store.backup(Path(nameless))


async def test_a_backup_onto_itself_is_refused(store: Store, path: Path) -> None:
    game = await started(store)
    with pytest.raises(StoreUnusable, match="exists already"):
        await store.backup(path)
    assert await store.session(game.id) == game


async def test_a_missing_database_cannot_be_copied(tmp_path: Path) -> None:
    with pytest.raises(StoreUnusable, match="there is no database"):
        back_up(tmp_path / "none.sqlite3", tmp_path / "copy.sqlite3")
    assert files(tmp_path) == []


async def test_another_programs_database_is_not_copied(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("CREATE TABLE bookmark (url TEXT)")
    with pytest.raises(StoreUnusable, match="isn't a database of Guildhall"):
        back_up(other, tmp_path / "copy.sqlite3")
    assert files(tmp_path) == [other]


async def test_a_file_that_is_not_sqlite_is_not_copied(tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text("hello" * 500)
    with pytest.raises(StoreUnusable, match="isn't an SQLite database"):
        back_up(other, tmp_path / "copy.sqlite3")
    assert files(tmp_path) == [other]


async def test_a_damaged_database_gives_no_backup(tmp_path: Path) -> None:
    source = tmp_path / "games.sqlite3"
    await filled(source)
    damage(source)
    target = tmp_path / "copy.sqlite3"
    with pytest.raises(StoreUnusable, match="is damaged"):
        back_up(source, target)
    assert not target.exists()


async def test_an_unwritable_target_is_refused(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("a file")
    with pytest.raises(StoreUnusable, match="can't be made"):
        await store.backup(file / "copy.sqlite3")


async def test_a_disk_error_while_copying_leaves_no_backup(path: Path, tmp_path: Path) -> None:
    await filled(path)
    target = tmp_path / "copies" / "copy.sqlite3"
    with failing_disk(8192), pytest.raises(StoreUnusable, match="the disk reports an error"):
        back_up(path, target)
    assert files(target.parent) == []


async def test_a_copy_that_was_begun_and_killed_is_made_anew(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    target.touch()
    await store.backup(target)
    assert target.stat().st_size


def test_a_copy_that_is_being_written_is_nobody_elses(tmp_path: Path) -> None:
    target = tmp_path / "copy.sqlite3"
    with new_file(target) as unfinished:
        unfinished.write_text("whole")
        with pytest.raises(StoreUnusable, match="is being written"), new_file(target):
            pytest.fail("two write the same file")
    assert target.read_text() == "whole"
    assert [*tmp_path.iterdir()] == [target]
