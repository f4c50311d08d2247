"""A whole game in a real browser: one person and three computers, from /play to the result."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import PHONE, picture
from tests.whole.house import TABLE, House, house

pytestmark = pytest.mark.browser
MOST_CHOICES = 120


async def lobby(page: Page, game: str) -> None:
    """Open a lobby by the slash command."""
    writing = page.get_by_label(f"Message #{TABLE}", exact=True)
    await writing.fill(f"/play {game}")
    await writing.press("Enter")
    await page.get_by_role("button", name="Send").click()
    await page.get_by_role("button", name="Start").wait_for()


async def test_guildes_with_three_computers(sit, tmp_path):
    async with house(tmp_path / "game.sqlite3") as home:
        page = await sit(home.discord, "ada")
        await lobby(page, "Guildes")
        for seats in (2, 3, 4):
            await page.get_by_role("button", name="Add computer").click()
            await expect(page.locator(".container ol > li").nth(seats - 1)).to_be_visible()
        await picture(page, "lobby")
        await page.get_by_role("button", name="Start").click()
        hand = page.locator(".pane.second")
        choices = 0
        while choices < MOST_CHOICES:
            await home.quiet()
            await up_to_date(page, home)
            pick = hand.locator("[data-id^='pick:']:not(:disabled)").first
            again = page.get_by_role("button", name="Play again")
            await pick.or_(again).first.wait_for()
            if await again.count():
                break
            if choices in (0, 12):
                await picture(page, f"game-{choices}")
            message = hand.locator("[data-message]", has=page.locator("[data-id^='pick:']")).first
            shown = hand.locator(f"#{await message.get_attribute('id')}")
            before = await shown.get_attribute("data-revision")
            await choose(page, pick)
            await expect(shown).not_to_have_attribute("data-revision", before)
            choices += 1
        await picture(page, "result")
        assert await again.count() == 1
        phone = await sit(home.discord, "ada", PHONE)
        await phone.get_by_role("button", name="Play again").wait_for()
        await picture(phone, "result-on-a-phone")


async def up_to_date(page: Page, home: House) -> None:
    """Wait until the page shows every message as it is now."""
    ada = home.person("Ada")
    for message in (ada.latest(TABLE), ada.latest(None)):
        shown = page.locator(f"#message-{message.id}").first
        await expect(shown).to_have_attribute("data-revision", str(message.revision))


async def choose(page: Page, pick) -> None:
    """Press a button, or take as few options of a select as may be."""
    if "select-face" not in (await pick.get_attribute("class") or ""):
        await pick.click()
        return
    await pick.click()
    options = page.get_by_role("option")
    await options.first.click()
    confirm = page.locator(".confirm")
    number = 1
    while await confirm.count() and await confirm.is_disabled():
        await options.nth(number).click()
        number += 1
    if await confirm.count():
        await confirm.click()
