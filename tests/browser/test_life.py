"""Time and people at the table in a real browser, in both languages: what somebody sees."""

import time

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.local.world.guilds import close_channel, leave
from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.local.clock import ManualClock
from tests.tiers import some
from tests.whole.house import OTHER_TABLE, TABLE, house
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, choose, later

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
DAY = 24 * HOUR
HOSTS = {"en": ("Ada", "ada"), "fr": ("Benoît", "benoit")}
SAID = {
    "en": {
        "more": "selection 1 of 9 ⏳",
        "reminder": "Guildes is waiting for you",
        "paused": "The host has paused the game",
        "offer": "offers you the seat",
        "gone": "has left the server",
        "absent": "hasn’t been here for a day",
        "stands": "paused",
    },
    "fr": {
        "more": "sélection 1 sur 9 ⏳",
        "reminder": "Guildes vous attend",
        "paused": "L’hôte a mis la partie en pause",
        "offer": "vous propose la place",
        "gone": "a quitté le serveur",
        "absent": "n’a rien fait ici depuis un jour",
        "stands": "en pause",
    },
}


@pytest.fixture
def clock():
    return ManualClock(time.time())


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path, clock):
    async with house(tmp_path / "game.sqlite3", drawn=pictures, clock=clock) as opened:
        yield opened


@pytest.fixture
def look(hall, clock, sit):
    """Open a tab as somebody, at the time of the table; it must say so there, and is kept."""

    async def look(username: str, said: str, name: str, *size, direct=False) -> Page:
        page = await sit(hall.discord, username, *size)
        await page.clock.set_fixed_time(clock.now())
        await page.reload()
        await page.locator(".pane-title h2").first.wait_for()
        if direct and size:
            await page.get_by_role("button", name="menu").click()
            await page.locator(".channel", has_text="Guildhall").click()
        shown = page.get_by_text(said).last
        await expect(shown).to_be_visible()
        await shown.evaluate("one => one.scrollIntoView({block: 'nearest'})")
        await picture(page, name)
        return page

    return look


@pytest.mark.parametrize("language", some(SAID, 0))
async def test_a_hand_with_its_deadline_and_a_reminder(hall, clock, look, language):
    (host, username), said = HOSTS[language], SAID[language]
    party = await hall.game(host, "Goro", "Chiara")
    await look(username, said["more"], f"life-{language}-hand")
    for person in party.people[1:]:
        await choose(party, person)
    await later(hall, clock, 8 * HOUR + EVERY)
    await look(username, said["reminder"], f"life-{language}-reminder")


@pytest.mark.parametrize("language", some(SAID, 1))
async def test_a_pause_and_why_games_stand_still(hall, clock, look, language):
    (host, username), said = HOSTS[language], SAID[language]
    party = await hall.game(host, "Goro", "Chiara")
    lost = await hall.game(host, "Goro", "Dmitri", channel=OTHER_TABLE)
    await choose(party, party.host)
    await party.host.command("pause", TABLE)
    await hall.quiet()
    await look(username, said["paused"], f"life-{language}-paused")
    await look(username, said["paused"], f"life-{language}-paused-on-a-phone", PHONE)
    close_channel(hall.discord.world, lost.host.channel(OTHER_TABLE))
    await hall.quiet()
    await party.host.command("games", TABLE)
    await hall.quiet()
    await look(username, said["stands"], f"life-{language}-games")


@pytest.mark.parametrize("language", some(SAID, 0))
async def test_a_seat_is_offered_after_its_player_has_left_the_server(hall, clock, look, language):
    (host, username), said = HOSTS[language], SAID[language]
    party = await hall.game(host, "Goro", "Chiara")
    goro = party.people[1]
    for person in (party.host, party.people[2]):
        await choose(party, person)
    leave(hall.discord.world, goro.user)
    await later(hall, clock, 8 * HOUR + EVERY)
    await look(username, said["gone"], f"life-{language}-gone")
    screen = party.host.response(await party.host.command("replace", TABLE))
    await party.host.choose(["Goro"], screen)
    await look(username, "Goro", f"life-{language}-replace")
    dmitri = hall.person("Dmitri")
    await party.host.choose([str(dmitri.id)], screen, f"holding:{party.session_id}:offer:1")
    await hall.quiet()
    await look("dmitri", said["offer"], f"life-{language}-offer")


@pytest.mark.parametrize("language", some(SAID, 1))
async def test_the_board_of_an_absent_host(hall, clock, look, language):
    (host, _), said = HOSTS[language], SAID[language]
    party = await hall.lobby(host, "Goro", "Chiara")
    options = party.host.response(await party.host.press("lobby:1:options", party.board))
    await party.host.choose(["post"], options, "lobby:1:speed")
    await party.host.press("lobby:1:start", party.board)
    await hall.quiet()
    await later(hall, clock, DAY + 5 * MINUTE + EVERY)
    await look("goro", said["absent"], f"life-{language}-absent")
    await look("goro", said["absent"], f"life-{language}-absent-on-a-phone", PHONE)
