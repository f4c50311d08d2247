"""Copies of a PostgreSQL database, made while a bot runs on it."""

from __future__ import annotations

import os
import socket
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from bot.running.forgetting import Backups
from bot.store.errors import StoreUnusable
from bot.store.opening import open_store, place
from bot.store.postgresql.server import dump
from tests.bot.store.builders import files, rights, started
from tests.local.clock import ManualClock
from tests.postgresql import connected, emptied, programs

SCHEMA = "-c%20search_path%3Dguildhall"
"""In an address, in which a + is no blank to pg_dump."""


@pytest.fixture
async def dsn(monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, with its own programs at hand."""
    address = await emptied()
    monkeypatch.setenv("PATH", f"{programs()}{os.pathsep}{os.environ['PATH']}")
    return address


def standing_in(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Have this be pg_dump."""
    program = folder / "pg_dump"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def read(file: Path) -> list[str]:
    return file.read_text().splitlines()


async def test_a_nights_copy_is_put_back_by_pg_restore(dsn: str, tmp_path: Path) -> None:
    store = await open_store(place(dsn))
    game = await started(store)
    backups = Backups(store, tmp_path / "copies", 7, ManualClock(1_800_000_000), lambda: True)
    backups.run()
    await backups.settled()
    backups.close()
    await store.close()
    (copy,) = files(tmp_path / "copies")
    assert copy.name == "guildhall-2027-01-15.dump"
    async with connected(await emptied()) as connection:
        assert await connection.fetchval("SELECT to_regclass('session')") is None
    subprocess.run(  # noqa: ASYNC221, S603
        ["pg_restore", f"--dbname={dsn}", str(copy)],  # noqa: S607
        check=True,
    )
    again = await open_store(place(dsn))
    assert await again.session(game.id) == game
    await again.close()


async def test_nobody_else_may_read_a_copy(dsn: str, tmp_path: Path, anybody: None) -> None:
    await dump(dsn, tmp_path / "copy.dump")
    assert rights(tmp_path / "copy.dump") == 0o600


async def test_the_list_of_processes_shows_no_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing_in(tmp_path, monkeypatch, 'printf "%s\\n" "$@" "$PGPASSWORD" >"$0.told"')
    for dsn in ("postgresql://ada:s%2Fcret@host:5433/games", "postgresql:///games?password=s/cret"):
        await dump(dsn, tmp_path / "copy.dump")  # in which this one writes nothing
        *arguments, password = read(tmp_path / "pg_dump.told")
        assert password == "s/cret"
        assert not any("cret" in argument for argument in arguments)
        address = urlsplit(next(a for a in arguments if "--dbname" in a).partition("=")[2])
        assert address.path == "/games"


async def test_pg_dump_reads_an_address_as_the_bot_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing_in(tmp_path, monkeypatch, 'printf "%s\\n" "$@" >"$0.told"')
    await dump(f"postgresql:///games?options={SCHEMA}", tmp_path / "copy.dump")
    (address,) = (a for a in read(tmp_path / "pg_dump.told") if "--dbname" in a)
    assert address == f"--dbname=postgresql:///games?options={SCHEMA}"


async def test_what_pg_dump_says_is_the_reason(dsn: str, tmp_path: Path) -> None:
    missing = urlsplit(dsn)._replace(path="/elsewhere").geturl()
    with pytest.raises(StoreUnusable, match='database "elsewhere" does not exist'):
        await dump(missing, tmp_path / "copy.dump")
    assert files(tmp_path) == []


async def test_without_pg_dump_its_package_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreUnusable, match="postgresql-client"):
        await dump("postgresql://host/games", tmp_path / "copy.dump")


async def test_for_a_pg_dump_older_than_its_server_a_newer_one_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    standing_in(
        tmp_path,
        monkeypatch,
        'case "$LC_ALL" in C) ;; *) exit 3;; esac\n'
        "echo pg_dump: error: aborting because of server version mismatch >&2\n"
        "echo pg_dump: detail: server version: 17.2\\; pg_dump version: 15.10 >&2\n"
        "exit 1",
    )
    with pytest.raises(StoreUnusable) as refused:
        await dump("postgresql://host/games", tmp_path / "copy.dump")
    assert refused.value.reason.endswith(
        "server version: 17.2; pg_dump version: 15.10: install a pg_dump no older than the server"
        " (Debian: postgresql-client)"
    )


async def test_a_server_that_says_nothing_is_given_up(
    dsn: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.postgresql.server._DUMPING", 2)  # the least that there is
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"postgresql://ada@127.0.0.1:{silent.getsockname()[1]}/games"
        with pytest.raises(StoreUnusable, match="timeout expired"):
            await dump(address, tmp_path / "copy")
    assert files(tmp_path) == []
