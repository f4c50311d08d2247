"""A server's settings and /help in a real browser, as managers and players see them."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.browser.test_lobby import choose, private
from tests.whole.house import OTHER_TABLE, TABLE, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path):
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as opened:
        yield opened


async def test_a_manager_sets_what_the_server_wants(hall, sit):
    page = await sit(hall.discord, "ada")
    ada = hall.person("Ada")
    await ada.command("settings", TABLE)
    await page.get_by_role("button", name="This server").last.click()
    screen = private(page, "This server")
    await picture(page, "settings-of-the-server")
    menus = screen.locator(".select-face")
    await expect(menus).to_have_count(6)
    for place, chosen in ((0, "Français"), (3, "everybody who plays in it"), (5, "none")):
        await choose(menus.nth(place), chosen)
        await expect(menus.nth(place)).to_contain_text(chosen)
    await menus.nth(2).click()
    # Threads are no channels of their own; forums are channels in which one can play.
    offered = page.get_by_role("option")
    names = [f"#{TABLE}", f"#{OTHER_TABLE}", "#tables-of-their-own"]
    await expect(offered).to_have_text(names)
    await offered.first.click()
    await page.locator(".confirm").click()
    await expect(menus.nth(2)).to_contain_text(TABLE)
    await choose(menus.nth(4), OTHER_TABLE)
    await expect(menus.nth(4)).to_contain_text(OTHER_TABLE)
    server = await hall.services.store.server(hall.discord.world.guild.id)
    assert (server.locale, server.abandoning, server.threads) == ("fr", "players", "never")
    assert server.channels == (ada.channel(TABLE).id,)
    assert server.results_channel_id == ada.channel(OTHER_TABLE).id
    await choose(menus.nth(4), OTHER_TABLE)  # what is chosen is taken back by choosing it again
    await expect(menus.nth(4)).to_contain_text("nowhere but on the board")
    await picture(page, "settings-chosen")


async def test_settings_and_help_on_a_phone(hall, sit):
    page = await sit(hall.discord, "ada", PHONE)
    ada = hall.person("Ada")
    await ada.command("help", TABLE)
    await expect(private(page, "Guildhall")).to_contain_text("game")
    await picture(page, "help-on-a-phone")
    await ada.command("settings", TABLE)
    await page.get_by_role("button", name="This server").last.click()
    await expect(private(page, "This server").locator(".select-face")).to_have_count(6)
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]
    await picture(page, "settings-of-the-server-on-a-phone")
