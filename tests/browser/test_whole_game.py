"""Whole games in a real browser: one person and computers, from /play to the result."""

import re

import pytest
from playwright.async_api import Locator, Page, expect

from bot.thinking.computers import NAMES
from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.tiers import half
from tests.whole.house import TABLE, House, Party, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
GAMES = {
    "guildes": ("Guildes", 3),
    "majority": ("The Majority", 2),
    "corrompue": ("La Cité corrompue", 1),
    "london": ("Guilds of London", 1),
}
"""What each is called, and how many computers play it; lessons are clicked in all of them."""
MOST_CHOICES = 200
CLICKED = (20, pytest.param(MOST_CHOICES, marks=pytest.mark.nightly))
"""Choices that are made on the page; then all are made unseen but the last."""
LONDON_TURN = 9
"""Choices made with care; then every turn is ended at once."""


@pytest.mark.parametrize("clicked", CLICKED)
@pytest.mark.parametrize("game", half(GAMES, 1))
async def test_a_whole_game_against_computers(game, clicked, sit, tmp_path):
    name, computers = GAMES[game]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        page = await sit(home.discord, "ada")
        await lobby(page, name)
        await page.get_by_role("button", name="Computers", exact=True).click()
        for seated in range(1, computers + 1):
            await page.get_by_role("button", name="Add: normal").click()
            seats = page.get_by_alt_text(re.compile("computer, normal.*" * seated, re.DOTALL))
            await expect(seats).to_be_visible()
        await picture(page, f"{game}-lobby")
        await page.get_by_role("button", name="Start").click()
        made = 0
        while (asked := await next_question(page, home)) is not None:
            if made in (0, 4, 12, 30):
                await picture(page, f"{game}-{made:02}")
            if made == clicked:
                await skip_to_last_choice(home)
            else:
                await answer(page, asked, quick=made >= LONDON_TURN)
            made += 1
            assert made < MOST_CHOICES
        await expect(page.locator("article", has_text="The game is over")).to_have_count(2)
        drawn = page.locator(".pane").first.locator(".gallery img").last
        for who in ("Ada", *NAMES[:computers]):
            await expect(drawn).to_have_attribute("alt", re.compile(who))
        await picture(page, f"{game}-result")
        phone = await sit(home.discord, "ada", PHONE)
        await phone.get_by_role("button", name="Play again").wait_for()
        await picture(phone, f"{game}-result-on-a-phone")


async def lobby(page: Page, name: str) -> None:
    """Open a lobby by the slash command."""
    writing = page.get_by_label(f"Message #{TABLE}", exact=True)
    await writing.fill(f"/play {name}")
    await writing.press("Enter")
    await page.get_by_role("button", name="Send").click()
    await page.get_by_role("button", name="Play against computers").wait_for()


async def skip_to_last_choice(home: House) -> None:
    """Have all of them choose at random, unseen, until one choice would end the game."""
    ada = home.person("Ada")
    record = await home.services.store.live_session_in(ada.channel(TABLE).id)
    assert record is not None
    await Party(home, [ada], TABLE, record.id).skip_to_last_choice()


async def next_question(page: Page, home: House) -> Locator | None:
    """The person's message with a choice to make, up to date; None when the game is over."""
    await home.quiet()
    ada = home.person("Ada")
    for message in (ada.latest(TABLE), ada.latest(None)):
        shown = page.locator(f"#message-{message.id}").first
        await expect(shown).to_have_attribute("data-revision", str(message.revision))
    asked = page.locator(".pane.second [data-message]", has=page.locator("[data-id^='pick:']"))
    again = page.get_by_role("button", name="Play again")
    await asked.or_(again).first.wait_for()
    return None if await again.count() else asked.first


async def answer(page: Page, asked: Locator, *, quick: bool) -> None:
    """Make a choice and wait until the message has changed."""
    shown = page.locator(f"#{await asked.get_attribute('id')}")
    before = await as_it_is(page, shown)
    picks = shown.locator("[data-id^='pick:']:not(:disabled)")
    end = shown.locator("[data-id^='pick:'][data-id$=':end']")
    if quick and await end.count():
        await end.click()
    else:
        await take_first(page, picks.first)
    await expect(before).to_have_count(0)


async def as_it_is(page: Page, shown: Locator) -> Locator:
    """The message while it looks as now: not once it has changed, or a new one stands for it."""
    name, revision = [await shown.get_attribute(of) for of in ("id", "data-revision")]
    return page.locator(f"#{name}[data-revision='{revision}']")


async def take_first(page: Page, pick: Locator) -> None:
    """Press a button, or take as few options of a select as may be; a move rather than another."""
    several = "select-face" in (await pick.get_attribute("class") or "")
    await pick.click()
    if not several:
        return
    options = page.get_by_role("option")
    moves = options.filter(has_text="Move to")
    await (moves if await moves.count() else options).first.click()
    confirm = page.locator(".confirm")
    number = 1
    while await confirm.count() and await confirm.is_disabled():
        await options.nth(number).click()
        number += 1
    if await confirm.count():
        await confirm.click()
