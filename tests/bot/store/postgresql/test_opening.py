"""Which databases are opened, and what is said of the others."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from threading import Thread

import asyncpg
import pytest

from bot.store.errors import StoreAway
from bot.store.postgresql import server
from bot.store.postgresql.statements import SERVER, passes
from bot.store.postgresql.store import PostgresStore
from bot.store.schema import newest
from bot.store.sql import Database
from bot.store.sqlite.database import connect
from bot.store.store import StoreFailed, StoreUnusable
from tests.bot.store.builders import SEATS, lobby
from tests.postgresql import connected, emptied


async def drop_bots(connection: asyncpg.Connection) -> None:
    """As a server does that is restarted."""
    ours = "SELECT array_agg(pid) FROM pg_stat_activity WHERE application_name = 'guildhall'"
    dropped = await connection.fetchval(ours)
    await connection.execute("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) pid", dropped)
    while await connection.fetchval(
        "SELECT count(*) FROM pg_stat_activity WHERE pid = ANY($1)", dropped
    ):
        pass


async def reason_of_refusal(dsn: str) -> str:
    with pytest.raises(StoreUnusable) as refusal:
        await PostgresStore.open(dsn)
    return refusal.value.reason


async def test_what_was_stored_is_there_after_a_restart() -> None:
    dsn = await emptied()
    store = await PostgresStore.open(dsn)
    made = await lobby(store)
    await store.close()
    again = await PostgresStore.open(dsn)
    assert await again.session(made.id) == made
    await again.close()


async def test_both_databases_have_the_same_tables_and_columns(path: Path) -> None:
    dsn = await emptied()
    await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        rows = await connection.fetch(
            "SELECT table_name, column_name, is_nullable FROM information_schema.columns"
            " WHERE table_schema = 'public'"
            " AND table_name NOT IN ('guildhall', 'process', 'lease')"
        )
    with closing(connect(path)) as file:
        tables = file.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        columns = {
            (table, name, "NO" if required or key else "YES")
            for (table,) in tables
            for _, name, _, required, _, key in file.execute(f"PRAGMA table_info({table})")
        }
    assert {tuple(row) for row in rows} == columns


async def test_tables_of_another_program_are_left_alone() -> None:
    dsn = await emptied()
    async with connected(dsn) as connection:
        await connection.execute("CREATE TABLE session (x TEXT)")
        assert "another program" in await reason_of_refusal(dsn)
        assert await connection.fetchval("SELECT count(*) FROM session") == 0


@pytest.mark.parametrize("table", ["session", "seat", "process", "fact"])
async def test_a_lost_table_is_named_and_not_made_anew(table: str) -> None:
    dsn = await emptied()
    await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        await connection.execute(f"DROP TABLE {table} CASCADE")
        assert f"tables are missing ({table})" in await reason_of_refusal(dsn)


async def test_a_newer_schema_is_refused_and_left_alone() -> None:
    dsn = await emptied()
    await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        await connection.execute("UPDATE guildhall SET version = 99")
        reason = await reason_of_refusal(dsn)
        assert "newer Guildhall (schema 99, this one knows" in reason
        assert await connection.fetchval("SELECT version FROM guildhall") == 99


async def test_a_failing_migration_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = await emptied()
    (tmp_path / "0001_first.sql").write_text("CREATE TABLE one (x TEXT);\nSELECT nonsense;\n")
    monkeypatch.setattr(server.migrate, "__defaults__", (tmp_path,))
    assert "42703" in await reason_of_refusal(dsn)
    async with connected(dsn) as connection:
        tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public'"
        assert await connection.fetchval(tables) == 0


async def test_a_schema_is_brought_up_by_what_it_lacks_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = await emptied()
    monkeypatch.setattr(server.migrate, "__defaults__", (tmp_path,))
    (tmp_path / "0001_first.sql").write_text("CREATE TABLE one (x TEXT);\n")
    await (await PostgresStore.open(dsn)).close()
    (tmp_path / "0002_second.sql").write_text("ALTER TABLE one ADD COLUMN y TEXT;\n")
    await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        assert await connection.fetchval("SELECT version FROM guildhall") == newest(tmp_path) == 2
        await connection.execute("INSERT INTO one (x, y) VALUES ('a', 'b')")


async def newer(dsn: str, tmp_path: Path, script: str) -> None:
    """A program that knows one more migration opens the database, and ends."""
    folder = shutil.copytree(server.MIGRATIONS, tmp_path / "newer")
    (folder / f"{newest(folder) + 1:04}_more.sql").write_text(script)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(server.migrate, "__defaults__", (folder,))
        await (await PostgresStore.open(dsn)).close()


@pytest.mark.parametrize(("first", "opens"), [("-- older programs may go on\n", True), ("", False)])
async def test_a_newer_schema_that_only_adds_is_gone_on_with(
    tmp_path: Path, first: str, opens: bool
) -> None:
    dsn = await emptied()
    await (await PostgresStore.open(dsn)).close()
    await newer(dsn, tmp_path, f"{first}CREATE TABLE more (x INTEGER);")
    if not opens:
        assert "newer Guildhall" in await reason_of_refusal(dsn)
        return
    store = await PostgresStore.open(dsn)
    await lobby(store)
    await store.close()
    async with connected(dsn) as connection:
        version = await connection.fetchval("SELECT version FROM guildhall")
        assert version == newest(server.MIGRATIONS) + 1


@pytest.mark.parametrize(("first", "opens"), [("-- older programs may go on\n", True), ("", False)])
async def test_no_schema_is_changed_under_programs_that_could_not_go_on(
    tmp_path: Path, first: str, opens: bool
) -> None:
    dsn = await emptied()
    await (await PostgresStore.open(dsn)).close()
    script = f"{first}CREATE TABLE more (x INTEGER);"
    async with connected(dsn) as connection:
        await connection.execute(
            "INSERT INTO process (id, shards, total, seen_at, release)"
            " VALUES ('older', '[0]', 1, extract(epoch FROM now()), '[\"\", {}]')"
        )
        if opens:
            await newer(dsn, tmp_path, script)
            return
        with pytest.raises(StoreUnusable, match="stop all of them"):
            await newer(dsn, tmp_path, script)
        assert await connection.fetchval("SELECT version FROM guildhall") == newest(
            server.MIGRATIONS
        )
        await connection.execute("UPDATE process SET seen_at = seen_at - 60")
        shutil.rmtree(tmp_path / "newer")
        await newer(dsn, tmp_path, script)


async def test_nothing_said_of_a_database_holds_its_password() -> None:
    reason = await reason_of_refusal("postgresql://guild:s3cret@127.0.0.1:1/guildhall")
    assert reason.startswith("the database guildhall at 127.0.0.1: ")
    assert "s3cret" not in reason


async def test_a_store_goes_on_after_the_server_has_dropped_all_connections() -> None:
    dsn = await emptied()
    store = await PostgresStore.open(dsn)
    made = await lobby(store, 7)
    async with connected(dsn) as connection:
        await drop_bots(connection)
    assert await store.session(made.id) == made
    await lobby(store, 8)
    await store.close()


def dropped_at_first(dsn: str, work: Callable[[Database], None]) -> Callable[[Database], None]:
    """Work in the middle of which the server closes the connection, the first time."""
    before = [drop_bots]

    async def drop() -> None:
        async with connected(dsn) as connection:
            await before.pop()(connection)

    def interrupted(db: Database) -> None:
        db.execute("SELECT 1")
        if before:
            thread = Thread(target=asyncio.run, args=(drop(),))
            thread.start()
            thread.join()  # this loop stands still meanwhile
        work(db)

    return interrupted


async def test_a_connection_that_is_lost_while_the_database_is_opened_is_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dsn = await emptied()
    monkeypatch.setattr(server, "migrate", dropped_at_first(dsn, server.migrate))
    store = await PostgresStore.open(dsn)
    await lobby(store)
    await store.close()


async def test_a_change_in_the_middle_of_which_the_connection_is_lost_is_made_anew() -> None:
    dsn = await emptied()
    store = await PostgresStore.open(dsn)
    made = await lobby(store)

    def change(db: Database) -> None:
        db.execute("UPDATE session SET moves = moves + 1")

    await store._write(dropped_at_first(dsn, change))
    assert await store.session(made.id) == replace(made, moves=made.moves + 1)
    await store.close()


async def test_a_store_goes_on_where_it_has_not_noticed_that_its_connections_were_dropped() -> None:
    dsn = await emptied()
    store = await PostgresStore.open(dsn)
    made = await lobby(store, 7)
    await asyncio.gather(*(store.session(made.id) for _ in range(6)))

    async def drop() -> None:
        async with connected(dsn) as connection:
            await drop_bots(connection)

    def drop_unnoticed() -> None:
        thread = Thread(target=asyncio.run, args=(drop(),))
        thread.start()
        thread.join()  # the store's loop stands still meanwhile

    drop_unnoticed()
    assert await store.session(made.id) == made
    drop_unnoticed()
    assert await store.posts(made.id) == []
    drop_unnoticed()
    assert (await lobby(store, 8)).channel_id == 8
    await store.close()


async def test_processes_that_start_at_once_have_one_of_them_make_the_tables() -> None:
    dsn = await emptied()
    for store in await asyncio.gather(*(PostgresStore.open(dsn) for _ in range(4))):
        await store.counts()
        await store.close()


async def test_two_processes_have_the_database() -> None:
    dsn = await emptied()
    first, second = await PostgresStore.open(dsn), await PostgresStore.open(dsn)
    made = await lobby(first)
    assert await second.session(made.id) == made
    assert (await lobby(second, 8)).id != made.id
    await first.close()
    await second.close()


async def of_the_first_schema(folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A database as it was released first."""
    dsn = await emptied()
    shutil.copy(server.MIGRATIONS / "0001_initial.sql", folder)
    with monkeypatch.context() as released:
        released.setattr(server.migrate, "__defaults__", (folder,))
        await (await PostgresStore.open(dsn)).close()
    return dsn


async def test_a_program_that_has_the_database_for_itself_is_left_alone_while_it_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = await of_the_first_schema(tmp_path, monkeypatch)
    async with connected(dsn) as older:
        await older.execute("UPDATE guildhall SET holder = 'older'")
        await older.fetchval("SELECT pg_try_advisory_lock(hashtext('guildhall'))")
        assert "in use by a running bot of an older Guildhall" in await reason_of_refusal(dsn)
        assert await older.fetchval("SELECT holder FROM guildhall") == "older"
    await (await PostgresStore.open(dsn)).close()
    async with connected(dsn) as connection:
        assert await connection.fetchval("SELECT holder FROM guildhall") is None


async def test_a_database_of_the_first_schema_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dsn = await of_the_first_schema(tmp_path, monkeypatch)
    async with connected(dsn) as connection:
        await connection.execute(
            "INSERT INTO session (game, options, channel_id, locale, host_id, status, moves,"
            " computers_due, created_at, updated_at)"
            " VALUES ('guildes', '{}', 7, 'fr', 100, 'lobby', 0, FALSE, 1, 1)"
        )
    store = await PostgresStore.open(dsn)
    found = await store.live_session_in(7)
    assert found is not None
    assert (found.host_id, found.version) == (100, 0)
    await store.change(found, replace(found, seats=SEATS))
    assert await store.posts_and_tokens(found.id) == []
    await store.close()


async def test_a_process_that_is_frozen_in_the_middle_of_a_change_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    dsn = await emptied()
    monkeypatch.setattr(server, "FROZEN", 0.2)
    store, frozen = await PostgresStore.open(dsn), await asyncpg.connect(dsn, **server.options())
    made = await lobby(store)
    await frozen.execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    await frozen.execute("UPDATE session SET locale = 'en-US'")
    await store.end(made.id)
    with pytest.raises(SERVER):
        await frozen.execute("SELECT 1")
    ended = await store.session(made.id)
    assert ended is not None
    assert (ended.status, ended.locale) == ("abandoned", "fr")
    await frozen.close()
    await store.close()


async def test_what_the_server_cannot_take_is_no_damage_of_a_session() -> None:
    store = await PostgresStore.open(await emptied())
    with pytest.raises(StoreFailed):
        await store.session(2**70)
    await store.close()


async def test_what_is_broken_off_in_the_middle_of_a_change_changes_nothing() -> None:
    store = await PostgresStore.open(await emptied())
    made, reached = await lobby(store), asyncio.Event()

    def change(db: Database) -> None:
        db.execute("UPDATE session SET locale = 'en-US'")
        reached.set()
        db.execute("SELECT pg_sleep(60)")

    changing = asyncio.create_task(store._write(change))
    await reached.wait()
    changing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await changing
    assert await store.session(made.id) == made
    await store.close()


async def test_a_closed_store_says_so() -> None:
    store = await PostgresStore.open(await emptied())
    await store.close()
    await store.close()
    with pytest.raises(StoreFailed, match="is closed"):
        await store.session(1)
    with pytest.raises(StoreFailed, match="is closed"):
        await lobby(store)


async def test_a_server_that_is_away_is_told_from_what_a_person_must_mend() -> None:
    there = await emptied()
    nowhere = "postgresql://guild@127.0.0.1:1/guildhall"
    with pytest.raises(StoreAway, match="the database guildhall at 127"):
        await PostgresStore.open(nowhere)
    other = there.replace("/postgres?", "/nothing_of_the_name?")
    assert other != there
    with pytest.raises(StoreUnusable, match="there is no such database") as refused:
        await PostgresStore.open(other)
    assert not isinstance(refused.value, StoreAway)


@pytest.mark.parametrize(
    ("error", "awaited"),
    [
        (asyncpg.CannotConnectNowError, True),
        (asyncpg.TooManyConnectionsError, True),
        (asyncpg.DiskFullError, True),
        (asyncpg.AdminShutdownError, True),
        (ConnectionRefusedError, True),
        (TimeoutError, True),
        (asyncpg.InvalidPasswordError, False),
        (asyncpg.InvalidAuthorizationSpecificationError, False),
        (asyncpg.InvalidCatalogNameError, False),
        (asyncpg.InvalidSchemaNameError, False),
        (asyncpg.InsufficientPrivilegeError, False),
        (asyncpg.exceptions.ClientConfigurationError, False),
    ],
)
def test_what_passes_by_itself(error: type[Exception], awaited: bool) -> None:
    assert passes(error("said by the server")) is awaited
