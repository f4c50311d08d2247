"""Failures on demand: what a bot may meet on Discord's side."""

import asyncio
import math

import discord as discordpy
import pytest

from bot.local.acts import actions
from bot.local.rules.errors import opening_too_fast, too_large, unauthorized, unknown_interaction
from bot.testing.driver import Person
from tests.local.rest import button, png, row

TABLE = "great-table"


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


async def open_direct(rest, person):
    return await rest.ask("POST", "/users/@me/channels", {"recipient_id": str(person.id)})


@pytest.mark.parametrize("status", [403, 429])
async def test_opening_direct_messages_too_fast(still, rest, ada, status):
    still.faults.refuse("POST /users/@me/channels", opening_too_fast(status, retry_after=900))
    refused = await open_direct(rest, ada)
    assert refused.refused == (status, 40003)
    if status == 429:
        assert (refused.body["retry_after"], refused.headers["Retry-After"]) == (900, "900")
    assert (await open_direct(rest, ada)).status == 200


async def test_a_route_is_blocked_for_an_hour_and_others_go_on(still, rest, clock, ada):
    letter = rest.message(await rest.send(ada.channel(None), content="x"))
    board = rest.message(await rest.send(ada.channel(TABLE), content="x"))
    still.faults.block(f"PATCH /channels/{letter.channel}/", 3600)
    clock.advance(600)
    refused = await rest.edit(letter, content="y")
    assert (refused.status, refused.body["global"]) == (429, False)
    assert refused.body["retry_after"] == 3000
    assert (await rest.edit(board, content="y")).status == 200
    clock.advance(3000)
    assert (await rest.edit(letter, content="y")).status == 200


async def test_a_bot_that_hangs_up_in_the_middle_of_a_request_has_asked_nothing(
    still, rest, ada, caplog
):
    path = f"/api/v10/channels/{ada.channel(TABLE).id}/messages"
    reader, writer = await asyncio.open_connection("127.0.0.1", still.port)
    writer.write(
        f"POST {path} HTTP/1.1\r\nHost: localhost:{still.port}\r\n"
        "Expect: 100-continue\r\nContent-Type: application/json\r\n"
        'Content-Length: 100\r\n\r\n{"content":'.encode()
    )
    await reader.readuntil(b"100 Continue")
    writer.transport.abort()
    assert (await rest.ask("GET", "/users/@me")).status == 200
    assert ada.messages(TABLE) == []
    assert caplog.messages == []


@pytest.mark.parametrize(("effect", "there"), [("hang", []), ("hang_after", ["x"])])
async def test_hanging_call_is_answered_only_when_let_go(still, rest, ada, effect, there):
    fault = still.faults.plan("POST /channels/", effect)
    calling = asyncio.create_task(rest.send(ada.channel(TABLE), content="x"))
    assert (await rest.ask("GET", "/users/@me")).status == 200
    assert not calling.done()
    assert [m.content for m in ada.messages(TABLE)] == there
    fault.release()
    assert (await calling).status == (504 if effect == "hang" else 200)
    assert [m.content for m in ada.messages(TABLE)] == there


async def test_limit_of_cloudflare_has_no_json(still, rest):
    still.faults.plan("", "cloudflare", seconds=600, times=math.inf)
    for path in ("/users/@me", "/gateway/bot"):
        url = f"{still.url}/api/v10{path}"
        async with rest._session.get(url) as response:
            assert (response.status, response.content_type) == (429, "text/html")
            assert response.headers["Retry-After"] == "600"
            assert "Via" not in response.headers


async def test_upload_too_large(still, rest, ada):
    still.faults.refuse("POST /channels/", too_large())
    sent = await rest.send(ada.channel(TABLE), {"a.png": png()}, content="x")
    assert sent.refused == (413, 40005)


async def test_late_answer_after_so_many_in_time(still, rest, ada):
    components = [row(button())]
    board = rest.message(await rest.send(ada.channel(TABLE), content="x", components=components))
    still.faults.refuse("POST .*/callback", unknown_interaction(), skip=1)
    presses = [actions.press(still.world, ada.user, board, "keep") for _ in range(3)]
    statuses = [(await rest.respond(press, 6)).status for press in presses]
    assert statuses == [200, 404, 200]
    still.faults.refuse("GET /users/@me", unauthorized(), skip=2, times=2)
    statuses = [(await rest.ask("GET", "/users/@me")).status for _ in range(5)]
    assert statuses == [200, 200, 401, 401, 200]


async def test_discordpy_raises_what_it_raises_on_discord(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("hand", TABLE)
    member = bot.interactions[-1].user
    discord.faults.refuse("POST /users/@me/channels", opening_too_fast())
    with pytest.raises(discordpy.Forbidden) as refused:
        await member.create_dm()
    assert refused.value.code == 40003
    discord.faults.plan("", "cloudflare", seconds=600)
    with pytest.raises(discordpy.HTTPException) as limited:
        await member.create_dm()
    assert (limited.value.status, limited.value.code) == (429, 0)
    assert limited.value.response.headers["Retry-After"] == "600"


async def test_ban_as_json_knows_of_no_limit(still, rest):
    still.faults.plan("", "blocked")
    url = f"{still.url}/api/v10/users/@me"
    async with rest._session.get(url) as response:
        assert (response.status, response.content_type) == (429, "application/json")
        assert "Retry-After" not in response.headers
        assert not [name for name in response.headers if name.startswith("X-RateLimit")]
        said = await response.json()
        assert (said["code"], set(said)) == (0, {"code", "message"})
        assert said["message"].startswith("You are being blocked from accessing our API")
