"""What is away when the bot starts, or becomes deaf while it plays, is waited out."""

import asyncio
import json
import signal
import socket
from contextlib import asynccontextmanager

import pytest

from bot.__main__ import _opened
from bot.languages import Languages
from bot.local import NO_LIMITS, LocalDiscord, point_discord_at
from bot.running import start_up
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.running.settings import Settings
from bot.running.telling import Metrics
from bot.store.errors import StoreAway, StoreUnusable
from bot.store.opening import open_store
from tests.bot.test_main import health, program
from tests.whole.house import house
from tests.whole.test_faults import hasty


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


async def said(process, event):
    """The next line of the log about this."""
    while True:
        line = json.loads(await process.stderr.readline())
        if line["event"] == event:
            return line


@asynccontextmanager
async def running(code="None", **settings):
    """The program, ended as a service ends it; its metrics' address."""
    settings = {"METRICS_PORT": "0", "LOG_FORMAT": "json", **settings}
    process = await program(code, **settings)
    try:
        yield process, (await said(process, "metrics and health"))["address"]
    finally:
        process.send_signal(signal.SIGTERM)
        process.rest = (await process.communicate())[1].decode()


@pytest.fixture
def impatient(monkeypatch):
    """A start tries again at once."""
    monkeypatch.setattr(start_up, "LONGEST_PAUSE", 0.01)
    monkeypatch.setattr(start_up, "LONGEST_HELD", 0.01)


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


async def test_a_start_without_discord_waits_for_it_and_says_so():
    discord = LocalDiscord(limits=NO_LIMITS, port=free_port())
    point = f"from bot.local import point_discord_at; point_discord_at({discord.url!r})"
    async with running(point, DISCORD_TOKEN=discord.token) as (process, address):
        line = await said(process, "start held up")
        assert (line["outage"], line["level"]) == ("Discord", "warning")
        assert await health(address) == (503, "Discord is away (ClientConnectorError)\n")
        async with discord:
            await said(process, "ready")
            assert await health(address) == (200, "well\n")
    assert process.returncode == 0
    assert "start held up" not in process.rest


async def test_a_start_without_the_database_waits_for_it_and_says_so():
    away = f"postgresql://guild:s3cret@127.0.0.1:{free_port()}/guildhall"
    async with running(DATABASE=away) as (process, address):
        line = await said(process, "start held up")
        assert (line["outage"], line["level"]) == ("store", "warning")
        assert line["reason"].startswith("the database guildhall at 127.0.0.1: ")
        assert await health(address) == (503, f"{line['reason']}\n")
    assert process.returncode == 0
    assert "s3cret" not in process.rest


async def test_a_store_that_comes_back_is_opened_and_one_that_never_will_is_not_waited_for(
    tmp_path, monkeypatch, impatient
):
    client, stop = Guildhall(), asyncio.Event()
    settings = Settings(database=tmp_path / "guildhall.sqlite3")
    refusals = [StoreAway("it is starting up"), StoreAway("it is starting up")]

    async def opens(*about):
        if refusals:
            raise refusals.pop(0)
        return await open_store(*about)

    monkeypatch.setattr("bot.__main__.open_store", opens)
    store = await _opened(client, settings, Metrics(), stop)
    assert (refusals, client.awaited) == ([], None)
    await store.close()
    refusals = [StoreAway("it is starting up"), StoreUnusable("there is no such database")]
    with pytest.raises(StoreUnusable, match="no such database"):
        await _opened(client, settings, Metrics(), stop)


async def test_a_start_of_which_half_fails_is_made(tmp_path, monkeypatch, impatient):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        for path in ("/users/@me", "/oauth2/applications/@me", "/gateway/bot"):
            discord.faults.plan(f"GET {path}$", "error", status=503, times=2)
        async with started(discord, tmp_path, monkeypatch) as bot:
            await bot.caught_up.wait()


@asynccontextmanager
async def started(discord, tmp_path, monkeypatch):
    """A bot that may not be able to begin yet; its pauses take no time."""
    point_discord_at(discord.url)
    bot, store = Guildhall(), await open_store(tmp_path / "guildhall.sqlite3")
    bot.services = Services(bot, store, Languages.load(), clock=discord.clock)
    with hasty(monkeypatch):
        async with bot:
            starting = asyncio.create_task(bot.start(discord.token))
            try:
                yield bot
            finally:
                starting.cancel()
                await asyncio.wait({starting})


async def test_no_session_is_begun_while_few_starts_of_the_day_are_left(
    tmp_path, monkeypatch, impatient
):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        discord.gateway.use_up(left=50)
        async with started(discord, tmp_path, monkeypatch) as bot:
            waits, held_up = asyncio.Event(), bot.held_up

            def noted(*about):
                held_up(*about)
                waits.set()

            monkeypatch.setattr(bot, "held_up", noted)
            await waits.wait()
            assert bot.awaited.startswith("few starts of the day are left, none for 86")
            waits.clear()
            await waits.wait()
            assert discord.gateway.sessions == {}
            discord.gateway._started.popleft()
            await bot.caught_up.wait()
            assert len(discord.gateway.sessions) == 1


async def test_a_deaf_session_is_replaced_and_not_resumed(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        (before,) = hall.discord.gateway.sessions
        hall.discord.gateway.deafen()
        monkeypatch.setattr(hall.bot.silence, "unusual", lambda _: True)
        with hasty(monkeypatch):
            again = asyncio.ensure_future(hall.bot.wait_for("ready", timeout=20))
            await asyncio.sleep(0)
            await hall.bot.renew_deaf_shards()
            await again
        (now,) = hall.discord.gateway.sessions
        assert now != before
        await party.play_on()
        assert len(await party.moves()) == 3


async def test_what_is_usual_is_not_renewed(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        before = list(hall.discord.gateway.sessions)
        await hall.bot.renew_deaf_shards()
        assert list(hall.discord.gateway.sessions) == before


async def test_a_deaf_session_is_kept_where_no_other_could_be_begun(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        before = list(hall.discord.gateway.sessions)
        hall.discord.gateway.use_up(left=10)
        hall.bot.starts._left = 0
        monkeypatch.setattr(hall.bot.silence, "unusual", lambda _: True)
        await hall.bot.renew_deaf_shards()
        assert list(hall.discord.gateway.sessions) == before


async def test_after_a_long_outage_of_the_gateway_the_bot_is_back_within_half_a_minute(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        connect, sleep, slept, failures = hall.bot.http.ws_connect, asyncio.sleep, [], []

        async def away(*args, **kwargs):
            if len(failures) < 15:
                failures.append(args)
                raise OSError("no route to host")
            return await connect(*args, **kwargs)

        async def noted(seconds, *args):
            slept.append(seconds)
            return await sleep(min(seconds, 0.001), *args)

        with monkeypatch.context() as patched:
            patched.setattr(hall.bot.http, "ws_connect", away)
            patched.setattr(asyncio, "sleep", noted)
            again = asyncio.ensure_future(hall.bot.wait_for("ready", timeout=20))
            await sleep(0)
            await hall.discord.gateway.drop()
            await again
        assert len(failures) == 15
        assert max(slept) <= 32
        await party.play_on()
        assert len(await party.moves()) == 3


@pytest.mark.parametrize("status", [403, 404, 500, 503])
async def test_whatever_answers_in_discords_place_is_waited_for(
    tmp_path, monkeypatch, impatient, status
):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        discord.faults.plan("", "error", status=status, times=6)
        async with started(discord, tmp_path, monkeypatch) as bot:
            await bot.caught_up.wait()
