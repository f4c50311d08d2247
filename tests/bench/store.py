"""The store: moves committed a second, and start-up with 10,000 stored sessions."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import aiosqlite
import psutil
from rich.console import Console
from rich.table import Table

from bot.store.postgresql.store import PostgresStore
from bot.store.records.play import Move, Seat
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bench.review import sizes
from tests.bot.store.builders import begun, new_lobby
from tests.postgresql import emptied

COMMITS = 2_000
REFERENCE_COMMITS = 300
SESSIONS = 10_000
MOVES = 60
LAGGING_EVERY = 100
SNAPSHOT = "x" * 1_400
STORY = "[" + ",".join(['{"text":{"key":"guildes.told","args":{}},"seat":null}'] * 10) + "]"
SEATS = tuple(Seat(seat, 100 + seat, f"Player {seat}", None, None) for seat in range(4))
MOST_KB_A_SESSION = 10.0
MOST_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class StartUp:
    """What a process pays before it knows which sessions to bring up to date."""

    opening: float
    lagging: float
    loading: float
    found: int
    memory: int


def run(console: Console) -> None:
    """Print the store's figures."""
    with TemporaryDirectory(prefix="guildhall-") as folder:
        _commits(console, Path(folder))
        _start_up(console, Path(folder) / "many.sqlite3")
    console.print(sizes())


def _commits(console: Console, folder: Path) -> None:
    ours = asyncio.run(_in_a_file(folder / "ours.sqlite3"))
    server = asyncio.run(_on_a_server())
    reference = asyncio.run(_connection_per_move(folder / "reference.sqlite3"))
    table = Table(title="Moves committed, one after the other (1.4 kB snapshot, on the disk)")
    table.add_column("store")
    table.add_column("moves/s", justify="right")
    table.add_column("ratio", justify="right")
    table.add_row("this store (WAL, FULL, one hop)", f"{ours:,.0f}", f"{ours / reference:.1f}")
    table.add_row("this store on PostgreSQL", f"{server:,.0f}", f"{server / reference:.1f}")
    table.add_row("aiosqlite, a connection per move", f"{reference:,.0f}", "1.0")
    console.print(table)


async def _in_a_file(path: Path) -> float:
    return await _our_commits(await SqliteStore.open(path), COMMITS)


async def _on_a_server() -> float:
    store = await PostgresStore.open(await emptied(durable=True))
    return await _our_commits(store, REFERENCE_COMMITS)


async def _our_commits(store: Store, number: int) -> float:
    opened = await store.create_session(new_lobby(seats=SEATS))
    game = begun(opened, seats=SEATS, seed=2**255, snapshot=SNAPSHOT, story=STORY)
    record = await store.change(opened, game)

    async def commit(number: int) -> None:
        nonlocal record
        # Another one each time, as every move's is.
        after = replace(
            record,
            moves=number,
            snapshot=f"{SNAPSHOT}{number}",
            story=f"{STORY}{' ' * (number % 9)}",
        )
        record = await store.commit(record, after, Move(number, number % 4, ("artisans",)))

    try:
        return await _a_second(commit, number)
    finally:
        await store.close()


async def _connection_per_move(path: Path) -> float:
    async with aiosqlite.connect(path) as database:
        await database.execute("CREATE TABLE move (number INTEGER PRIMARY KEY, seat, picks)")
        await database.execute("CREATE TABLE session (id INTEGER PRIMARY KEY, snapshot, story)")
        await database.execute("INSERT INTO session VALUES (1, '', '')")
        await database.commit()

    async def commit(number: int) -> None:
        async with aiosqlite.connect(path) as database:
            await database.execute(
                "INSERT INTO move VALUES (?, ?, ?)", (number, number % 4, "artisans")
            )
            await database.execute("UPDATE session SET snapshot = ?, story = ?", (SNAPSHOT, STORY))
            await database.commit()

    return await _a_second(commit, REFERENCE_COMMITS)


async def _a_second(commit: Callable[[int], Awaitable[None]], number: int) -> float:
    begun = time.perf_counter()
    for move in range(1, number + 1):
        await commit(move)
    return number / (time.perf_counter() - begun)


def _start_up(console: Console, path: Path) -> None:
    asyncio.run(_fill(path))
    with ProcessPoolExecutor(max_workers=1, mp_context=get_context("spawn")) as fresh:
        cost = fresh.submit(_measure_start_up, path).result()
    seconds = cost.opening + cost.lagging + cost.loading
    a_session = cost.memory / 1024 / SESSIONS
    size = path.stat().st_size / 2**20
    title = f"Start with {SESSIONS:,} stored games of {MOVES} moves ({size:.0f} MB)"
    table = Table("what", "figure", "target", title=title)
    table.add_row("open and check the file", f"{cost.opening * 1000:.0f} ms", "")
    table.add_row(f"find the {cost.found} that lag", f"{cost.lagging * 1000:.1f} ms", "")
    table.add_row("load those", f"{cost.loading * 1000:.1f} ms", "")
    table.add_row("together", f"{seconds:.2f} s", _target(seconds, MOST_SECONDS, "s"))
    memory = _target(a_session, MOST_KB_A_SESSION, "kB")
    table.add_row("memory a session", f"{a_session:.2f} kB", memory)
    console.print(table)


def _target(figure: float, most: float, unit: str) -> str:
    verdict = "met" if figure <= most else "[bold red]missed[/]"
    return f"for the whole bot at most {most:g} {unit}: {verdict}"


async def _fill(path: Path) -> None:
    """Running games, every hundredth of which lags by a move."""
    await (await SqliteStore.open(path)).close()
    ids = range(1, SESSIONS + 1)
    with closing(sqlite3.connect(path)) as database:
        database.executemany(
            "INSERT INTO session (id, game, options, guild_id, channel_id, locale, host_id,"
            " status, seed, moves, changes, computers_due, created_at, updated_at)"
            " VALUES (?, 'guildes', '{}', 1, ?, 'en', 100, 'playing', ?, ?, ?, 0, 0, 0)",
            [(i, i, str(2**255 + i), MOVES, MOVES) for i in ids],
        )
        database.executemany(
            "INSERT INTO person (user_id, name, locale, dm_channel_id, dm_open)"
            " VALUES (?, 'Player', 'en', ?, 1)",
            [(4 * i + seat, i) for i in ids for seat in range(4)],
        )
        database.executemany(
            "INSERT INTO seat (session_id, seat, user_id, name) VALUES (?, ?, ?, 'Player')",
            [(i, seat, 4 * i + seat) for i in ids for seat in range(4)],
        )
        database.executemany(
            "INSERT INTO post VALUES (?, 'board', 0, ?, 7, ?, NULL)",
            [(i, i, MOVES - (i % LAGGING_EVERY == 0)) for i in ids],
        )
        database.executemany(
            "INSERT INTO post VALUES (?, 'hand', ?, ?, 9, ?, NULL)",
            [(i, 4 * i + seat, i, MOVES) for i in ids for seat in range(4)],
        )
        database.executemany(
            "INSERT INTO move (session_id, number, seat, picks) VALUES (?, ?, ?, '[\"artisans\"]')",
            ((i, number, number % 4) for i in ids for number in range(1, MOVES + 1)),
        )
        database.executemany(
            "INSERT INTO snapshot VALUES (?, 1, ?, ?)", [(i, STORY, SNAPSHOT) for i in ids]
        )
        database.commit()


def _measure_start_up(path: Path) -> StartUp:
    return asyncio.run(_started(path))


async def _started(path: Path) -> StartUp:
    process = psutil.Process()
    before = process.memory_info().rss
    begun = time.perf_counter()
    store = await SqliteStore.open(path)
    opened = time.perf_counter()
    lagging = await store.lagging()
    known = time.perf_counter()
    sessions = [await store.session(session_id) for session_id in lagging]
    loaded = time.perf_counter()
    memory = process.memory_info().rss - before
    await store.close()
    return StartUp(opened - begun, known - opened, loaded - known, len(sessions), memory)
