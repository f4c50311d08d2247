"""Records and one's own data in a real browser: shown to oneself, to everybody, on a phone."""

import pytest
import pytest_asyncio
from playwright.async_api import expect

from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.whole.house import TABLE, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]

LAPTOP = {"width": 1280, "height": 900}


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path):
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as opened:
        yield opened


async def played(hall, *names):
    for game in ("guildes", "majority", "guildes"):
        party = await hall.game(*names, game=game, computers=2)
        await party.finish()
        await hall.quiet()
    return party


@pytest.mark.parametrize(
    ("language", "share"), [("en-US", "Show everybody"), ("fr", "Montrer à tous")]
)
async def test_statistics_and_leaderboard_are_shown_to_everybody(hall, sit, language, share):
    ada, goro = hall.person("Ada"), hall.person("Goro")
    ada.user.locale = goro.user.locale = language
    await played(hall, "Ada", "Goro")
    page = await sit(hall.discord, "ada", LAPTOP)
    await ada.command("stats", TABLE)
    await page.get_by_role("button", name=share).last.wait_for()
    await picture(page, f"stats-{language}")
    await page.get_by_role("button", name=share).last.click()
    others = await sit(hall.discord, "goro", PHONE)
    await expect(others.locator("img[alt*='Ada']").last).to_be_visible()
    await picture(others, f"stats-on-a-phone-{language}")
    await ada.command("leaderboard", TABLE)
    await page.locator(".select-face").last.wait_for()
    await picture(page, f"leaderboard-{language}")
    width = await others.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["width"]


@pytest.mark.parametrize(
    ("language", "delete", "done"),
    [("en-US", "Delete everything", "Done."), ("fr", "Tout effacer", "C’est fait")],
)
async def test_one_sees_what_is_deleted_before_it_is(hall, sit, language, delete, done):
    ada = hall.person("Ada")
    ada.user.locale = language
    await hall.game("Ada", "Goro", "Chiara")
    page = await sit(hall.discord, "ada", PHONE)
    await ada.command("export-me", TABLE)
    await ada.command("forget-me", TABLE)
    await page.get_by_role("button", name=delete).wait_for()
    await picture(page, f"forget-me-{language}")
    await page.get_by_role("button", name=delete).click()
    await expect(page.get_by_text(done)).to_be_visible()
    await expect(page.get_by_role("button", name=delete)).to_have_count(0)
    await picture(page, f"forgotten-{language}")
    assert await hall.services.store.person(ada.id) is None
