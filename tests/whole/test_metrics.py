"""The pages of metrics and health, over a bot that plays."""

from __future__ import annotations

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families

from bot.delivery.kept import Whose
from bot.metrics_page import MetricsPage
from bot.store.store import StoreFailed
from tests.whole.house import OTHER_TABLE, TABLE, house


@pytest.fixture
async def hall(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as opened:
        yield opened


@pytest.fixture
async def ask(hall):
    """Gives status and text of a page."""
    page = MetricsPage(hall.bot, hall.services, hall.bot.caution)
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


async def test_health_says_what_is_wrong(hall, ask, monkeypatch):
    assert await ask("/health") == (200, "well\n")

    async def fails(name):
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(hall.services.store, "fact", fails)
        assert await ask("/health") == (503, "the disk is full\n")
    assert await ask("/health") == (200, "well\n")
    await hall.bot.close()
    assert await ask("/health") == (503, "not connected to Discord\n")
