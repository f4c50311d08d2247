"""The program: what stops it from starting is one clear line and exit code 2."""

import asyncio
import contextlib
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys

import aiohttp
import pytest

from bot.__main__ import CannotStart, _play, main
from bot.delivery.wire.caution import Shards
from bot.languages import LOCALES, Languages
from bot.local import NO_LIMITS, LocalDiscord, point_discord_at
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.store.opening import open_store
from bot.store.sqlite.store import SqliteStore
from tests.postgresql import unused


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """No settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    for name in (
        "DISCORD_TOKEN",
        "DATABASE",
        "SHARDS",
        "DISCORD_PROXY",
        "LOCAL_PORT",
        "LOG_LEVEL",
        "LONDON_COMPONENTS",
        "LOG_FORMAT",
        "SENTRY_DSN",
        "METRICS_PORT",
        "METRICS_HOST",
        "BACKUPS",
        "BACKUPS_KEPT",
    ):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LOCAL_PORT", "0")


def complaint(capsys, *arguments):
    """The one line on standard error of a program that could not start."""
    assert main(list(arguments)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert said.startswith("guildhall: ")
    return said


def test_rules_that_were_changed_since_they_were_compiled(capsys, monkeypatch):
    monkeypatch.setattr("bot.__main__.outdated", lambda: ["engine/parts/rng.py"])
    said = complaint(capsys)
    assert "engine/parts/rng.py" in said
    assert "make compile" in said


def test_a_broken_setting(capsys, monkeypatch):
    monkeypatch.setenv("LOCAL_PORT", "many")
    assert "LOCAL_PORT" in complaint(capsys)


def test_a_token_with_a_blank_in_it_is_not_repeated(capsys, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "secret to\u00adken")
    said = complaint(capsys)
    assert "DISCORD_TOKEN" in said
    assert "secret" not in said


def test_some_of_the_shards_over_a_file(capsys, monkeypatch):
    monkeypatch.setenv("DISCORD_TOKEN", "token")
    monkeypatch.setenv("SHARDS", "0-3/8")
    said = complaint(capsys)
    assert "SHARDS is 0-3/8" in said
    assert "PostgreSQL" in said


async def test_fewer_shards_than_discord_wants(tmp_path):
    async with LocalDiscord(limits=NO_LIMITS, shards=2) as discord:
        point_discord_at(discord.url)
        client = Guildhall(shards=Shards(0, 0, 1))
        store = await open_store(tmp_path / "guildhall.sqlite3")
        client.services = Services(client, store, Languages.load())
        with pytest.raises(CannotStart, match="SHARDS: Discord wants more"):
            await _play(client, discord.token, asyncio.Event())


async def test_a_token_that_the_gateway_refuses(tmp_path):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        point_discord_at(discord.url)
        client = Guildhall()
        store = await open_store(tmp_path / "guildhall.sqlite3")
        client.services = Services(client, store, Languages.load())
        playing = asyncio.create_task(_play(client, discord.token, asyncio.Event()))
        await client.caught_up.wait()
        await discord.gateway.drop(4004)
        with pytest.raises(CannotStart, match="Discord refuses DISCORD_TOKEN"):
            await playing


class Deaf(Guildhall):
    """Loses the first cancellation, as `asyncio.wait_for` may that meets a result."""

    async def start(self, token, *, reconnect=True):
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()


async def test_it_stops_also_where_a_cancellation_was_lost(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.__main__.AGAIN", 0.0)
    client = Deaf()
    store = await open_store(tmp_path / "guildhall.sqlite3")
    client.services = Services(client, store, Languages.load())
    stop = asyncio.Event()
    stop.set()
    async with asyncio.timeout(5):
        await _play(client, "token", stop)


def test_a_taken_port(capsys, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("LOCAL_PORT", str(port))
        assert str(port) in complaint(capsys)


def test_a_database_in_a_folder_that_cannot_be_made(capsys, monkeypatch, tmp_path):
    tmp_path.joinpath("file").write_text("")
    monkeypatch.setenv("DATABASE", str(tmp_path / "file" / "guildhall.sqlite3"))
    assert "can't be made" in complaint(capsys)


def test_a_file_that_is_no_database_is_left_as_it_is(capsys, monkeypatch, tmp_path):
    notes = tmp_path / "notes.txt"
    notes.write_text("not a database, but dear to somebody\n" * 99)
    before = notes.read_bytes()
    monkeypatch.setenv("DATABASE", str(notes))
    assert str(notes) in complaint(capsys)
    assert notes.read_bytes() == before


async def test_a_database_in_use_by_another_bot(tmp_path):
    store = await SqliteStore.open(tmp_path / "guildhall.sqlite3")
    process = await program("None")
    _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode().endswith("is in use by another running bot\n")
    await store.close()


def test_a_taken_port_of_the_metrics(capsys, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        monkeypatch.setenv("METRICS_PORT", str(taken.getsockname()[1]))
        assert "METRICS_PORT" in complaint(capsys)


def test_a_dsn_that_is_none_is_not_repeated(capsys, monkeypatch):
    monkeypatch.setenv("SENTRY_DSN", "nothing-that-sentry-knows")
    assert "SENTRY_DSN is no DSN" in complaint(capsys)


def test_a_backup_that_is_not_there_is_not_restored(capsys, tmp_path):
    assert "there is no backup" in complaint(capsys, "restore", "copy.sqlite3")
    assert not tmp_path.joinpath("guildhall.sqlite3").exists()


def test_components_that_are_no_folder(capsys, monkeypatch):
    monkeypatch.setenv("LONDON_COMPONENTS", "nowhere")
    assert "LONDON_COMPONENTS" in complaint(capsys)


def test_components_that_are_none(capsys, monkeypatch, tmp_path):
    tmp_path.joinpath("cards").mkdir()
    monkeypatch.setenv("LONDON_COMPONENTS", str(tmp_path / "cards"))
    assert "LONDON_COMPONENTS" in complaint(capsys)


def test_a_backup_says_what_was_copied_and_where_to(capsys, tmp_path):
    asyncio.run(made(tmp_path / "guildhall.sqlite3"))
    assert main(["backup", "copy.sqlite3"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("copied ")
    assert said.endswith(" to copy.sqlite3\n")
    asyncio.run(made(tmp_path / "copy.sqlite3"))


async def made(database):
    """Open a database and close it again."""
    await (await SqliteStore.open(database)).close()


def test_a_backup_of_nothing(capsys):
    assert "no database" in complaint(capsys, "backup", "copy.sqlite3")


def test_the_doctor_says_what_is_missing(capsys):
    assert main(["doctor"]) == 1
    assert "FAILED DISCORD_TOKEN" in capsys.readouterr().out


def unread(module, *arguments, **environment):
    """The program whose output nobody reads any more, as after `| head -1`, once it has ended."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        return subprocess.run(  # noqa: S603
            [sys.executable, "-m", module, *arguments],
            stdout=writing,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "", "PYTHONPATH": os.pathsep.join(sys.path)}
            | environment,
            check=False,
        )
    finally:
        os.close(writing)


@pytest.mark.parametrize("order", ["admin sessions", "backup copy.sqlite3", "doctor"])
def test_an_order_of_which_nobody_reads_more_ends_without_a_word(order, tmp_path):
    asyncio.run(made(tmp_path / "guildhall.sqlite3"))
    ended = unread("bot", *order.split())
    assert ended.stderr == b""
    assert ended.returncode == 1


def test_an_order_beside_postgresql_of_which_nobody_reads_more_ends_without_a_word():
    dsn = asyncio.run(unused())
    assert unread("bot", "admin", "sessions", DATABASE=dsn).stderr == b""


def test_a_name_that_a_terminal_cant_show_is_no_failure(tmp_path, capsys):
    asyncio.run(made(tmp_path / "guildhall.sqlite3"))
    sys.stdout.reconfigure(encoding="ascii", errors="strict")
    assert main(["backup", "🎲.sqlite3"]) == 0
    assert capsys.readouterr().out.endswith(" to \\U0001f3b2.sqlite3\n")


def test_an_order_that_is_broken_off_at_the_keyboard_says_nothing(capsys, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("bot.__main__.restore", interrupted)
    assert main(["restore", "copy.sqlite3"]) == 130
    assert capsys.readouterr() == ("", "")


def test_whatever_else_stops_it_is_one_line_and_exit_code_1(capsys, monkeypatch):
    def broken(boxes):
        raise ZeroDivisionError("nothing to divide by")

    monkeypatch.setattr("bot.__main__.languages_of", broken)
    assert main([]) == 1
    assert (
        capsys.readouterr().err == "guildhall: stopped by ZeroDivisionError: nothing to divide by\n"
    )


def test_a_broken_language_file_is_named(capsys, monkeypatch, tmp_path):
    folder = tmp_path / "locales"
    shutil.copytree(LOCALES, folder)
    folder.joinpath("fr/LC_MESSAGES/london.po").write_text("msgid london", encoding="utf-8")
    monkeypatch.setattr("bot.__main__.languages_of", lambda _: Languages.load(folder))
    assert "fr/LC_MESSAGES/london.po" in complaint(capsys)


def test_parts_that_cannot_be_put_together_leave_the_database_free(capsys, monkeypatch, tmp_path):
    def broken(*args, **kwargs):
        raise ZeroDivisionError

    monkeypatch.setattr("bot.__main__.Services", broken)
    monkeypatch.setenv("DATABASE", str(tmp_path / "guildhall.sqlite3"))
    assert main([]) == 1
    asyncio.run(open_and_close(tmp_path / "guildhall.sqlite3"))


async def open_and_close(path):
    await (await SqliteStore.open(path)).close()


async def program(code, **environment):
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        f"import sys; from bot.__main__ import main; {code}; sys.exit(main([]))",
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
    )


async def health(address):
    """What a program says of itself once its drawing process has begun: answers wait for that."""
    said = slow = "nothing was drawn for 3 s\n"
    async with aiohttp.ClientSession() as session:
        while said == slow:
            async with session.get(f"{address}/health") as answer:
                said = await answer.text()
    return answer.status, said


async def test_a_token_that_discord_refuses():
    async with LocalDiscord() as discord:
        point = f"from bot.local import point_discord_at; point_discord_at({discord.url!r})"
        process = await program(point, DISCORD_TOKEN="wrong", BACKUPS_KEPT="0")
        _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode() == "guildhall: Discord refuses DISCORD_TOKEN; copy it again\n"


async def test_the_local_table_on_any_free_port_until_it_is_stopped(tmp_path):
    process = await program("None")
    lines = [(await process.stdout.readline()).decode() for _ in range(2)]
    assert "No DISCORD_TOKEN" in lines[0]
    assert lines[1].startswith("Local table: http://127.0.0.1:")
    process.send_signal(signal.SIGTERM)
    _, said = await process.communicate()
    assert process.returncode == 0
    assert "Traceback" not in said.decode()
    with sqlite3.connect(tmp_path / "guildhall.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_metrics_health_logs_and_nightly_copies_of_a_running_program(tmp_path):
    folder = tmp_path / "copies"
    process = await program("None", METRICS_PORT="0", LOG_FORMAT="json", BACKUPS=str(folder))
    events = {}
    while not {"metrics and health", "backup made", "ready"} <= set(events):
        event = json.loads(await process.stderr.readline())
        events[event["event"]] = event
    address = events["metrics and health"]["address"]
    assert address.startswith("http://127.0.0.1:")
    assert await health(address) == (200, "well\n")
    async with aiohttp.ClientSession() as session, session.get(f"{address}/metrics") as metrics:
        text = await metrics.text()
    assert "guildhall_connected 1.0" in text
    for queue in ("drawing", "thinking", "calls", "board", "hand"):
        assert f'guildhall_queue_length{{queue="{queue}"}} 0.0' in text
    assert 'guildhall_store_commit_seconds_count{outcome="done"}' in text
    assert 'route="/users/@me"' in text
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    assert process.returncode == 0
    copy = await SqliteStore.open(folder / events["backup made"]["file"])
    await copy.close()
