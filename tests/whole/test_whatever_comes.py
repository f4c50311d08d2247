"""Whatever comes in over the gateway gets one answer, and no log tells of a failure."""

import contextlib
import logging

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bot.languages import LOCALES, entries
from bot.local.acts import interactions
from bot.local.acts.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT
from bot.local.gateway import dispatch
from bot.local.world.guilds import open_channel
from bot.screens.custom_ids import Press
from bot.testing.driver import text_of
from tests.whole.house import OTHER_TABLE, TABLE, THREAD, house

KINDS = tuple(Press.kinds)
NUMBERS = st.one_of(
    st.integers(0, 4).map(str),
    st.sampled_from(["", "-1", "+1", " 1", "1_0", "٣", "²", "9" * 18, "9" * 19, "x", "None"]),
)
SHOWN = {
    entry.key.removeprefix("show.")
    for entry in entries(LOCALES / "en" / "LC_MESSAGES" / "guildhall.po")
    if entry.key.startswith("show.")
}
WORDS = st.one_of(
    st.sampled_from(
        [
            *sorted(SHOWN),
            *("back", "pause", "resume", "ask", "agree", "refuse", "withdraw", "topic", "own"),
            *("public", "start", "renew", "watch", "open", "first", "on", "last", "round"),
            *("film", "save", "turn", "help", "share", "post", "text0", "1:-", "2:0", "join"),
            *("leave", "add", "remove", "options", "set", "strength", "party", "again", "yes"),
            *("no", "artisans", "tie_break", "tell", "confirm", "=0", "&", "end&end", "page"),
            *("channels", "results", "-", "+"),
        ]
    ),
    NUMBERS,
    st.text(max_size=12),
)
CUSTOM_IDS = st.one_of(
    st.builds(
        lambda kind, session, rest: ":".join([kind, session, *rest])[:100],
        st.one_of(st.sampled_from(KINDS), st.text(max_size=5)),
        NUMBERS,
        st.lists(WORDS, max_size=4),
    ),
    st.text(max_size=100),
)
PRESSES = st.fixed_dictionaries(
    {
        "custom_id": CUSTOM_IDS,
        "component_type": st.sampled_from([2, 3, 5, 8]),
        "values": st.lists(WORDS, max_size=3),
    }
)
OPTIONS = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["game", "jeu", "strength"]),
        "type": st.sampled_from([1, 3, 4, 5, 10]),
        "value": st.one_of(st.sampled_from(["guildes", "chess", "7"]), st.integers(0, 9)),
    },
    optional={"focused": st.booleans()},
)
COMMANDS = st.fixed_dictionaries(
    {
        "id": st.just("1"),
        "name": st.sampled_from(
            [
                *("play", "hand", "table", "games", "abandon", "replace", "settings", "help"),
                *("replay", "undo"),
            ]
        ),
        "type": st.sampled_from([1, 1, 1, 2, 3]),
        "options": st.lists(OPTIONS, max_size=2, unique_by=lambda option: option["name"]),
    }
)
LEFT_OUT = st.sampled_from(
    [(), (), ("channel",), ("channel_id", "channel"), ("guild_id", "guild", "member"), ("message",)]
)


def each(strategy, count):
    """So many examples, the same at every run: one house serves them all."""
    found = []

    @settings(
        max_examples=count,
        database=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(strategy)
    def gather(example):
        found.append(example)

    gather()
    return found


@pytest.fixture(autouse=True)
def unfailing(caplog):
    """Fails a test in which anything was logged as an error."""
    yield
    errors = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert [record.getMessage() for record in errors] == []


@contextlib.asynccontextmanager
async def tables(tmp_path):
    """Two games, with and without a map, a lobby and a game that is over; Ada is in all of them."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        guildes = await hall.game("Ada", "Goro", "Chiara")
        london = await hall.game("Ada", "Goro", game="london", channel=OTHER_TABLE)
        lobby = await hall.lobby("Ada", channel=THREAD)
        place = open_channel(hall.discord.world, "library")
        over = await hall.game("Ada", "Goro", "Chiara", game="majority", channel=place.name)
        await over.finish()
        yield hall, [guildes, london, lobby, over]


async def answered(hall, person, kind, channel, data, source=None, without=()):
    """Have it come in without some of its keys; what was answered."""
    world, whole = hall.discord.world, dispatch.interaction_payload

    def payload(*about):
        data = whole(*about)
        if "member" in without and "member" in data:
            data["user"] = data["member"]["user"]
        return {key: value for key, value in data.items() if key not in without}

    dispatch.interaction_payload = payload
    try:
        started = interactions.start(world, kind, person.user, channel, data, source)
    finally:
        dispatch.interaction_payload = whole
    await person._witness.answered(started)
    await hall.quiet()
    return started


def said_to(hall, started):
    message = hall.discord.world.messages.get(started.original)
    return "" if message is None else text_of(message)


async def test_whatever_is_pressed_is_answered_without_an_apology(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        people = [parties[0].host, hall.person("Hanna")]
        tried = st.tuples(PRESSES, st.integers(0, 3), st.integers(0, 1), st.booleans(), LEFT_OUT)
        for data, table, who, private, without in each(tried, 250):
            party, person = parties[table], people[who]
            message = party.hand(party.host) if private and not who else party.board
            channel = person.world.channels[message.channel]
            started = await answered(hall, person, COMPONENT, channel, data, message, without)
            assert "Sorry" not in said_to(hall, started), (data, without)


async def test_whatever_is_typed_is_answered_without_an_apology(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada = parties[0].host
        places = [ada.channel(TABLE), ada.channel(None)]
        tried = st.tuples(COMMANDS, st.integers(0, 1), LEFT_OUT)
        for data, place, without in each(tried, 150):
            started = await answered(hall, ada, COMMAND, places[place], data, None, without)
            assert "Sorry" not in said_to(hall, started), (data, without)


async def test_what_no_command_of_ours_completes_has_no_choices(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada = parties[0].host
        for data in each(COMMANDS, 30):
            if data["name"] == "replay":
                continue
            started = await answered(hall, ada, AUTOCOMPLETE, ada.channel(TABLE), data)
            assert started.choices == []


async def test_whatever_is_typed_of_a_game_to_be_seen_again_is_completed(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada, over = parties[0].host, parties[3]
        for typed in ("", "maj", "ADA goro", "%", "'; --", "x" * 6000, "٣", "\x00"):
            data = {"id": "1", "name": "replay", "type": 1}
            option = {"name": "game", "type": 3, "value": typed, "focused": True}
            data["options"] = [option]
            started = await answered(hall, ada, AUTOCOMPLETE, ada.channel(TABLE), data)
            found = [choice["value"] for choice in started.choices]
            assert found == ([str(over.session_id)] if typed in ("", "maj", "ADA goro") else [])


async def test_a_form_that_we_never_showed_is_answered(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada = parties[0].host
        data = {"custom_id": "form", "components": []}
        started = await answered(hall, ada, MODAL_SUBMIT, ada.channel(TABLE), data)
        assert "/play" in said_to(hall, started)


@pytest.mark.parametrize(
    ("data", "without", "said"),
    [
        ({"name": "play", "options": []}, (), "has changed since"),
        ({"name": "undo", "options": []}, (), "has changed since"),
        ({"name": "play", "options": "guildes"}, ("guild_id", "guild", "member"), "of a server"),
        ({"name": "play", "options": "guildes"}, ("channel", "channel_id"), "of a server"),
        ({"name": "play", "options": "chess"}, (), "has changed since"),
    ],
)
async def test_a_command_of_another_version_or_from_nowhere_is_answered_kindly(
    tmp_path, data, without, said
):
    if data["options"]:
        data = data | {"options": [{"name": "game", "type": 3, "value": data["options"]}]}
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        command = {"id": "1", "type": 1, **data}
        started = await answered(hall, ada, COMMAND, ada.channel(TABLE), command, None, without)
        assert said in said_to(hall, started)
