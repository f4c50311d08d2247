"""Lobbies in a real browser: computers, invitations, threads and seats kept, as people see them."""

import pytest
import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from images import pictures
from tests.browser.conftest import PHONE, picture
from tests.whole.house import TABLE, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]


@pytest_asyncio.fixture(loop_scope="session")
async def hall(tmp_path):
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as opened:
        yield opened


def private(page: Page, title: str) -> Locator:
    """The latest message that only this person sees, with that heading."""
    return page.locator("article.ephemeral", has_text=title).last


async def choose(menu: Locator, *labels: str) -> None:
    """Choose in a select."""
    page = menu.page
    await menu.click()
    for label in labels:
        await page.get_by_role("option", name=label).click()
    confirm = page.locator(".confirm")
    if await confirm.count():
        await confirm.click()


@pytest.mark.parametrize(
    ("typed", "chosen"),
    [("/play", "Guildes"), ("/play london", "Guilds of London"), ("/play chess", None)],
)
async def test_a_game_is_found_by_any_part_of_its_name(typed, chosen, hall, sit):
    page = await sit(hall.discord, "ada")
    writing = page.get_by_label(f"Message #{TABLE}", exact=True)
    await writing.fill(typed)
    await writing.press("Enter")
    pills = page.locator(".pill")
    await expect(pills).to_have_count(4)
    checked = pills.filter(has=page.locator("input:checked"))
    await expect(checked).to_have_text([chosen] if chosen else [])


async def test_computers_are_seated_changed_and_removed(hall, sit):
    party = await hall.lobby("Ada", "Goro")
    ada, phone = await sit(hall.discord, "ada"), await sit(hall.discord, "goro", PHONE)
    await ada.get_by_role("button", name="Computers", exact=True).click()
    screen = private(ada, "Computer players")
    for label in ("Add: easy", "Add: hard"):
        await screen.get_by_role("button", name=label).click()
        await hall.quiet()
    menus = screen.locator(".select-face")
    await expect(menus).to_have_count(2)
    await choose(menus.first, "Berthe: normal")
    board = ada.locator(f"#message-{party.board.id}")
    await expect(board.get_by_alt_text("Berthe (computer, normal)")).to_be_visible()
    await picture(ada, "lobby-computers")
    await choose(screen.locator(".select-face").last, "Remove Odon")
    await expect(board.get_by_alt_text("Odon")).to_have_count(0)
    await phone.get_by_role("button", name="Computers", exact=True).click()
    await private(phone, "Computer players").wait_for()
    await picture(phone, "lobby-computers-on-a-phone")


async def test_people_are_invited_to_a_private_table_in_a_thread(hall, sit):
    party = await hall.lobby("Ada", "Goro")
    ada, chiara = await sit(hall.discord, "ada"), await sit(hall.discord, "chiara", PHONE)
    await ada.get_by_role("button", name="Table", exact=True).click()
    screen = private(ada, "This table")
    await screen.get_by_role("button", name="Only invited people").click()
    await screen.get_by_role("button", name="Let everybody join").wait_for()
    await choose(screen.locator(".select-face").first, "Chiara", "Dmitri")
    board = ada.locator(f"#message-{party.board.id}")
    await expect(board).to_contain_text("Invited: Chiara, Dmitri")
    await hall.quiet()
    await picture(ada, "lobby-private")
    await picture(chiara, "lobby-private-on-a-phone")
    await screen.get_by_role("button", name="Move to a thread").click()
    await private(ada, "the table is in").wait_for()
    await hall.quiet()
    await picture(ada, "lobby-moved")
    thread = party.host.channel("Guildes · Ada")
    await ada.goto(f"{hall.discord.page_url}#ada")
    await ada.locator(f"[data-channel='{thread.id}']").first.click()
    await ada.get_by_role("button", name="Table", exact=True).wait_for()
    await picture(ada, "lobby-in-a-thread")


async def test_a_busy_channel_offers_a_thread(hall, sit):
    await hall.lobby("Ada")
    goro = await sit(hall.discord, "goro", PHONE)
    await hall.person("Goro").command("play", TABLE, game="london")
    offered = private(goro, "There is a game in this channel already")
    await offered.get_by_role("button", name="Open it in a thread").wait_for()
    await picture(goro, "lobby-busy-on-a-phone")
    await offered.get_by_role("button", name="Open it in a thread").click()
    await expect(private(goro, "the table is in")).to_be_visible()


@pytest.mark.parametrize(("name", "size"), [("desktop", None), ("a-phone", PHONE)])
async def test_seats_are_kept_for_another_game(hall, sit, name, size):
    party = await hall.game("Ada", "Goro", "Chiara", computers=1)
    await party.finish()
    goro = await sit(hall.discord, "goro", *filter(None, [size]))
    await party.host.press("Play again", party.board)
    await hall.quiet()
    await picture(goro, f"lobby-again-on-{name}")
    await (
        goro.get_by_role("log", name="Messages in great-table")
        .get_by_role("button", name="I’m in")
        .click()
    )
    await expect(goro.get_by_alt_text("A seat is kept for Chiara")).to_be_visible()


async def test_a_table_that_one_opens_while_scrolled_up_comes_in_sight(hall, sit):
    party = await hall.game("Ada", "Goro", "Chiara")
    await party.finish()
    for _ in range(30):
        await hall.person("Goro").say("What a game!", TABLE)
    page = await sit(hall.discord, "ada", PHONE)
    over = page.locator(f"#message-{party.board.id}")
    await over.scroll_into_view_if_needed()
    await over.get_by_role("button", name="Play again").click()
    await hall.quiet()
    await expect(page.locator(f"#message-{party.host.latest(TABLE).id}")).to_be_in_viewport()


async def test_everybody_sees_commands_by_their_own_names(hall, sit):
    party = await hall.lobby("Ada")
    for person, shown in (("ada", "/play"), ("benoit", "/jouer")):
        page = await sit(hall.discord, person)
        used = page.locator(f"#message-{party.board.id} .used")
        await expect(used).to_contain_text(shown)


async def test_a_french_lobby_with_its_options(hall, sit):
    await hall.lobby("Benoît", "Goro", game="majority", computers=2)
    page = await sit(hall.discord, "benoit", PHONE)
    await picture(page, "lobby-french-on-a-phone")
    await page.get_by_role("button", name="Options").click()
    await private(page, "La langue du plateau").wait_for()
    await picture(page, "lobby-options-on-a-phone")
