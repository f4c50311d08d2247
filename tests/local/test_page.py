"""What the page asks and is told, and who may ask."""

import asyncio
import re

import aiohttp
import pytest

from bot.local import LocalDiscord, PortTaken
from bot.local.acts import actions
from bot.local.server import PAGE
from bot.testing.driver import Person
from tests.local.rest import Rest, button, row

TABLE = "great-table"


class Tab:
    """A browser tab's side of the page socket."""

    def __init__(self, socket):
        self.socket = socket
        self.number = 0
        self.heard = []

    async def receive(self):
        return await asyncio.wait_for(self.socket.receive_json(), 5)

    async def ask(self, wish, **details):
        """The result of a wish; raises ValueError with the words of a mistake."""
        self.number += 1
        await self.socket.send_json({"number": self.number, "do": wish} | details)
        while True:
            frame = await self.receive()
            if frame.get("reply") == self.number:
                break
            self.heard.append(frame)
        if "error" in frame:
            raise ValueError(frame["error"])
        return frame["result"]

    async def hear(self, event, fits=bool):
        while True:
            for frame in self.heard:
                if frame["event"] == event and fits(frame):
                    self.heard.remove(frame)
                    return frame
            self.heard.append(await self.receive())

    async def sit(self, person):
        return await self.ask("sit", user=str(person.id))


@pytest.fixture
async def open_tab(still):
    async with aiohttp.ClientSession() as session:

        async def open_tab():
            return Tab(await session.ws_connect(f"{still.url}/table"))

        yield open_tab


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def benoit(still):
    return Person(still, "Benoît")


def channel_id(still, name):
    return str(next(c.id for c in still.world.channels.values() if c.name == name))


async def test_everybody_is_introduced_before_one_sits_down(still, open_tab):
    people = await (await open_tab()).hear("people")
    names = [person["name"] for person in people["people"]]
    assert names[:3] == ["Guildhall", "Ada", "Benoît"]
    assert people["online"] is False


async def test_sitting_down_shows_the_channels(still, open_tab, ada):
    sat = await (await open_tab()).sit(ada)
    assert [c["name"] for c in sat["channels"]] == [
        "great-table",
        "side-table",
        "corner-talk",
        "tables-of-their-own",
        "Guildhall",
    ]


async def test_nothing_is_done_before_sitting_down(still, open_tab):
    with pytest.raises(ValueError, match="take a seat"):
        await (await open_tab()).ask("say", channel=channel_id(still, TABLE), text="Hello")


async def test_message_is_told_live_to_all_who_see_it(still, open_tab, ada, benoit):
    tabs = [await open_tab(), await open_tab()]
    await tabs[0].sit(ada)
    await tabs[1].sit(benoit)
    await tabs[0].ask("say", channel=channel_id(still, TABLE), text="**Hello**")
    for tab in tabs:
        told = await tab.hear("message")
        assert told["message"]["html"] == "<p><strong>Hello</strong></p>\n"


async def test_direct_message_is_told_to_its_owner_and_only_counted_for_others(
    still, open_tab, ada, benoit
):
    tab, other = await open_tab(), await open_tab()
    await tab.sit(ada)
    await other.sit(benoit)
    async with Rest(still) as rest:
        await rest.send(ada.channel(None), content="Your hand")
    assert (await tab.hear("message"))["message"]["html"] == "<p>Your hand</p>\n"
    waiting = await other.hear("people", lambda f: any(p["waiting"] for p in f["people"]))
    assert [p["name"] for p in waiting["people"] if p["waiting"]] == ["Ada"]
    await other.ask("sit", user=str(benoit.id))
    assert all(frame["event"] != "message" for frame in other.heard)


async def test_press_is_sent_and_its_end_is_told(still, open_tab, ada, rest, clock):
    message = rest.message(
        await rest.send(ada.channel(TABLE), content="x", components=[row(button())])
    )
    tab = await open_tab()
    await tab.sit(ada)
    pressed = await tab.ask("press", message=str(message.id), component="keep")
    interaction = still.world.interactions[int(pressed["interaction"])]
    await rest.respond(interaction, 6)
    ended = await tab.hear("answered")
    assert (ended["interaction"], ended["failed"]) == (pressed["interaction"], False)
    failed = await tab.ask("press", message=str(message.id), component="keep")
    clock.advance(3)
    ended = await tab.hear("answered")
    assert (ended["interaction"], ended["failed"]) == (failed["interaction"], True)


async def test_ephemeral_answer_is_hidden_from_others_and_can_be_dismissed(
    still, open_tab, ada, benoit, rest
):
    message = rest.message(
        await rest.send(ada.channel(TABLE), content="x", components=[row(button())])
    )
    tab, other = await open_tab(), await open_tab()
    await tab.sit(ada)
    await other.sit(benoit)
    pressed = actions.press(still.world, ada.user, message, "keep")
    await rest.respond(pressed, 4, content="Secret", flags=64)
    told = await tab.hear("message")
    assert (told["message"]["html"], told["message"]["ephemeral"]) == ("<p>Secret</p>\n", True)
    await tab.ask("dismiss", message=told["message"]["id"])
    assert (await tab.hear("gone"))["message"] == told["message"]["id"]
    opened = await other.ask("open", channel=channel_id(still, TABLE))
    assert [m["html"] for m in opened["messages"]] == ["<p>x</p>\n"]
    assert not [f for f in other.heard if f["event"] in ("message", "gone", "answered")]


async def test_unread_messages_are_counted_until_the_channel_is_opened(
    still, open_tab, ada, benoit
):
    await benoit.say("one", TABLE)
    await benoit.say("two", TABLE)
    await ada.say("mine", TABLE)
    tab = await open_tab()
    sat = await tab.sit(ada)
    assert [c["unread"] for c in sat["channels"]] == [2, 0, 0, 0, 0]
    opened = await tab.ask("open", channel=channel_id(still, TABLE))
    assert [c["unread"] for c in opened["channels"]] == [0, 0, 0, 0, 0]


async def test_what_notified_is_counted_apart_until_it_is_read(still, open_tab, ada, rest):
    tab = await open_tab()
    await tab.sit(ada)
    await rest.send(ada.channel(TABLE), content="to all")
    await rest.send(ada.channel(TABLE), content=ada.mention)
    await rest.send(ada.channel(None), content="silently", flags=1 << 12)
    await rest.send(ada.channel(None), content="loudly")
    sat = await tab.sit(ada)
    counts = {c["name"]: (c["unread"], c["calls"]) for c in sat["channels"] if c["unread"]}
    assert counts == {TABLE: (2, 1), "Guildhall": (2, 1)}
    assert waiting(await (await open_tab()).hear("people")) == {"Ada": 2}
    await tab.ask("read", channel=channel_id(still, TABLE))
    assert waiting(await (await open_tab()).hear("people")) == {"Ada": 1}


def waiting(people):
    """For whom notifications wait, and how many."""
    return {person["name"]: person["waiting"] for person in people["people"] if person["waiting"]}


async def test_somebody_elses_direct_messages_cannot_be_opened(still, open_tab, ada, benoit):
    tab = await open_tab()
    await tab.sit(ada)
    with pytest.raises(ValueError, match="can't look in there"):
        await tab.ask("open", channel=str(benoit.channel(None).id))


async def test_commands_are_listed_in_the_persons_language(still, open_tab, benoit, rest):
    command = {
        "name": "play",
        "description": "Open a lobby",
        "name_localizations": {"fr": "jouer"},
        "description_localizations": {"fr": "Ouvrir une table"},
    }
    await rest.ask("PUT", f"/applications/{still.world.bot.id}/commands", [command])
    sat = await (await open_tab()).sit(benoit)
    shown = [(c["name"], c["shown"], c["description"]) for c in sat["commands"]]
    assert shown == [("play", "jouer", "Ouvrir une table")]


async def test_person_changes_name_language_and_closes_direct_messages(still, open_tab, ada):
    tab = await open_tab()
    await tab.sit(ada)
    await tab.ask("person", name="Ada L.", locale="fr", closed=True)
    changed = (ada.user.name, ada.user.locale, ada.user.closed_dms)
    assert changed == ("Ada L.", "fr", True)
    with pytest.raises(ValueError, match="1 to 32"):
        await tab.ask("person", name=" ")


async def test_person_leaves_the_server_and_comes_back(still, open_tab, ada):
    tab, guild = await open_tab(), still.world.guild
    await tab.sit(ada)
    await tab.ask("person", left=True)
    assert not still.world.is_member(ada.user, guild)
    channels = (await tab.hear("channels"))["channels"]
    assert [channel["name"] for channel in channels] == ["Guildhall"]
    await tab.ask("person", name="Ada L.")
    assert not still.world.is_member(ada.user, guild)
    await tab.ask("person", left=False)
    assert still.world.is_member(ada.user, guild)


async def test_person_is_added(still, open_tab):
    tab = await open_tab()
    added = await tab.ask("add", name="Ivo")
    assert still.world.users[int(added["user"])].name == "Ivo"


@pytest.mark.parametrize("path", ["/", "/table", "/gateway", "/api/v10/users/@me", "/page/app.js"])
@pytest.mark.parametrize(
    "headers", [{"Host": "example.com"}, {"Origin": "https://example.com"}, {"Origin": "null"}]
)
async def test_foreign_pages_are_refused(still, path, headers):
    async with (
        aiohttp.ClientSession() as session,
        session.get(still.url + path, headers=headers) as r,
    ):
        assert r.status == 403


async def test_page_is_served_to_itself_and_loads_nothing_foreign(still):
    async with aiohttp.ClientSession() as session:
        for name in (f"127.0.0.1:{still.port}", f"localhost:{still.port}"):
            headers = {"Host": name, "Origin": f"http://{name}"}
            async with session.get(still.page_url, headers=headers) as response:
                assert response.status == 200
                assert "default-src 'none'" in response.headers["Content-Security-Policy"]
                assert "//" not in (await response.text()).replace("<!doctype", "")


async def test_server_listens_on_loopback_only(still):
    assert still.url.startswith("http://127.0.0.1:")


async def test_taken_port_is_named():
    async with LocalDiscord() as discord:
        with pytest.raises(PortTaken, match=f"Port {discord.port} on 127.0.0.1 is already taken"):
            await LocalDiscord(port=discord.port).start()


def test_pages_words_are_complete_in_both_languages():
    words = (PAGE / "words.js").read_text("utf-8")
    english, french = words.split("const FRENCH")
    keys = [re.findall(r'^  "?([\w.]+)"?: ', part, re.MULTILINE) for part in (english, french)]
    assert keys[0] == keys[1]
    scripts = "".join(
        path.read_text("utf-8") for path in [*PAGE.glob("*.js"), *PAGE.glob("*.html")]
    )
    used = set(re.findall(r'(?:say\(|data-(?:word|label)"?[=:] ?)"([\w.]+)"', scripts))
    assert used <= set(keys[0])
