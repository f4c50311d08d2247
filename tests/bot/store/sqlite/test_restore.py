"""A backup in the place of a database."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.store.records.people import NOTHING_SHOWN, Attachment, Post
from bot.store.sqlite.store import SqliteStore, back_up, restore
from bot.store.store import Store, StoreUnusable
from tests.bot.store import released
from tests.bot.store.builders import (
    board,
    commit,
    content,
    damage,
    files,
    filled,
    put,
    rights,
    started,
)


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    return tmp_path / "copies" / "copy.sqlite3"


async def backed_up(path: Path, backup: Path) -> int:
    """A game of one move with a board, a backup of it, and a second move; its id."""
    store = await SqliteStore.open(path)
    game = await started(store)
    game = await commit(store, game.id, 1)
    picture = Attachment(5, "board.png", "key", "alt")
    shown = board(game.changes)
    await store.save_post(
        game.id, Post(shown.kind, shown.user_id, 7, shown.message_id, shown.shown, picture)
    )
    await store.save_fact("commands", "digest")
    await store.backup(backup)
    await commit(store, game.id, 2)
    await store.close()
    return game.id


async def test_games_go_on_from_the_backup(path: Path, backup: Path) -> None:
    session_id = await backed_up(path, backup)
    restore(backup, path)
    store = await SqliteStore.open(path)
    assert len(await store.moves(session_id)) == 1
    await commit(store, session_id, 2)
    await store.close()


async def test_nobody_else_may_read_what_was_put_back(
    path: Path, backup: Path, anybody: None
) -> None:
    await backed_up(path, backup)
    restore(backup, path)
    assert rights(path) == 0o600


async def test_what_discord_shows_by_now_is_taken_for_unknown(path: Path, backup: Path) -> None:
    session_id = await backed_up(path, backup)
    restore(backup, path)
    store = await SqliteStore.open(path)
    (post,) = await store.posts(session_id)
    assert (post.shown, post.picture) == (NOTHING_SHOWN, None)
    assert session_id in await store.lagging()
    assert await store.fact("commands") is None
    await store.close()


async def test_no_game_has_the_number_of_one_that_came_after_an_empty_backup(
    path: Path, backup: Path
) -> None:
    store = await SqliteStore.open(path)
    await store.backup(backup)
    lost = await started(store)
    await store.close()
    restore(backup, path)
    store = await SqliteStore.open(path)
    assert (await started(store)).id > lost.id
    await store.close()


async def test_the_database_that_stood_there_is_kept_with_its_log(path: Path, backup: Path) -> None:
    session_id = await backed_up(path, backup)
    # As after a kill: the last move stands in the log alone.
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
        database.execute("PRAGMA wal_autocheckpoint = 0")
        database.execute("INSERT INTO fact (name, value) VALUES ('late', 'there')")
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", f"{path}.killed{suffix}")
    for suffix in ("", "-wal"):
        shutil.move(f"{path}.killed{suffix}", f"{path}{suffix}")
    first = restore(backup, path)
    second = restore(backup, path)
    assert [first, second] == [
        path.with_name("guildhall.sqlite3.replaced-1"),
        path.with_name("guildhall.sqlite3.replaced-2"),
    ]
    assert first is not None
    store = await SqliteStore.open(first)
    assert len(await store.moves(session_id)) == 2
    assert await store.fact("late") == "there"
    await store.close()


async def test_a_damaged_database_is_replaced(path: Path, tmp_path: Path) -> None:
    await filled(path)
    copy = tmp_path / "copies" / "copy.sqlite3"
    back_up(path, copy)
    broken = damage(path)
    aside = restore(copy, path)
    assert aside is not None
    assert content(aside) == broken
    await (await SqliteStore.open(path)).close()


async def test_where_no_database_was_one_is_made(path: Path, backup: Path) -> None:
    session_id = await backed_up(path, backup)
    elsewhere = backup.parent / "other" / "games.sqlite3"
    assert restore(backup, elsewhere) is None
    assert files(elsewhere.parent) == [elsewhere, elsewhere.with_name("games.sqlite3.lock")]
    store = await SqliteStore.open(elsewhere)
    assert await store.session(session_id) is not None
    await store.close()


async def test_a_backup_of_every_earlier_schema_is_put_back(tmp_path: Path) -> None:
    for schema, file in released.files().items():
        path = tmp_path / f"{schema}" / "guildhall.sqlite3"
        restore(file, path)
        # The program that made it can go on with it.
        with closing(sqlite3.connect(path)) as database:
            assert database.execute("PRAGMA user_version").fetchone() == (schema,)
        store = await SqliteStore.open(path)
        assert len(await store.moves(1)) == released.CHOICES
        assert {post.shown for post in await store.posts(1)} == {NOTHING_SHOWN}
        await store.close()


async def test_a_running_bot_is_not_restored_over(store: Store, path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await store.backup(copy)
    before = files(tmp_path)
    with pytest.raises(StoreUnusable, match="in use by another running bot"):
        restore(copy, path)
    assert files(tmp_path) == before
    assert await store.lagging() == []


async def unfit(folder: Path, backup: Path, match: str) -> None:
    """The backup is refused, and the database is as it was."""
    path = folder / match / "guildhall.sqlite3"
    await filled(path)
    before = content(path)
    with pytest.raises(StoreUnusable, match=match):
        restore(backup, path)
    assert content(path) == before
    assert not [file for file in files(path.parent) if "unfinished" in file.name]
    await (await SqliteStore.open(path)).close()


async def test_a_backup_that_is_damaged_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await filled(copy)
    damage(copy)
    await unfit(tmp_path, copy, "is damaged")


async def test_a_backup_that_is_none_is_refused(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    put(copy, b"hello" * 500)
    await unfit(tmp_path, copy, "isn't an SQLite database")
    with closing(sqlite3.connect(tmp_path / "other.sqlite3")) as other:
        other.execute("CREATE TABLE bookmark (url TEXT)")
    await unfit(tmp_path, tmp_path / "other.sqlite3", "isn't a database of Guildhall")
    await unfit(tmp_path, tmp_path / "missing.sqlite3", "there is no backup")
    await filled(path)
    with pytest.raises(StoreUnusable, match="is the database itself"):
        restore(path, path)
    await (await SqliteStore.open(path)).close()


async def test_a_backup_of_a_newer_guildhall_is_refused(tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite3"
    await (await SqliteStore.open(copy)).close()
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA user_version = 999")
    await unfit(tmp_path, copy, "made by a newer Guildhall")


@pytest.mark.parametrize("suffix", ["-wal", "-journal"])
async def test_a_log_without_its_database_is_put_aside_too(
    path: Path, backup: Path, suffix: str
) -> None:
    """SQLite would play it into whatever stands in its place."""
    session_id = await backed_up(path, backup)
    shutil.move(path, backup.parent)
    log = path.with_name(f"{path.name}{suffix}")
    log.write_bytes(b"of another database")
    aside = restore(backup, path)
    assert aside is not None
    assert content(aside.with_name(f"{aside.name}{suffix}")) == b"of another database"
    assert not log.exists()
    store = await SqliteStore.open(path)
    assert len(await store.moves(session_id)) == 1
    await store.close()


@pytest.mark.parametrize("renamed", [0, 1, 2])
async def test_a_restore_that_was_killed_is_no_new_database(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch, renamed: int
) -> None:
    session_id = await backed_up(path, backup)
    left = [renamed]

    def killed(rename: Callable[[Path, Path], Path]) -> Callable[[Path, Path], Path]:
        def once(file: Path, to: Path) -> Path:
            if not left[0]:
                raise KeyboardInterrupt
            left[0] -= 1
            return rename(file, to)

        return once

    path.with_name(f"{path.name}-shm").touch()
    with monkeypatch.context() as patched:
        for name in ("rename", "replace"):
            patched.setattr(Path, name, killed(getattr(Path, name)))
        with pytest.raises(KeyboardInterrupt):
            restore(backup, path)
    with pytest.raises(StoreUnusable, match="was broken off; restore it again"):
        await SqliteStore.open(path)
    restore(backup, path)
    store = await SqliteStore.open(path)
    assert len(await store.moves(session_id)) == 1
    await store.close()


async def test_a_restore_that_fails_leaves_all_where_it_was(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session_id = await backed_up(path, backup)
    path.with_name(f"{path.name}-shm").touch()
    rename = Path.rename

    def refused(file: Path, to: Path) -> Path:
        if file == path:
            raise PermissionError(1, "Operation not permitted")
        return rename(file, to)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", refused)
        with pytest.raises(StoreUnusable, match="not permitted"):
            restore(backup, path)
    store = await SqliteStore.open(path)
    assert len(await store.moves(session_id)) == 2
    await store.close()


async def test_a_restore_that_fails_after_one_that_was_killed_unlocks_nothing(
    path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log is aside already: without it the database would lack what stands there."""
    session_id = await backed_up(path, backup)
    log = path.with_name(f"{path.name}-wal")
    log.write_bytes(b"of this database")
    rename = Path.rename

    def breaking(error: BaseException) -> Callable[[Path, Path], Path]:
        def broken(file: Path, to: Path) -> Path:
            if file == path:
                raise error
            return rename(file, to)

        return broken

    for error, raised in (
        (KeyboardInterrupt(), KeyboardInterrupt),
        (OSError(5, "I/O error"), StoreUnusable),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(Path, "rename", breaking(error))
            with pytest.raises(raised):
                restore(backup, path)
        with pytest.raises(StoreUnusable, match="was broken off; restore it again"):
            await SqliteStore.open(path)
    aside = restore(backup, path)
    assert aside == path.with_name(f"{path.name}.replaced-1")
    assert aside.exists()
    assert content(aside.with_name(f"{aside.name}-wal")) == b"of this database"
    store = await SqliteStore.open(path)
    assert len(await store.moves(session_id)) == 1
    await store.close()
