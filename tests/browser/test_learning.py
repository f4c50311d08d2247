"""Lessons in a real browser: played by clicks from /learn to the recap, as a stranger would."""

import pytest
from playwright.async_api import Page, expect

from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.browser.test_whole_game import GAMES, as_it_is, take_first
from tests.tiers import by_turns
from tests.whole.house import TABLE, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
DESKTOP = {"width": 1280, "height": 900}
MOST_CHOICES = 150
FIRST = (0, 1)
SAID = {
    "en": {
        "user": ("Ada", "ada"),
        "suggest": "Suggest",
        "would": "would choose",
        "why": "Why it matters",
        "over": "The lesson is over",
    },
    "fr": {
        "user": ("Benoît", "benoit"),
        "suggest": "Conseil",
        "would": "Choix d’un ordinateur",
        "why": "L’enjeu",
        "over": "La leçon est finie",
    },
}


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(SAID)))
async def test_a_lesson_is_played_by_clicking(game, language, sit, tmp_path):
    said = SAID[language]
    name, username = said["user"]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        page = await sit(home.discord, username, DESKTOP)
        await learn(page, GAMES[game][0], language)
        learner, made = home.person(name), 0
        while True:
            await home.quiet()
            hand = learner.latest(None)
            shown = page.locator(f"#message-{hand.id}").first
            await expect(shown).to_have_attribute("data-revision", str(hand.revision))
            if await shown.get_by_text(said["over"]).count():
                break
            if made < len(FIRST):  # later ones may be asked again, and no text is said twice
                await expect(shown).to_contain_text(said["why"])
            if made in (*FIRST, 6, 12):
                await shown.get_by_role("button", name=said["suggest"], exact=True).click()
                await expect(shown).to_contain_text(said["would"])
                await home.quiet()
                await picture(page, f"learn-{game}-{language}-{made:02}")
                if made in (1, 12):
                    await on_a_phone(sit, home, username, hand, f"{game}-{language}-{made:02}")
            before = await as_it_is(page, shown)
            end = shown.locator("[data-id^='pick:'][data-id$=':end']")
            if made > 16 and await end.count():
                await end.click()
            else:
                await take_first(page, shown.locator("[data-id^='pick:']:not(:disabled)").first)
            await expect(before).to_have_count(0)
            made += 1
            assert made < MOST_CHOICES
        await picture(page, f"learn-{game}-{language}-recap")
        await on_a_phone(sit, home, username, hand, f"{game}-{language}-recap")


async def on_a_phone(sit, home, username, hand, name) -> None:
    """The hand as a phone shows it: nothing runs over the edge."""
    page = await sit(home.discord, username, PHONE)
    await page.get_by_role("button", name="menu").click()
    await page.locator(".channel", has_text="Guildhall").click()
    shown = page.locator(f"#message-{hand.id}").first
    await shown.wait_for()
    await page.wait_for_load_state("networkidle")
    await picture(page, f"learn-{name}-phone")
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    await picture(shown, f"learn-{name}-phone-whole")
    await page.context.close()


async def learn(page: Page, name: str, language: str) -> None:
    """Begin a lesson by the slash command, in the reader's language."""
    command = {"en": "learn", "fr": "apprendre"}[language]
    writing = page.locator(".pane").first.get_by_role("combobox")
    if not await writing.count():
        writing = page.get_by_label(TABLE).first
    await writing.fill(f"/{command} {name}")
    await writing.press("Enter")
    await page.get_by_role("button", name={"en": "Send", "fr": "Envoyer"}[language]).click()
    await page.locator(".pane.second [data-id^='pick:']").first.wait_for()
