"""The recipes of docs/running.md, played: a copied .env, an unprivileged user, a tree that can
only be read."""

from __future__ import annotations

import asyncio
import importlib.util
import re
import shlex
import shutil
import signal
import socket
import subprocess
from http import HTTPStatus
from pathlib import Path

import aiohttp
import pytest

from bot.local import NO_LIMITS, LocalDiscord
from tests.installing import ROOT
from tests.whole.recipes import Container, Machine, Unit, started, unprivileged, until_said

READY = ("event=ready", "backup made")
SEVERAL = "several processes need PostgreSQL as DATABASE"

pytestmark = pytest.mark.xdist_group("recipes")


@pytest.fixture(scope="module")
def installed():
    machine = Machine()
    yield machine
    shutil.rmtree(machine.root)


@pytest.fixture
def machine(installed):
    yield installed
    shutil.rmtree(installed.at("/var"), ignore_errors=True)
    shutil.rmtree(installed.at("/data"), ignore_errors=True)
    for file in installed.at("/etc").iterdir():
        file.unlink()


@pytest.fixture
async def discord():
    async with LocalDiscord(limits=NO_LIMITS) as running:
        yield running


def every_line(example: str) -> str:
    """As the example was for long: each setting with its default, or empty."""
    return re.sub(r"^#(?=[A-Z_]+=)", "", example, flags=re.MULTILINE)


def as_it_is(example: str) -> str:
    return example


def env_file(machine: Machine, path: str, copy, **settings: str) -> Path:
    """The example, copied, with what an operator sets."""
    text = copy((machine.tree / ".env.example").read_text(encoding="utf-8"))
    for name, value in settings.items():
        text, found = re.subn(rf"^#?{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
        assert found == 1
    file = machine.at(path)
    file.write_text(text, encoding="utf-8")
    return file


def kept(folder: Path) -> list[str]:
    """What the bot has written, without what SQLite has beside its file."""
    files = (str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file())
    return sorted(re.sub(r"\d{4}-\d\d-\d\d", "DAY", file) for file in files)


async def stopped(process: asyncio.subprocess.Process) -> int:
    process.send_signal(signal.SIGTERM)
    await process.communicate()
    return process.returncode


@pytest.mark.parametrize("copy", [as_it_is, every_line])
async def test_the_unit_starts_with_a_copied_example_and_a_token(machine, discord, copy):
    env_file(
        *(machine, "/etc/guildhall.env", copy),
        DISCORD_TOKEN=discord.token,
        DISCORD_PROXY=discord.url,
    )
    unit = Unit(machine, "guildhall.service")
    own = machine.own_folder(f"/var/lib/{unit.one('StateDirectory')}")
    async with started(unit) as process:
        await until_said(process, *READY)
        assert await stopped(process) == 0
    assert kept(own) == [
        *("backups/guildhall-DAY.sqlite3", "guildhall.sqlite3", "guildhall.sqlite3.lock")
    ]
    assert machine.untouched()


def beside_the_unit(machine: Machine) -> tuple[dict[str, str], list[str]]:
    """The documented command for whoever runs the unit: its options, and what it starts."""
    told = machine.here((ROOT / "docs/running.md").read_text(encoding="utf-8")).replace("\\\n", "")
    (line,) = re.findall(r"^sudo systemd-run (.*) \.\.\.$", told, re.MULTILINE)
    words = shlex.split(line)
    options = [word for word in words if word.startswith("--")]
    return dict(word.split("=", 1) for word in options if "=" in word), words[len(options) :]


async def test_commands_beside_the_unit_have_its_place_and_settings(machine, discord):
    env_file(
        *(machine, "/etc/guildhall.env", as_it_is),
        DISCORD_TOKEN=discord.token,
        DISCORD_PROXY=discord.url,
    )
    unit = Unit(machine, "guildhall.service")
    own = machine.own_folder(f"/var/lib/{unit.one('StateDirectory')}")
    options, command = beside_the_unit(machine)
    assert options == {
        "--uid": unit.one("User"),
        "--working-directory": unit.folder,
        "--setenv": unit.one("Environment"),
        "--property": f"EnvironmentFile={unit.one('EnvironmentFile')}",
    }
    assert command == unit.command
    done = await asyncio.create_subprocess_exec(
        *unprivileged(*command, "doctor"),
        env=unit.environment,
        cwd=unit.folder,
        stdout=asyncio.subprocess.PIPE,
    )
    said, _ = await done.communicate()
    assert (done.returncode, b"All is well." in said) == (0, True)
    assert "guildhall.sqlite3" in kept(own)


def test_whoever_the_bot_runs_as_may_write_nothing_in_the_tree(machine):
    new = machine.tree / "bot" / "new"
    done = subprocess.run(  # noqa: S603
        unprivileged("touch", str(new)), check=False, capture_output=True
    )
    assert (done.returncode, new.exists()) == (1, False)
    assert b"Permission denied" in done.stderr


def test_the_installed_tree_holds_its_byte_code(machine):
    sources = [
        file.relative_to(ROOT)
        for part in ("bot", "cogs", "engine", "images")
        for file in (ROOT / part).rglob("*.py")
    ]
    code = [Path(importlib.util.cache_from_source(str(machine.tree / file))) for file in sources]
    assert [file for file in code if not file.exists()] == []


@pytest.mark.parametrize(("instance", "shards"), [("1-2", "1-1/2"), (r"0\x2d3-8", "0-3/8")])
@pytest.mark.parametrize("copy", [as_it_is, every_line])
async def test_an_instance_of_the_template_has_its_shards(machine, copy, instance, shards):
    env_file(machine, "/etc/guildhall.env", copy, DISCORD_TOKEN="token")
    unit = Unit(machine, "guildhall@.service", instance)
    machine.own_folder(f"/var/lib/{unit.one('StateDirectory')}")
    async with started(unit) as process:
        _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode() == f"guildhall: SHARDS is {shards}: {SEVERAL}\n"


def test_settings_of_one_instance_count_more_than_those_of_all(machine):
    env_file(machine, "/etc/guildhall.env", as_it_is, METRICS_PORT="9464")
    machine.at("/etc/guildhall-1-2.env").write_text("METRICS_PORT=9465\n")
    ports = [
        Unit(machine, "guildhall@.service", instance).environment["METRICS_PORT"]
        for instance in ("0-2", "1-2")
    ]
    assert ports == ["9464", "9465"]


def test_the_template_locks_the_bot_in_as_the_unit_does():
    def sandbox(name: str) -> str:
        return (ROOT / name).read_text(encoding="utf-8").partition("StateDirectory=")[2]

    one = sandbox("guildhall.service")
    assert "ProtectSystem=strict" in one
    assert sandbox("guildhall@.service") == one.replace(
        "ExecStart=", "ExecStart=/usr/bin/env SHARDS=%I "
    )


async def until_well(session: aiohttp.ClientSession) -> None:
    """Ask as Docker does in the start period: on a busy machine a first picture takes its time."""
    status = 0
    while status != HTTPStatus.OK:
        async with session.get("/health") as answer:
            status = answer.status
            assert status in {HTTPStatus.OK, HTTPStatus.SERVICE_UNAVAILABLE}


@pytest.mark.parametrize("copy", [as_it_is, every_line])
async def test_a_container_starts_with_a_copied_example_and_a_token(machine, discord, copy):
    file = env_file(
        *(machine, "/etc/.env", copy), DISCORD_TOKEN=discord.token, DISCORD_PROXY=discord.url
    )
    container = Container(machine, "guildhall", "compose.yaml", env_file=file)
    assert container.said["read_only"]
    assert container.said["volumes"] == [f"data:{container.folder}"]
    with socket.create_server(("", 0)) as free:
        port = free.getsockname()[1]
    assert container.said["ports"] == ["127.0.0.1:9464-9473:9464"]
    assert container.environment["METRICS_PORT"] == "9464"
    container.environment["METRICS_PORT"] = str(port)
    own = machine.own_folder("/data")
    async with started(container) as process:
        await until_said(process, *READY)
        # Not only from within the container, whose own address is 127.0.0.1.
        async with aiohttp.ClientSession(f"http://127.0.0.2:{port}") as session:
            async with session.get("/metrics") as answer:
                assert answer.status == 200
            await until_well(session)
        healthy = await asyncio.create_subprocess_exec(*container.health, env=container.environment)
        assert await healthy.wait() == 0
        assert await stopped(process) == 0
    assert kept(own) == [
        *("backups/guildhall-DAY.sqlite3", "guildhall.sqlite3", "guildhall.sqlite3.lock")
    ]


@pytest.mark.parametrize("copy", [as_it_is, every_line])
@pytest.mark.parametrize(("service", "shards"), [("guildhall", "0-0/2"), ("guildhall-2", "1-1/2")])
async def test_each_of_two_containers_has_its_shards(machine, copy, service, shards):
    file = env_file(machine, "/etc/.env", copy, DISCORD_TOKEN="token")
    files = ("compose.yaml", "compose.processes.yaml")
    container = Container(machine, service, *files, env_file=file)
    machine.own_folder("/data")
    async with started(container) as process:
        _, said = await process.communicate()
    assert process.returncode == 2
    assert said.decode() == f"guildhall: SHARDS is {shards}: {SEVERAL}\n"


def test_a_server_that_env_names_is_the_containers_database(machine):
    server = "postgresql://guildhall:secret@database/guildhall"
    file = env_file(machine, "/etc/.env", as_it_is, DATABASE=server)
    container = Container(machine, "guildhall", "compose.yaml", env_file=file)
    assert container.environment["DATABASE"] == server
