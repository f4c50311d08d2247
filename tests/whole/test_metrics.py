"""The pages of metrics and health, over a bot that plays."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, contextmanager

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.delivery.drawing.drawing import DrawingFailed
from bot.delivery.kept.kept import Whose
from bot.running import health
from bot.running.health import MetricsPage
from bot.store.sqlite import database
from tests.whole.house import OTHER_TABLE, TABLE, house


@pytest.fixture
async def hall(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as opened:
        yield opened


@pytest.fixture
async def ask(hall, monkeypatch):
    """Gives status and text of a page; nothing is taken for proved by what was proved before."""
    monkeypatch.setattr(health, "LATELY", 0.0)
    monkeypatch.setattr(health, "FOR_A_WHILE", 0.0)
    page = MetricsPage(hall.bot, hall.services.metrics)
    page.look_at(hall.services)
    address = await page.start("127.0.0.1", 0)

    async def ask(path):
        async with aiohttp.ClientSession() as session, session.get(address + path) as answer:
            return answer.status, await answer.text()

    yield ask
    await page.stop()


@pytest.fixture
async def measured(ask):
    """Gives all values by name and labels."""

    async def measured():
        status, text = await ask("/metrics")
        assert status == 200
        found = {}
        for family in text_string_to_metric_families(text):
            for sample in family.samples:
                found[sample.name, *sorted(sample.labels.items())] = sample.value
        return found

    return measured


async def test_presses_are_counted_by_how_they_ended(hall, measured):
    party = await hall.game("Ada", "Goro", "Chiara")
    name = "guildhall_presses_total"
    before = await measured()
    await party.host.press("pick:", party.hand(party.host))
    await party.people[1].command("abandon", TABLE)
    await hall.bot.answered()
    now = await measured()
    picked = (name, ("kind", "pick"), ("outcome", "done"))
    refused = (name, ("kind", "/abandon"), ("outcome", "refused"))
    assert now[picked] - before.get(picked, 0) == 1
    assert now[refused] - before.get(refused, 0) == 1
    count = ("guildhall_answer_seconds_count",)
    assert now[count] - before[count] == 2
    assert 0 < now["guildhall_answer_seconds_sum",] < 60


async def test_calls_are_counted_by_route_and_answer(hall, measured):
    party = await hall.lobby("Ada")
    channel = party.host.channel(OTHER_TABLE)
    post = [("method", "POST"), ("route", "/channels/{id}/messages")]
    before = await measured()
    hall.discord.faults.plan(f"POST /channels/{channel.id}/messages", "error", status=403)
    with pytest.raises(Exception, match="403"):
        await hall.bot.get_partial_messageable(channel.id).send("x")
    now = await measured()
    counted = ("guildhall_discord_calls_total", *post, ("status", "403"))
    assert now[counted] - before.get(counted, 0) == 1
    refusals = ("guildhall_discord_refusals",)
    assert now[refusals] - before[refusals] == 1


async def test_sessions_are_counted_by_game_and_status(hall, measured):
    await hall.game("Ada", "Goro", "Chiara")
    await hall.lobby("Ada", channel=OTHER_TABLE, game="majority")
    now = await measured()
    counted = {key: value for key, value in now.items() if key[0] == "guildhall_sessions"}
    assert counted == {
        ("guildhall_sessions", ("game", "guildes"), ("status", "playing")): 1,
        ("guildhall_sessions", ("game", "majority"), ("status", "lobby")): 1,
    }


async def test_computers_thoughts_are_timed(hall, measured):
    await hall.game("Ada", computers=2)
    party = await hall.game("Ada", computers=2, channel=OTHER_TABLE)
    await party.play_on()
    labels = (("game", "guildes"), ("strength", "normal"))
    assert (await measured())["guildhall_thinking_seconds_count", *labels] >= 2


async def test_a_board_that_cannot_be_changed_is_stale(hall, measured):
    party = await hall.game("Ada", "Goro", "Chiara")
    board, stale = ("message", "board"), "guildhall_stale_seconds"
    assert (await measured())[stale, board] == 0
    hall.discord.faults.plan("PATCH /", "error", status=500, times=10_000)
    hall.services.delivery.boards.ask(Whose(party.session_id))
    await party.host.press("pick:", party.hand(party.host))
    now = await measured()
    assert now["guildhall_queue_length", ("queue", "board")] == 1
    assert now[stale, board] >= 0


async def test_seconds_since_the_last_event_and_the_last_press_are_measured(
    hall, measured, monkeypatch
):
    await hall.game("Ada", "Goro", "Chiara")
    await hall.quiet()
    silence, silent = hall.bot.silence, "guildhall_silent_seconds"
    pressed = silence._interaction_at
    monkeypatch.setattr(silence, "_clock", lambda: pressed + 630)
    monkeypatch.setattr(silence, "event_at", pressed + 600)
    found = await measured()
    assert found[silent, ("of", "event")] == pytest.approx(30)
    assert found[silent, ("of", "interaction")] == pytest.approx(630)


async def test_what_the_gateway_sends_and_people_press_ends_the_silence(hall):
    silence = hall.bot.silence
    silence.event_at = silence._interaction_at = -1_000_000.0
    await hall.game("Ada", "Goro", "Chiara")
    assert silence.since_event() < 1_000_000
    assert silence.since_interaction() < 1_000_000


async def test_the_page_says_nothing_of_anybody(hall, ask):
    party = await hall.game("Ada", "Goro", "Chiara", computers=1)
    await party.play_on()
    _, text = await ask("/metrics")
    record = (await party.table()).record
    for person in party.people:
        assert person.user.name not in text
        assert str(person.id) not in text
    assert str(record.seed) not in text
    assert str(record.channel_id) not in text
    for interaction in hall.discord.world.interactions.values():
        assert interaction.token not in text


@contextmanager
def locked(path):
    """Another program has the database for itself."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def moved(path):
    path.rename(path.with_name("elsewhere"))
    yield
    path.with_name("elsewhere").rename(path)


@contextmanager
def without_log(path):
    """The file beside the database is lost, into which is written first."""
    log = path.with_name(f"{path.name}-wal")
    log.rename(path.with_name("lost"))
    yield
    path.with_name("lost").rename(log)


@pytest.mark.parametrize(
    ("befalls", "said"),
    [
        (locked, "another program is writing to it"),
        (moved, "was removed or replaced while in use"),
        (without_log, "was removed or replaced while in use"),
    ],
)
async def test_health_is_bad_while_nothing_can_be_stored(
    hall, ask, tmp_path, monkeypatch, befalls, said
):
    monkeypatch.setattr(database, "EVERY", 0.0)
    await hall.services.store._connection.run(lambda db: db.execute("PRAGMA busy_timeout = 0"))
    assert await ask("/health") == (200, "well\n")
    with befalls(tmp_path / "guildhall.sqlite3"):
        status, text = await ask("/health")
        assert (status, said in text) == (503, True)
    assert await ask("/health") == (200, "well\n")


async def test_health_is_bad_while_the_disk_is_full(hall, ask):
    def fill(db):
        (used,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {used}")

    await hall.services.store._connection.run(fill)
    status, text = await ask("/health")
    assert (status, "the disk is full" in text) == (503, True)


async def test_health_is_bad_where_the_store_hangs(hall, ask, monkeypatch):
    monkeypatch.setattr(health, "TIMEOUT", 0.05)
    held = asyncio.Event()

    async def hangs(*fact):
        await held.wait()

    page = MetricsPage(hall.bot, hall.services.metrics)
    page.look_at(hall.services)
    with monkeypatch.context() as patched:
        patched.setattr(hall.services.store, "save_fact", hangs)
        assert await page._trouble() == "nothing was stored for 0.05 s"
        held.set()
    await page.stop()


async def test_health_is_bad_while_nothing_can_be_drawn(hall, ask, monkeypatch):
    def failing(error):
        async def fails(order):
            raise error

        return fails

    for error, why in (
        (DrawingFailed("the drawing process has ended"), "the drawing process has ended"),
        (DrawingFailed("OSError\n  File x"), "OSError"),
        (PermissionError(13, "Permission denied", "python"), "Permission denied: python"),
    ):
        with monkeypatch.context() as patched:
            patched.setattr(hall.services.drawing._artist, "draw", failing(error))
            assert await ask("/health") == (503, f"no picture can be drawn: {why}\n")
    assert await ask("/health") == (200, "well\n")


async def test_health_is_bad_while_discord_takes_no_calls(hall, ask):
    hall.discord.faults.plan("GET /users/@me", "error", status=503, times=1)
    assert await ask("/health") == (503, "Discord takes no calls (503)\n")
    assert await ask("/health") == (200, "well\n")
    hall.discord.faults.plan("GET /users/@me", "blocked", times=1)
    assert await ask("/health") == (503, "Discord takes no calls (Held)\n")
    status, text = await ask("/health")
    assert (status, "no calls to Discord for" in text) == (503, True)


async def test_what_was_proved_lately_is_not_proved_again(hall, monkeypatch):
    page = MetricsPage(hall.bot, hall.services.metrics)
    page.look_at(hall.services)
    calls = hall.discord.requests.routes
    asked = calls["GET /users/@me"]
    for _ in range(3):
        assert await page._trouble() is None
    assert calls["GET /users/@me"] == asked + 1
    await page.stop()


async def test_health_says_what_is_wrong(hall, ask):
    assert await ask("/health") == (200, "well\n")

    await hall.bot.close()
    assert await ask("/health") == (503, "not connected to Discord\n")
