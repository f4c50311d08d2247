"""A review in a real browser on a phone, in both languages: what somebody sees of it."""

from __future__ import annotations

import asyncio

import pytest
from playwright.async_api import Page, expect

from bot.thinking.thinkers import Thinkers
from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.tiers import by_turns
from tests.whole.house import TABLE, Party, house
from tests.whole.test_reviews import SEATED, by_number
from tests.whole.test_trying import tried

__all__ = ["by_number"]  # the fixture: what is told of choices is made up, how it looks is not

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
PEOPLE = {"en": ("Ada", "Goro", "Chiara"), "fr": ("Benoît", "Goro", "Chiara")}
SAID = {
    "en": ("Review", "choice by choice", "Turning point 1", "Better: ", "ada", "is being reviewed"),
    "fr": ("Mon bilan", "choix par choix", "Tournant 1", "Mieux", "benoit", "Je relis"),
}
TRIED = {
    "en": (
        "Try it",
        "waits in your direct messages",
        "A try, in a made-up world",
        "One game proves little",
    ),
    "fr": (
        "Essayer",
        "vous attend dans vos messages",
        "Un essai, dans un monde",
        "Une partie prouve peu",
    ),
}


@pytest.mark.parametrize(("language", "game"), by_turns(SAID, [*SEATED]))
async def test_a_review_fits_a_phone(tmp_path, monkeypatch, sit, language, game):
    goes_on, read = asyncio.Event(), Thinkers.read

    async def later(*choice):
        await goes_on.wait()
        return await read(*choice)

    monkeypatch.setattr(Thinkers, "read", later)
    button, title, turn, better, username, reading = SAID[language]
    async with house(tmp_path / "guildhall.sqlite3", drawn=pictures) as hall:
        party = await hall.game(*PEOPLE[language], game=game, channel=TABLE)
        await party.finish()
        page = await sit(hall.discord, username, PHONE)
        await page.get_by_role("button", name=button, exact=True).last.click()
        shown = page.locator(".message").last
        await expect(shown).to_contain_text(reading)
        goes_on.set()
        await hall.services.reviewing.settled()
        await hall.services.reviews.settled()
        await expect(shown).to_contain_text(title)
        await page.wait_for_load_state("networkidle")
        await shown.scroll_into_view_if_needed()
        await picture(page, f"review-{game}-{language}")
        assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        await picture(shown, f"review-{game}-{language}-whole")
        await shown.get_by_role("button", name=turn, exact=True).click()
        await expect(shown).to_contain_text(better)
        await page.wait_for_load_state("networkidle")
        await picture(shown, f"review-{game}-{language}-turn")
        await _tried(page, party, f"try-{game}-{language}", TRIED[language])


async def _tried(page: Page, party: Party, name: str, said: tuple[str, ...]) -> None:
    """The turning point that is open is tried, and played to its end."""
    button, waits, board, real = said
    hall, person = party.house, party.host
    await page.get_by_role("button", name=button, exact=True).last.click()
    await expect(page.locator(".message").last).to_contain_text(waits)
    await picture(page, name)
    again = await tried(hall, person)
    await page.get_by_role("button", name="menu").click()
    await page.locator(".channel", has_text="Guildhall").click()
    messages = page.locator(".message")
    await expect(messages.filter(has_text=board)).to_have_count(1)
    await _kept(page, f"{name}-begun")
    await again.finish()
    await expect(messages.filter(has_text=real)).to_have_count(1)
    await _kept(page, f"{name}-over")


async def _kept(page: Page, name: str) -> None:
    """What the phone shows, than which nothing is wider."""
    await page.wait_for_load_state("networkidle")
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await picture(page, name)
