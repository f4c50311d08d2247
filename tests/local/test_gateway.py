"""The gateway: identifying, what is told, and coming back after a broken connection."""

import asyncio
import sys
import zlib

import aiohttp
import discord as discordpy
import orjson
import pytest
from aiohttp import web

from bot.local import LocalDiscord
from bot.local.acts import actions
from bot.testing.driver import Person, text_of
from tests.local.toy import running

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

TABLE = "great-table"
UNPACKED = {"zlib-stream": zlib.decompressobj, "zstd-stream": zstd.ZstdDecompressor}


class Client:
    """A bare gateway client."""

    def __init__(self, session, socket, compression):
        self.session, self.socket = session, socket
        self._packed = UNPACKED[compression]() if compression else None

    async def receive(self):
        message = await asyncio.wait_for(self.socket.receive(), 5)
        if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED):
            return self.socket.close_code
        data = message.data
        return orjson.loads(self._packed.decompress(data) if self._packed else data)

    async def until(self, name):
        while True:
            frame = await self.receive()
            if frame["t"] == name:
                return frame["d"]

    async def send(self, op, data=None):
        await self.socket.send_json({"op": op, "d": data})

    async def identify(self, token, intents=1 | 1 << 9 | 1 << 12):
        await self.send(2, {"token": token, "intents": intents, "properties": {}})
        return await self.until("READY")


@pytest.fixture
async def connect(still):
    async with aiohttp.ClientSession() as session:

        async def open_one(compression=None):
            asked = {"compress": compression} if compression else {}
            query = {"v": "10", "encoding": "json"} | asked
            socket = await session.ws_connect(f"{still.url}/gateway", params=query)
            client = Client(session, socket, compression)
            assert (await client.receive())["op"] == 10
            return client

        yield open_one


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.mark.parametrize("compression", [None, "zlib-stream", "zstd-stream"])
async def test_identify_is_answered_with_ready_and_the_guild(still, connect, compression):
    still.world.guild.name = "Farriers’ Hall " * 20_000
    client = await connect(compression)
    ready = await client.identify(still.token)
    assert ready["resume_gateway_url"].startswith("ws://127.0.0.1:")
    guild = await client.until("GUILD_CREATE")
    assert [channel["name"] for channel in guild["channels"]] == [
        "great-table",
        "side-table",
        "tables-of-their-own",
    ]
    assert [thread["name"] for thread in guild["threads"]] == ["corner-talk"]
    assert [member["user"]["username"] for member in guild["members"]] == ["guildhall"]


async def test_who_hangs_up_before_there_is_a_connection_is_no_fault(
    still, connect, monkeypatch, caplog
):
    async def gone(*_):
        raise ConnectionResetError

    with monkeypatch.context() as hung_up:
        hung_up.setattr(web.WebSocketResponse, "prepare", gone)
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await connect()
    assert caplog.messages == []
    assert not still.gateway.online


async def test_heartbeat_is_acknowledged_after_a_journey(still, connect, clock):
    client = await connect()
    await client.send(1, None)
    await client.send(2, {"token": still.token, "intents": 1, "properties": {}})
    assert (await client.receive())["op"] == 0
    clock.advance(0.1)
    frame = await client.receive()
    while frame["op"] != 11:
        frame = await client.receive()


async def test_wrong_token_closes_with_4004(connect):
    client = await connect()
    await client.send(2, {"token": "wrong", "intents": 0})
    assert await client.receive() == 4004


async def test_speaking_before_identifying_closes_with_4003(connect):
    client = await connect()
    await client.send(3, {})
    assert await client.receive() == 4003


async def test_nonsense_closes_with_4002(connect):
    client = await connect()
    await client.socket.send_str("nonsense")
    assert await client.receive() == 4002


async def test_resume_brings_what_was_missed(still, connect, ada):
    client = await connect()
    ready = await client.identify(still.token)
    await client.until("GUILD_CREATE")
    await client.socket.close(code=4000)
    actions.say(still.world, ada.user, ada.channel(None), "while you were away")
    again = await connect()
    await again.send(6, {"token": still.token, "session_id": ready["session_id"], "seq": 2})
    missed = await again.until("MESSAGE_CREATE")
    assert missed["content"] == "while you were away"
    assert await again.until("RESUMED") == {}


async def test_resume_of_a_forgotten_session_is_invalid(still, connect):
    client = await connect()
    ready = await client.identify(still.token)
    still.gateway.forget_sessions()
    await client.socket.close(code=4000)
    again = await connect()
    await again.send(6, {"token": still.token, "session_id": ready["session_id"], "seq": 1})
    frame = await again.receive()
    assert (frame["op"], frame["d"]) == (9, False)


async def test_session_ended_by_the_bot_cannot_be_resumed(still, connect):
    client = await connect()
    ready = await client.identify(still.token)
    await client.socket.close(code=1000)
    again = await connect()
    await again.send(6, {"token": still.token, "session_id": ready["session_id"], "seq": 1})
    assert (await again.receive())["op"] == 9


async def test_events_need_their_intents(still, connect, ada):
    client = await connect()
    await client.identify(still.token, intents=1 << 12)
    actions.say(still.world, ada.user, ada.channel(TABLE), "in the guild")
    actions.say(still.world, ada.user, ada.channel(None), "to the bot")
    assert (await client.until("MESSAGE_CREATE"))["content"] == "to the bot"


async def test_content_is_withheld_without_its_intent_unless_the_bot_is_meant(still, connect, ada):
    client = await connect()
    await client.identify(still.token)
    actions.say(still.world, ada.user, ada.channel(TABLE), "a secret")
    mention = f"<@{still.world.bot.id}> hello"
    actions.say(still.world, ada.user, ada.channel(TABLE), mention)
    contents = [(await client.until("MESSAGE_CREATE"))["content"] for _ in range(2)]
    assert contents == ["", mention]


async def test_second_shard_hears_of_the_guild_but_not_of_direct_messages(still, connect, ada):
    other = 1 - (still.world.guild.id >> 22) % 2
    client = await connect()
    data = {"token": still.token, "intents": 1 | 1 << 9 | 1 << 12, "shard": [other, 2]}
    await client.send(2, data)
    ready = await client.until("READY")
    assert ready["guilds"] == []


async def test_bot_comes_back_after_a_broken_connection_and_misses_nothing(discord):
    async with running(discord) as bot:
        ada = Person(discord, "Ada")
        await ada.command("board", TABLE)
        await discord.gateway.drop()
        await ada.press("Pick", ada.latest(TABLE))
        assert text_of(ada.latest(TABLE)) == "Pressed 1"
        assert bot.resumed == 1


async def test_bot_reconnects_when_asked_to(discord):
    async with running(discord) as bot:
        ada = Person(discord, "Ada")
        discord.gateway.ask_to_reconnect()
        await ada.command("board", TABLE)
        assert bot.resumed == 1


async def test_bot_identifies_anew_when_its_session_is_forgotten(discord):
    async with running(discord) as bot:
        ada = Person(discord, "Ada")
        discord.gateway.forget_sessions()
        await discord.gateway.drop()
        await bot.wait_for("ready")
        await ada.command("board", TABLE)
        assert bot.resumed == 0


async def test_bot_with_a_wrong_token_cannot_log_in(discord):
    discord.token = "wrong"
    with pytest.raises(discordpy.LoginFailure):
        async with running(discord):
            pass


async def test_who_is_dropped_as_it_stops_finds_nobody_listening(monkeypatch):
    async with LocalDiscord() as discord, aiohttp.ClientSession() as session:
        drop, refused = discord.gateway.drop, []

        async def come_back(code):
            with pytest.raises(aiohttp.ClientConnectorError) as error:
                await session.ws_connect(discord.gateway.url)
            refused.append(error.value)
            await drop(code=code)

        monkeypatch.setattr(discord.gateway, "drop", come_back)
        await discord.stop()
        assert len(refused) == 1
