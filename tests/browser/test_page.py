"""The page in a real browser with the toy bot: what a person sees and can do, also by keyboard."""

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.local import LocalDiscord
from bot.testing.driver import Person, Witness
from tests.browser.conftest import DESKTOP, PHONE, picture
from tests.local.rest import V2, Rest, button, gallery, png, row
from tests.local.toy import running

pytestmark = pytest.mark.browser
TABLE = "great-table"
LOW = {"width": 1000, "height": 500}


@pytest_asyncio.fixture(loop_scope="session")
async def discord():
    async with LocalDiscord() as discord, running(discord):
        yield discord


async def command(page: Page, typed: str) -> None:
    """Type a slash command and choose it from the list."""
    writing = page.get_by_label(f"Message #{TABLE}", exact=True)
    await writing.fill(typed)
    await writing.press("Enter")


async def board(page: Page) -> None:
    await command(page, "/board")
    await page.get_by_role("button", name="Send").click()
    await page.get_by_role("button", name="Pick").wait_for()


async def test_one_sits_down_at_the_door(discord, browser):
    async with await browser.new_page() as page:
        await page.goto(discord.page_url)
        await picture(page, "door")
        await page.get_by_role("link", name="Benoît").click()
        await expect(page.locator(".me b")).to_have_text("Benoît")
        await expect(page).to_have_url(f"{discord.page_url}#benoit")


async def test_command_is_completed_filled_in_and_sent_by_keyboard(discord, sit):
    page = await sit(discord, "ada")
    writing = page.get_by_label(f"Message #{TABLE}", exact=True)
    await writing.fill("/")
    choices = page.get_by_role("option")
    assert await choices.count() == 6
    await writing.press("ArrowDown")
    await writing.press("ArrowUp")
    await writing.press("Tab")
    await page.keyboard.type("A fine board")
    await page.keyboard.press("Enter")
    await expect(page.locator(".container")).to_contain_text("A fine board")


async def test_press_changes_the_message_for_everyone(discord, sit):
    ada, benoit = await sit(discord, "ada"), await sit(discord, "benoit", PHONE)
    await board(ada)
    await ada.get_by_role("button", name="Pick").click()
    await benoit.get_by_role("button", name="Pick").click()
    for page in (ada, benoit):
        await expect(page.locator(".container")).to_contain_text("Pressed 2")
        await expect(page.locator("figure img")).to_have_attribute("alt", "A board, 2 pressed")


async def test_focus_stays_on_the_button_that_was_pressed(discord, sit):
    page = await sit(discord, "ada")
    await board(page)
    await page.get_by_role("button", name="Pick").focus()
    for count in (1, 2, 3):
        await page.keyboard.press("Enter")
        await expect(page.locator(".container")).to_contain_text(f"Pressed {count}")
        await expect(page.get_by_role("button", name="Pick")).to_be_focused()


async def test_ephemeral_answer_is_seen_by_its_owner_and_dismissed(discord, sit):
    ada, benoit = await sit(discord, "ada"), await sit(discord, "benoit")
    await board(ada)
    await ada.get_by_role("button", name="Hand").click()
    private = ada.get_by_text("Only you see this", exact=True)
    await private.wait_for()
    await expect(benoit.get_by_text("Only you see this", exact=True)).to_have_count(0)
    await ada.get_by_role("button", name="Dismiss").click()
    await expect(private).to_have_count(0)


async def test_private_answer_comes_into_view_however_far_up_its_button_is(discord, sit):
    page = await sit(discord, "ada")
    await board(page)
    for number in range(40):
        await Person(discord, "Benoît").say(f"Message {number}", TABLE)
    await expect(page.get_by_text("Message 39")).to_be_in_viewport()
    await page.get_by_role("button", name="Hand").click()
    await expect(page.get_by_text("Only you see this", exact=True)).to_be_in_viewport()


async def test_several_are_chosen_in_a_select_by_keyboard(discord, sit):
    page = await sit(discord, "ada")
    await board(page)
    await page.get_by_role("button", name="Cards").focus()
    await page.keyboard.press("Enter")
    await page.keyboard.press("Space")
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowUp")
    await page.keyboard.press("Space")
    await expect(page.get_by_role("option", selected=True)).to_have_text(["Artisans", "Clerks"])
    await page.keyboard.press("End")
    await page.keyboard.press("Enter")
    await page.get_by_text("Chose artisans and clerks").wait_for()


async def test_form_is_opened_filled_in_and_answered(discord, sit):
    page = await sit(discord, "ada")
    await board(page)
    await page.get_by_role("button", name="Ask").click()
    await page.get_by_label("Answer").fill("forty-two")
    await picture(page, "form")
    await page.keyboard.press("Enter")
    await page.get_by_text("You said forty-two").wait_for()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_unanswered_press_is_told_where_it_was_made(discord, sit, monkeypatch):
    monkeypatch.setattr("bot.local.acts.interactions.FIRST_ANSWER", 0.05)
    page = await sit(discord, "ada")
    discord.faults.plan("POST .*/callback", "delay", seconds=0.2, times=2)
    await command(page, "/silent")
    await page.get_by_text("The application did not respond").wait_for()
    monkeypatch.undo()
    discord.faults.clear()
    await board(page)
    monkeypatch.setattr("bot.local.acts.interactions.FIRST_ANSWER", 0.05)
    discord.faults.plan("POST .*/callback", "delay", seconds=0.2)
    await page.get_by_role("button", name="Pick").click()
    await expect(page.get_by_role("alert")).to_have_text("This interaction failed")


async def test_pressed_button_keeps_its_name_while_it_waits(discord, sit):
    page = await sit(discord, "ada")
    async with Rest(discord) as rest:
        channel = Person(discord, "Ada").channel(TABLE)
        await rest.send(channel, content="Nobody answers", components=[row(button())])
    await page.get_by_role("button", name="Keep").click()
    waiting = page.locator("[aria-busy=true]")
    await expect(waiting).to_have_accessible_name("Keep")
    await picture(page, "waiting")


async def test_direct_messages_stand_beside_the_channel_and_are_counted_elsewhere(discord, sit):
    benoit = await sit(discord, "benoit")
    chiara = await sit(discord, "chiara", PHONE)
    ada = Person(discord, "Ada")
    for name in ("Benoît", "Chiara"):
        await ada.command("letter", TABLE, to=str(Person(discord, name).id))
    await expect(benoit.locator(".pane.second")).to_contain_text("Dear Benoît")
    menu = chiara.get_by_role("button", name="Open the menu")
    await expect(menu.locator(".badge")).to_have_text("1")
    await picture(chiara, "called-on-a-phone")
    assert await menu.evaluate(
        """button => {
            const sign = document.createRange();
            sign.selectNode(button.firstChild);
            const badge = button.querySelector(".badge").getBoundingClientRect();
            return sign.getBoundingClientRect().right <= badge.left;
        }"""
    )
    await menu.click()
    await expect(chiara.locator(".channel.unread .badge")).to_have_text("1")
    await picture(chiara, "menu-on-a-phone")
    await chiara.locator(".channel", has_text="Guildhall").click()
    await expect(chiara.locator(".pane").first).to_contain_text("Dear Chiara")


async def test_a_call_has_a_badge_and_what_is_only_new_a_mark(discord, sit):
    goro, chiara = await sit(discord, "goro", PHONE), Person(discord, "Chiara")
    await chiara.say("to all", "side-table")
    await goro.get_by_role("button", name="Open the menu").click()
    side = goro.locator(".channel", has_text="side-table")
    await expect(side.get_by_label("1 unread", exact=True)).to_be_visible()
    await expect(side.locator(".badge")).to_have_count(0)
    await chiara.say(f"you, {Person(discord, 'Goro').mention}", "side-table")
    await expect(side.locator(".badge")).to_have_text("1")
    await expect(goro).to_have_title("(1) Goro at The Guildhall")
    dmitri = await sit(discord, "dmitri")
    await expect(dmitri.locator(".seat", has_text="Goro").locator(".badge")).to_have_text("1")
    await picture(dmitri, "somebody-is-called")
    await side.click()
    await expect(dmitri.locator(".seat", has_text="Goro").locator(".badge")).to_have_count(0)


async def test_somebody_leaves_the_server_and_comes_back(discord, sit):
    goro = await sit(discord, "goro")
    tables = goro.locator(".channel", has_text=TABLE)
    for count in (0, 1):
        await goro.locator(".me button").click()
        await goro.get_by_label("Out of the server").click()
        await goro.get_by_role("button", name="Save").click()
        await expect(tables).to_have_count(count)


async def test_thread_is_started_locked_archived_and_deleted_by_a_moderator(discord, sit):
    farah, goro = await sit(discord, "farah"), await sit(discord, "goro")
    await farah.get_by_role("button", name="New thread").click()
    await farah.get_by_label("Name").fill("Guildes tonight")
    await farah.get_by_role("button", name="Start").click()
    await expect(farah.locator(".pane-title h2").first).to_contain_text("Guildes tonight")
    await goro.get_by_role("link", name="Guildes tonight").click()
    writing = goro.get_by_label("Message #Guildes tonight", exact=True)
    await writing.fill("Here I am")
    await writing.press("Enter")
    await farah.get_by_text("Here I am").wait_for()
    await expect(goro.get_by_role("button", name="Manage this thread")).to_have_count(0)
    await manage(farah, "Lock")
    await expect(writing).to_be_disabled()
    await manage(farah, "Archive")
    await expect(farah.locator(".thread-state")).to_have_text("archived · locked")
    await picture(farah, "thread")
    await manage(farah, "Delete")
    await expect(goro.locator(".channel", has_text="Guildes tonight")).to_have_count(0)


async def manage(page: Page, what: str) -> None:
    """Do something with the thread that is open."""
    await page.get_by_role("button", name="Manage this thread").click()
    await page.get_by_role("dialog").get_by_role("button", name=what, exact=True).click()
    await expect(page.get_by_role("dialog")).to_have_count(0)


async def test_post_in_a_forum_is_opened_from_its_list(discord, sit):
    ada, goro = await sit(discord, "ada"), await sit(discord, "goro")
    await ada.locator(".channel", has_text="tables-of-their-own").click()
    await expect(ada.get_by_text("No post yet.")).to_be_visible()
    await ada.get_by_role("button", name="New post").click()
    await ada.get_by_label("Name").fill("A quick game")
    await ada.get_by_label("First message").fill("Who plays?")
    await ada.get_by_role("button", name="Start").click()
    await ada.get_by_text("Who plays?").wait_for()
    await goro.locator(".channel", has_text="tables-of-their-own").click()
    await expect(goro.get_by_text("No post yet.")).to_have_count(0)
    await goro.locator(".post", has_text="A quick game").click()
    await goro.get_by_text("Who plays?").wait_for()
    await picture(goro, "forum-post")


async def test_enlarged_picture_has_its_whole_description_on_a_ground_of_its_own(discord, sit):
    page, ada = await sit(discord, "ada"), Person(discord, "Ada")
    async with Rest(discord) as rest:
        components = [gallery("a.png", description="A long story. " * 73)]
        await rest.send(
            ada.channel(TABLE), {"a.png": png((900, 700))}, flags=V2, components=components
        )
    await page.locator(".picture").click()
    caption = page.get_by_role("dialog").locator("figcaption")
    await expect(caption).to_contain_text("A long story. A long story.")
    ground = await caption.evaluate("element => getComputedStyle(element).backgroundColor")
    assert ground.startswith("rgb(")
    await expect(caption).to_be_in_viewport(ratio=1)
    await picture(page, "enlarged")


@pytest.mark.parametrize("size", [DESKTOP, PHONE, LOW], ids=["desktop", "phone", "low"])
@pytest.mark.parametrize("times", [1, 73], ids=["short", "long"])
async def test_enlarged_picture_fits_the_window_and_hides_the_page(discord, sit, size, times):
    page, ada = await sit(discord, "ada", size), Person(discord, "Ada")
    async with Rest(discord) as rest:
        components = [gallery("a.png", description="A long story. " * times)]
        await rest.send(
            ada.channel(TABLE), {"a.png": png((900, 700))}, flags=V2, components=components
        )
    await page.locator(".picture").click()
    dialog = page.get_by_role("dialog")
    await picture(page, f"enlarged-{size['width']}x{size['height']}-{times}")
    frame = await dialog.bounding_box()
    caption = await dialog.locator("figcaption").bounding_box()
    below = size["height"] - (caption["y"] + caption["height"])
    assert below >= frame["y"] - 1  # as much room as above
    assert await dialog.evaluate("element => element.scrollHeight - element.clientHeight") <= 0
    backdrop = "getComputedStyle(element, '::backdrop').backgroundColor"
    ground = await dialog.evaluate(f"element => {backdrop}")
    assert ground.startswith("rgb(")  # no dimmed part of the page under the description


async def test_people_are_chosen_in_a_select_with_defaults(discord, sit):
    page = await sit(discord, "ada")
    ada, goro = Person(discord, "Ada"), Person(discord, "Goro")
    select = {"type": 5, "custom_id": "invite", "min_values": 1, "max_values": 10}
    select["default_values"] = [{"id": str(goro.id), "type": "user"}]
    async with Rest(discord) as rest:
        channel = ada.channel(TABLE)
        await rest.send(channel, content="Whom?", components=[row(select)])
    face = page.locator(".select-face")
    await expect(face).to_have_text("Goro▾")
    await face.click()
    await page.get_by_role("option", name="Hanna").click()
    await page.get_by_role("button", name="Choose 2").click()
    started = discord.world.interactions.values
    (pressed,) = await Witness(discord.world).until(lambda: list(started()), "the choice is sent")
    names = [user["global_name"] for user in pressed.data["resolved"]["users"].values()]
    assert sorted(names) == ["Goro", "Hanna"]


async def test_nothing_looks_out_below_the_button_of_a_long_list(discord, sit):
    page, ada = await sit(discord, "ada"), Person(discord, "Ada")
    async with Rest(discord) as rest:
        select = {"type": 5, "custom_id": "invite", "min_values": 1, "max_values": 10}
        await rest.send(ada.channel(TABLE), content="Whom?", components=[row(select)])
    await page.locator(".select-face").click()
    lowest = await page.locator(".options").evaluate(
        """list => {
            const { left, width, bottom } = list.getBoundingClientRect();
            return document.elementFromPoint(left + width / 2, bottom - 3).className;
        }"""
    )
    assert "confirm" in lowest


async def test_hint_where_one_writes_stays_on_one_line(discord, sit):
    goro = await sit(discord, "goro", PHONE)
    await goro.get_by_role("button", name="New thread").click()
    await goro.get_by_label("Name").fill("A thread whose name is rather long for a phone")
    await goro.get_by_role("button", name="Start").click()
    writing = goro.get_by_label("Message #A thread whose name", exact=False)
    await expect(writing).to_be_visible()
    hidden = await writing.evaluate("area => area.scrollHeight - area.clientHeight")
    assert hidden <= 0


@pytest.mark.parametrize("who", ["ada", "benoit"])
async def test_hint_where_one_writes_is_whole_on_the_narrowest_phone(discord, sit, who):
    page = await sit(discord, who, {"width": 360, "height": 780})
    spare = await page.locator("textarea").first.evaluate(
        """area => {
            const style = getComputedStyle(area);
            const pen = document.createElement("canvas").getContext("2d");
            pen.font = style.font;
            const beside = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
            return area.clientWidth - beside - pen.measureText(area.placeholder).width;
        }"""
    )
    assert spare >= 0


async def test_link_to_a_message_brings_it_into_view(discord, sit):
    ada = Person(discord, "Ada")
    first = await ada.say("The first", TABLE)
    for number in range(40):
        await ada.say(f"Message {number}", TABLE)
    guild = discord.world.guild.id
    link = f"https://discord.com/channels/{guild}/{first.channel}/{first.id}"
    await ada.say(f"[there]({link}) is ||hidden||", TABLE)
    page = await sit(discord, "benoit")
    await expect(page.get_by_text("The first", exact=True)).not_to_be_in_viewport()
    await page.get_by_role("link", name="there").click()
    await expect(page.get_by_text("The first", exact=True)).to_be_in_viewport()


async def test_closed_direct_messages_are_a_switch(discord, sit):
    page = await sit(discord, "dmitri")
    await page.get_by_role("button", name="Settings").click()
    await page.get_by_label("Refuse direct messages from the bot").check()
    await page.get_by_role("button", name="Save").click()
    await expect(page.locator(".me small")).to_contain_text("DMs closed")
    lock = page.locator(".seat", has_text="Dmitri").get_by_alt_text("Direct messages closed")
    await expect(lock).to_be_visible()
    assert await lock.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    assert Person(discord, "Dmitri").user.closed_dms


async def test_page_speaks_the_language_of_the_seat(discord, sit):
    page = await sit(discord, "elodie")
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page.locator("#bot-state")).to_have_text("Guildhall est là")
    await page.get_by_label(f"Écrire à #{TABLE}", exact=True).fill("/")
    await page.get_by_role("link", name="Ada").click()
    await expect(page.locator("#bot-state")).to_have_text("Guildhall is here")


async def test_page_comes_back_by_itself_when_the_table_was_away(discord, sit):
    page = await sit(discord, "ada")
    await discord.stop()
    await expect(page.locator("#bot-state")).to_have_text("Out of reach…")
    await discord.start()
    await expect(page.locator("#bot-state")).not_to_have_text("Out of reach…")
    await Person(discord, "Benoît").say("Still here", TABLE)
    await page.get_by_text("Still here").wait_for()
