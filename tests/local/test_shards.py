"""Several shards: who hears what, and who may identify when."""

import aiohttp
import orjson
import pytest

from bot.local import LocalDiscord
from bot.local.acts import actions
from bot.local.gateway.gateway import STARTS_A_DAY
from bot.local.world.guilds import outage
from bot.testing.driver import Person, text_of
from tests.local.conftest import LIMITS, inspect
from tests.local.rest import Rest, button, row
from tests.local.toy import ShardedToyBot, running

GUILDS, MESSAGES, DIRECT = 1 << 0, 1 << 9, 1 << 12
MEMBERS, CONTENT = 1 << 1, 1 << 15
TABLE, OTHER = "great-table", "other-table"


@pytest.fixture
async def two(clock):
    """A Discord of two shards, with a guild on each."""
    async with LocalDiscord(clock=clock, limits=LIMITS, shards=2) as server:
        world = server.world
        free = 1 - (world.guild.id >> 22) % 2
        world.add_channel(OTHER, guild=world.add_guild("Second", shard=(free, 2)))
        yield server


def guild_of_shard(server, shard):
    return next(g for g in server.world.guilds.values() if (g.id >> 22) % 2 == shard)


def table_of(server, shard):
    guild = guild_of_shard(server, shard)
    return next(c for c in server.world.channels.values() if c.guild == guild.id)


class Shard:
    """A bare gateway connection."""

    def __init__(self, server, socket):
        self._server = server
        self._socket = socket

    async def identify(self, number=0, count=1, intents=GUILDS | MESSAGES | DIRECT):
        data = {"token": self._server.token, "intents": intents, "shard": [number, count]}
        await self._socket.send_json({"op": 2, "d": data})

    async def receive(self):
        message = await self._socket.receive(5)
        if message.type is aiohttp.WSMsgType.TEXT:
            return orjson.loads(message.data)
        return self._socket.close_code

    async def told(self, until):
        """The events until and including the first of that name: name and data."""
        heard = []
        while not heard or heard[-1][0] != until:
            frame = await self.receive()
            heard.append((frame["t"], frame["d"]))
        return heard


@pytest.fixture
async def connect():
    async with aiohttp.ClientSession() as session:

        async def connect(server):
            socket = await session.ws_connect(f"{server.url}/gateway?v=10&encoding=json")
            shard = Shard(server, socket)
            assert (await shard.receive())["op"] == 10
            return shard

        yield connect


async def test_each_shard_is_given_its_own_guild(two, connect):
    for number in (0, 1):
        shard = await connect(two)
        await shard.identify(number, 2)
        (_, ready), (_, guild) = await shard.told("GUILD_CREATE")
        own = str(guild_of_shard(two, number).id)
        assert ([g["id"] for g in ready["guilds"]], guild["id"]) == ([own], own)
        assert ready["shard"] == [number, 2]


async def test_guilds_speak_on_their_shard_and_direct_messages_on_the_first(two, connect):
    ada = Person(two, "Ada")
    shards = [await connect(two), await connect(two)]
    for number, shard in enumerate(shards):
        await shard.identify(number, 2)
        await shard.told("GUILD_CREATE")
    for place in (ada.channel(None), table_of(two, 0), table_of(two, 1)):
        actions.say(two.world, ada.user, place, f"in {place.id}")
    for number, shard in enumerate(shards):
        outage(two.world, guild_of_shard(two, number))
        heard = await shard.told("GUILD_DELETE")
        places = [data["channel_id"] for name, data in heard if name == "MESSAGE_CREATE"]
        direct = [] if number else [str(ada.channel(None).id)]
        assert places == [*direct, str(table_of(two, number).id)]


async def test_presses_go_where_the_guild_is_and_in_direct_messages_to_the_first(two, connect):
    ada, shards = Person(two, "Ada"), [await connect(two), await connect(two)]
    for number, shard in enumerate(shards):
        await shard.identify(number, 2)
        await shard.told("GUILD_CREATE")
    places = [ada.channel(None), table_of(two, 0), table_of(two, 1)]
    async with Rest(two) as rest:
        for place in places:
            message = await rest.send(place, content="x", components=[row(button())])
            actions.press(two.world, ada.user, rest.message(message), "keep")
    for number, shard in enumerate(shards):
        outage(two.world, guild_of_shard(two, number))
        heard = await shard.told("GUILD_DELETE")
        pressed = [data["channel_id"] for name, data in heard if name == "INTERACTION_CREATE"]
        direct = [] if number else [str(places[0].id)]
        assert pressed == [*direct, str(table_of(two, number).id)]


async def test_each_connection_of_a_shard_hears_everything_and_one_answers(two, connect):
    ada, shards = Person(two, "Ada"), [await connect(two), await connect(two)]
    for shard in shards:
        await shard.identify(0, 2)
        await shard.told("GUILD_CREATE")
    async with Rest(two) as rest:
        message = await rest.send(table_of(two, 0), content="x", components=[row(button())])
        actions.press(two.world, ada.user, rest.message(message), "keep")
        heard = [await shard.told("INTERACTION_CREATE") for shard in shards]
        (first, second) = (events[-1][1] for events in heard)
        assert first["id"] == second["id"]
        path = f"/interactions/{first['id']}/{first['token']}/callback"
        answers = [await rest.ask("POST", path, {"type": 6}) for _ in range(2)]
    assert [answer.status for answer in answers] == [204, 400]
    assert answers[1].body["code"] == 40060


async def test_another_process_may_identify_five_seconds_later_whatever_its_shard(
    still, clock, connect
):
    still.gateway.shards = 2
    first, second = await connect(still), await connect(still)
    await first.identify(0, 2)
    await first.told("READY")
    await second.identify(1, 2)
    assert (await second.receive())["op"] == 9
    clock.advance(5)
    await second.identify(1, 2)
    await second.told("READY")


async def test_shards_of_different_buckets_may_identify_at_once(still, connect):
    still.gateway.shards = still.gateway.max_concurrency = 2
    for number in (0, 1):
        shard = await connect(still)
        await shard.identify(number, 2)
        await shard.told("READY")


async def test_gateway_says_how_many_shards_and_starts_there_are(two, connect):
    async with Rest(two) as rest:
        answer = (await rest.ask("GET", "/gateway/bot")).body
        assert answer["shards"] == 2
        assert answer["session_start_limit"]["remaining"] == STARTS_A_DAY
        shard = await connect(two)
        await shard.identify(0, 2)
        await shard.told("READY")
        answer = (await rest.ask("GET", "/gateway/bot")).body
        assert answer["session_start_limit"]["remaining"] == STARTS_A_DAY - 1


@pytest.mark.parametrize(
    ("shard", "intents", "code"),
    [
        ((2, 2), GUILDS, 4010),
        ((0, 1), GUILDS, 4011),
        ((0, 2), 1 << 40, 4013),
        ((0, 2), None, 4013),
        ((0, 2), GUILDS | MEMBERS, 4014),
        ((0, 2), GUILDS | CONTENT, 4014),
    ],
)
async def test_wrong_identify_is_closed(two, connect, shard, intents, code):
    connection = await connect(two)
    await connection.identify(*shard, intents)
    assert await connection.receive() == code


async def test_a_shard_holds_2500_guilds_and_no_more(two, connect):
    for number in range(2500):
        two.world.add_guild(f"Guild {number}", shard=(0, 2))
    first, second = await connect(two), await connect(two)
    await first.identify(0, 2)
    assert await first.receive() == 4011
    await second.identify(1, 2)
    assert (await second.receive())["t"] == "READY"


async def test_privileged_intent_that_was_given_is_taken(two, connect):
    two.world.application.flags = 1 << 19
    connection = await connect(two)
    await connection.identify(0, 2, GUILDS | CONTENT)
    assert (await connection.receive())["t"] == "READY"


async def test_second_identify_within_five_seconds_is_an_invalid_session(still, clock, connect):
    first, second = await connect(still), await connect(still)
    await first.identify()
    await first.told("READY")
    await second.identify()
    assert (await second.receive())["op"] == 9
    clock.advance(5)
    await second.identify()
    await second.told("READY")


async def test_no_more_starts_than_a_day_has(two, connect, monkeypatch):
    monkeypatch.setattr("bot.local.gateway.gateway.STARTS_A_DAY", 1)
    shards = [await connect(two), await connect(two)]
    await shards[0].identify(0, 2)
    await shards[0].told("READY")
    await shards[1].identify(1, 2)
    assert await shards[1].receive() == 4004


async def test_discordpy_plays_over_two_shards():
    async with LocalDiscord(limits=LIMITS, inspect=inspect, shards=2) as server:
        world = server.world
        free = 1 - (world.guild.id >> 22) % 2
        world.add_channel(OTHER, guild=world.add_guild("Second", shard=(free, 2)))
        async with running(server, ShardedToyBot) as bot:
            ada, benoit = Person(server, "Ada"), Person(server, "Benoît")
            for table in (TABLE, OTHER):
                await ada.command("board", table)
                await benoit.press("Pick", ada.latest(table))
                assert text_of(ada.latest(table)) == "Pressed 1"
            await ada.command("hand", None)
            interactions = bot.interactions
            shards = [i.guild.shard_id for i in interactions if i.guild is not None]
            assert sorted(set(shards)) == [0, 1]
            assert sorted(bot.shards) == [0, 1]
        assert server.requests.problems == []
