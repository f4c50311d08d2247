"""Looking on and looking back in a real browser, in both languages: what somebody sees."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from images import pictures
from images.paint.theme import WIDTH
from tests.browser.conftest import PHONE, picture
from tests.tiers import by_turns, some
from tests.whole.house import TABLE, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(240)]
DESK = {"width": 1280, "height": 900}
SIZES = {"desk": DESK, "phone": PHONE}
ONLOOKERS = {"en": ("Hanna", "hanna"), "fr": ("Élodie", "elodie")}
HOSTS = {"en": "Ada", "fr": "Benoît"}
SAID = {
    "en": {
        "more": "More…",
        "watch": "Watch",
        "follows": "This message follows the game",
        "games": "Also running in this server",
        "open": "Replay",
        "step": "Step 1 of",
        "at": "Step {} of",
        "on": "Next",
        "ask": "Open hands",
        "agree": "Open mine too",
        "asked": "Open all hands?",
        "hand": "The hand of Goro",
        "film": "Animated picture",
        "done": "Open it to see it large",
        "save": "Save",
        "saved": "The whole game with all hands",
        "command": "/replay",
        "cant": "can’t show this game again",
    },
    "fr": {
        "more": "Plus…",
        "watch": "Suivre",
        "follows": "Ce message suit la partie",
        "games": "Aussi en cours sur ce serveur",
        "open": "Revoir",
        "step": "Étape 1 sur",
        "at": "Étape {} sur",
        "on": "Suivant",
        "ask": "Dévoiler les mains",
        "agree": "Dévoiler aussi",
        "asked": "Dévoiler toutes les mains",
        "hand": "La main de Goro",
        "film": "Image animée",
        "done": "Ouvrez-la pour la voir en grand",
        "save": "Enregistrer",
        "saved": "La partie entière, avec toutes les mains",
        "command": "/revoir",
        "cant": "je ne peux pas remontrer cette partie",
    },
}


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path):
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as opened:
        yield opened


async def press(page: Page, label: str) -> None:
    """Press the newest button of that name."""
    await page.get_by_role("button", name=label, exact=True).last.click()


async def shows(page: Page, said: str, name: str) -> None:
    """It is there to be read, and is kept."""
    shown = page.get_by_text(said).last
    await expect(shown).to_be_visible()
    # What was pressed is drawn once more when its press is answered.
    await expect(page.locator(".busy")).to_have_count(0)
    await shown.scroll_into_view_if_needed()
    await picture(page, name)


@pytest.mark.parametrize(("language", "size"), by_turns(SAID, list(SIZES)))
async def test_somebody_looks_on(hall, sit, language, size):
    (name, username), said = ONLOOKERS[language], SAID[language]
    party = await hall.game(HOSTS[language], "Goro", "Chiara", game="majority")
    await party.play_on()
    page = await sit(hall.discord, username, SIZES[size])
    await press(page, said["more"])
    await press(page, said["watch"])
    await shows(page, said["follows"], f"watch-{language}-{size}")
    await hall.person(name).command("games", TABLE)
    await hall.quiet()
    await shows(page, said["games"], f"watch-{language}-{size}-games")


@pytest.mark.parametrize(("language", "size"), by_turns(SAID, list(SIZES)))
async def test_somebody_looks_back(hall, sit, language, size):
    (_, username), said = ONLOOKERS[language], SAID[language]
    party = await hall.game(HOSTS[language], "Goro", "Chiara", game="corrompue")
    await party.finish()
    await party.host.press(f"hands:{party.session_id}:ask", party.board)
    await hall.quiet()
    page = await sit(hall.discord, username, SIZES[size])
    await shows(page, said["asked"], f"replay-{language}-{size}-asked")
    for person in party.people[1:]:
        await person.press(f"hands:{party.session_id}:agree", party.board)
    await hall.quiet()
    board = page.locator(f"#message-{party.board.id}")
    await expect(board).to_have_attribute("data-revision", str(party.board.revision))
    await press(page, said["open"])
    await shows(page, said["step"], f"replay-{language}-{size}-first")
    for step in range(2, 11):
        await press(page, said["on"])
        await expect(page.get_by_text(said["at"].format(step)).last).to_be_visible()
    await shows(page, said["at"].format(10), f"replay-{language}-{size}-on")


@pytest.mark.parametrize("language", some(SAID, 1))
async def test_a_game_is_found_by_typing_and_had_as_a_film_and_a_file(hall, sit, language):
    (_, username), said = ONLOOKERS[language], SAID[language]
    party = await hall.game(HOSTS[language], "Goro", "Chiara", game="majority")
    await party.finish()
    await party.host.press(f"hands:{party.session_id}:ask", party.board)
    for person in party.people[1:]:
        await person.press(f"hands:{party.session_id}:agree", party.board)
    await hall.quiet()
    page = await sit(hall.discord, username, DESK)
    await page.locator(".writing").first.fill(said["command"])
    await page.keyboard.press("Enter")
    found = page.locator("datalist option")
    await expect(found).to_have_count(1)
    assert "Goro" in str(await found.first.text_content())
    await page.locator(".command-fields input").first.fill(
        str(await found.first.get_attribute("value"))
    )
    await page.keyboard.press("Enter")
    await expect(page.get_by_text(said["step"]).last).to_be_visible()
    await press(page, said["film"])
    await hall.quiet()
    await shows(page, said["done"], f"replay-{language}-film")
    shown = page.locator("img[src*='game.webp']").last
    assert await shown.evaluate("image => image.complete && image.naturalWidth") == WIDTH
    await press(page, said["save"])
    await shows(page, said["saved"], f"replay-{language}-saved")
    assert await page.locator("a.file").last.get_attribute("download") == "majority-1.json"
