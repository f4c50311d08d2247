"""Migrations: all that are pending, or none."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.store import schema
from bot.store.schema import GO_ON, newest
from bot.store.sqlite.database import migrate


@pytest.fixture
def database(path: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(path, isolation_level=None)
    yield connection
    connection.close()


def folder(tmp_path: Path, *scripts: str) -> Path:
    made = tmp_path / "migrations"
    made.mkdir(exist_ok=True)
    for number, script in enumerate(scripts, start=1):
        (made / f"{number:04}_step.sql").write_text(script)
    return made


def tables(database: sqlite3.Connection) -> set[str]:
    return {name for (name,) in database.execute("SELECT name FROM sqlite_master")}


def test_pending_migrations_are_applied_in_order(
    tmp_path: Path, database: sqlite3.Connection
) -> None:
    first = "CREATE TABLE a (x); -- the first;\nCREATE TABLE b (x);\n"
    migrate(database, folder(tmp_path, first))
    assert tables(database) == {"a", "b"}
    second = "ALTER TABLE b RENAME TO c;\nINSERT INTO c VALUES ('one; two');"
    steps = folder(tmp_path, first, second, "CREATE TABLE d (x)")
    migrate(database, steps)
    assert tables(database) == {"a", "c", "d"}
    assert database.execute("SELECT x FROM c").fetchall() == [("one; two",)]
    assert database.execute("PRAGMA user_version").fetchone() == (3,)
    migrate(database, steps)


def test_a_failing_migration_leaves_the_file_as_it_was(
    tmp_path: Path, path: Path, database: sqlite3.Connection
) -> None:
    first = "CREATE TABLE a (x);\nINSERT INTO a VALUES (1);\n"
    migrate(database, folder(tmp_path, first))
    before = path.read_bytes()
    steps = folder(
        tmp_path, first, "DROP TABLE a;\nCREATE TABLE b (x);", "INSERT INTO gone SELECT 1;"
    )
    with pytest.raises(sqlite3.OperationalError, match="gone"):
        migrate(database, steps)
    assert path.read_bytes() == before
    assert tables(database) == {"a"}
    assert database.execute("PRAGMA user_version").fetchone() == (1,)


def test_a_migration_that_finds_the_disk_full_leaves_the_file_as_it_was(
    path: Path, database: sqlite3.Connection
) -> None:
    database.execute("PRAGMA max_page_count = 4")
    with pytest.raises(sqlite3.OperationalError) as full:
        migrate(database)
    assert full.value.sqlite_errorcode == sqlite3.SQLITE_FULL
    assert not database.in_transaction
    assert path.read_bytes() == b""


FACTS = "CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL);"
MARKED = f"{GO_ON}: adds only\nCREATE TABLE b (x);"


@pytest.mark.parametrize(
    ("scripts", "known", "goes_on"),
    [
        ((FACTS, MARKED), 1, True),
        ((FACTS, MARKED, MARKED.replace("b", "c")), 1, True),
        ((FACTS, "CREATE TABLE c (x);", MARKED), 1, False),
        ((FACTS, "CREATE TABLE c (x);", MARKED), 2, True),
        ((FACTS, MARKED, "CREATE TABLE c (x);"), 1, False),
        ((FACTS, MARKED, "CREATE TABLE c (x);"), 2, False),
        ((FACTS, f"CREATE TABLE c (x);\n{MARKED}"), 1, False),
    ],
)
def test_older_programs_go_on_where_all_that_they_do_not_know_says_so(
    tmp_path: Path,
    database: sqlite3.Connection,
    scripts: tuple[str, ...],
    known: int,
    goes_on: bool,
) -> None:
    # One after the other, as programs come out.
    for number in range(1, len(scripts) + 1):
        migrate(database, folder(tmp_path, *scripts[:number]))
    assert schema.goes_on(database, len(scripts), known) == goes_on


def test_where_what_is_noted_for_older_programs_is_damaged_they_may_not_go_on(
    tmp_path: Path, database: sqlite3.Connection
) -> None:
    migrate(database, folder(tmp_path, FACTS))
    migrate(database, folder(tmp_path, FACTS, MARKED))
    database.execute("UPDATE fact SET value = '2 one' WHERE name = 'schema'")
    assert not schema.goes_on(database, 2, 1)


def test_a_gap_in_the_numbers_is_noticed(tmp_path: Path) -> None:
    steps = folder(tmp_path, "SELECT 1;", "SELECT 1;", "SELECT 1;")
    assert newest(steps) == 3
    (steps / "0002_step.sql").unlink()
    with pytest.raises(ValueError, match="migration 2 is missing"):
        newest(steps)
