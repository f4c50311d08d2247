"""What can go wrong while running: killed, full disk, failing disk, another process."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from bot.store.records.play import Move
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store, StoreFailed, StoreUnusable
from tests.bot.store.builders import commit, committed, failing_disk, started

COMMITTER = """
import asyncio, sys
from pathlib import Path
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.builders import commit, started

async def main():
    store = await SqliteStore.open(Path(sys.argv[1]))
    game = await started(store)
    print("ready", flush=True)
    number = 1
    while True:
        await commit(store, game.id, number)
        print(number, flush=True)
        number += 1

asyncio.run(main())
"""


@contextmanager
def committer(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that commits moves to session 1 and prints each once it is stored."""
    process = subprocess.Popen(  # noqa: S603  (our own program)
        [sys.executable, "-c", COMMITTER, str(path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


async def limit_pages(store: Store, beyond: int) -> None:
    def limit(db: sqlite3.Connection) -> None:
        (used,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {used + beyond}")

    await store._connection.run(limit)


@pytest.mark.parametrize("acknowledged", [1, 40, 150])
async def test_after_a_kill_every_acknowledged_move_is_there_once(
    path: Path, acknowledged: int
) -> None:
    with committer(path) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline() for _ in range(acknowledged)]
        process.kill()
        lines += process.stdout.readlines()
    reported = [int(line) for line in lines if line.endswith("\n")]
    store = await SqliteStore.open(path)
    moves = await store.moves(1)
    # One more may have been stored than the process lived to report.
    assert len(moves) - len(reported) in (0, 1)
    assert moves == [Move(n, n % 3, (f"card:{n}",)) for n in range(1, len(moves) + 1)]
    game = await store.session(1)
    assert game is not None
    assert (game.moves, game.snapshot) == (len(moves), f"state {len(moves)}")
    assert json.loads(game.story) == [len(moves)]
    assert await store.lagging() == [1]
    assert (await commit(store, 1, len(moves) + 1)).moves == len(moves) + 1
    await store.close()


async def test_a_second_process_is_refused_until_the_first_is_gone(path: Path) -> None:
    with committer(path) as process:
        with pytest.raises(StoreUnusable, match="in use by another running bot"):
            await SqliteStore.open(path)
        process.kill()
        process.wait()
        store = await SqliteStore.open(path)
        assert await store.session(1) is not None
        await store.close()


async def test_a_full_disk_rolls_the_move_back_whole(store: Store) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    await limit_pages(store, 2)
    with pytest.raises(StoreFailed, match="the disk is full"):
        await committed(store, game.id, Move(2, 0, ("artisans",)), snapshot="x" * 100_000)
    assert await store.session(game.id) == before
    assert len(await store.moves(game.id)) == 1
    await limit_pages(store, 1000)
    assert (await commit(store, game.id, 2)).moves == 2


async def test_a_failing_disk_rolls_the_move_back_whole(store: Store, path: Path) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    log = path.with_name(f"{path.name}-wal")
    with (
        failing_disk(log.stat().st_size),
        pytest.raises(StoreFailed, match="the disk reports an error"),
    ):
        await commit(store, game.id, 2)
    assert await store.session(game.id) == before
    assert (await commit(store, game.id, 2)).moves == 2


async def test_a_failing_disk_is_reported_when_opening(path: Path) -> None:
    with failing_disk(8192), pytest.raises(StoreUnusable, match="the disk reports an error"):
        await SqliteStore.open(path)
    await (await SqliteStore.open(path)).close()


async def test_a_file_locked_by_another_program_fails_the_move_alone(
    store: Store, path: Path
) -> None:
    game = await started(store)
    await store._connection.run(lambda db: db.execute("PRAGMA busy_timeout = 0"))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreFailed, match="another program is writing to it"):
            await commit(store, game.id, 1)
        other.execute("ROLLBACK")
    assert (await commit(store, game.id, 1)).moves == 1


async def test_a_closed_store_says_so(path: Path) -> None:
    store = await SqliteStore.open(path)
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed, match="is closed"):
        await store.session(1)


def test_a_program_that_fails_with_the_store_open_ends(path: Path) -> None:
    failing = COMMITTER.replace('print("ready", flush=True)', "raise SystemExit(7)")
    arguments = [sys.executable, "-W", "ignore", "-c", failing, str(path)]
    ended = subprocess.run(arguments, timeout=30, check=False)  # noqa: S603  (our own program)
    assert ended.returncode == 7
