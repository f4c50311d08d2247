"""Rate limits, planned faults, and the count of requests."""

import time
from dataclasses import replace

import aiohttp
import pytest

from bot.local import NO_LIMITS, Limits, LocalDiscord
from bot.local.acts import actions
from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import Permission
from tests.local.rest import Rest, button, row


@pytest.fixture
def table(still):
    return next(
        channel for channel in still.world.channels.values() if channel.name == "great-table"
    )


async def test_fifty_first_request_in_a_second_is_refused_for_everything(rest, clock):
    statuses = [(await rest.ask("GET", "/users/@me")).status for _ in range(50)]
    assert set(statuses) == {200}
    clock.advance(0.4)
    refused = await rest.ask("GET", "/users/@me")
    assert (refused.status, refused.body["global"]) == (429, True)
    assert refused.body["retry_after"] == pytest.approx(0.6, abs=0.01)
    assert refused.headers["X-RateLimit-Global"] == "true"
    assert refused.headers["Via"]
    clock.advance(0.7)
    assert (await rest.ask("GET", "/users/@me")).status == 200


async def test_too_many_refusals_in_ten_minutes_shut_the_address_out_for_an_hour(
    still, rest, clock, table
):
    still.limiter.limits = replace(still.limiter.limits, refusals=3)
    secret = next(c for c in still.world.channels.values() if c.name == "side-table")
    deny_bot(still.world, secret, Permission.VIEW_CHANNEL)
    refused = [(await rest.send(secret, content="x")).status for _ in range(2)]
    clock.advance(601)
    refused += [(await rest.send(secret, content="x")).status for _ in range(2)]
    assert refused == [403] * 4
    assert (await rest.send(table, content="x")).status == 200
    await rest.send(secret, content="x")
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{still.url}/api/v10/users/@me") as shut_out,
    ):
        assert (shut_out.status, shut_out.content_type) == (429, "text/html")
        assert shut_out.headers["Retry-After"] == "3600"
    clock.advance(3600)
    assert (await rest.send(table, content="x")).status == 200


async def test_answers_to_interactions_are_not_limited_with_everything(still, rest, table):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    message = rest.message(await rest.send(table, content="x", components=[row(button())]))
    for _ in range(50):
        await rest.ask("GET", "/users/@me")
    pressed = actions.press(still.world, ada, message, "keep")
    assert (await rest.respond(pressed, 7, content="y")).status == 200


async def test_sixth_message_in_five_seconds_in_one_channel(still, rest, clock, table):
    answers = [await rest.send(table, content=str(i)) for i in range(6)]
    assert [a.status for a in answers] == [200] * 5 + [429]
    assert [a.headers.get("X-RateLimit-Remaining") for a in answers[:5]] == [
        "4",
        "3",
        "2",
        "1",
        "0",
    ]
    assert (answers[5].body["global"], answers[5].headers["Retry-After"]) == (False, "6")
    side = next(c for c in still.world.channels.values() if c.name == "side-table")
    assert (await rest.send(side, content="x")).status == 200
    clock.advance(5)
    assert (await rest.send(table, content="x")).status == 200


async def test_every_route_of_a_channel_has_its_limit_there(still, rest, clock, table):
    message = rest.message(await rest.send(table, content="x"))
    path = f"/channels/{table.id}/messages/{message.id}"
    assert [(await rest.ask("GET", path)).status for _ in range(6)] == [200] * 5 + [429]
    assert (await rest.ask("DELETE", path)).status == 204


async def test_sixth_request_through_one_token_in_two_seconds(still, rest, clock, table):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    message = rest.message(await rest.send(table, content="x", components=[row(button())]))
    first, other = (actions.press(still.world, ada, message, "keep") for _ in range(2))
    for pressed in (first, other):
        await rest.respond(pressed, 6)
    answers = [await rest.edit_response(first, content=str(i)) for i in range(6)]
    assert [a.status for a in answers] == [200] * 5 + [429]
    assert answers[5].body["global"] is False
    assert (await rest.edit_response(other, content="y")).status == 200
    clock.advance(2)
    assert (await rest.edit_response(first, content="z")).status == 200


async def test_many_edits_of_old_messages(rest, clock, table):
    message = rest.message(await rest.send(table, content="x"))
    clock.advance(3601)
    answers = [await rest.edit(message, content=str(i)) for i in range(4)]
    assert [a.status for a in answers] == [200, 200, 200, 429]
    assert answers[3].code == 30046


async def test_limits_can_be_switched_off(clock):
    async with LocalDiscord(clock=clock, limits=NO_LIMITS) as discord, Rest(discord) as rest:
        statuses = {(await rest.ask("GET", "/users/@me")).status for _ in range(60)}
        assert statuses == {200}
        discord.limiter.limits = Limits(everything=1)
        assert [(await rest.ask("GET", "/users/@me")).status for _ in range(2)] == [200, 429]


async def test_next_requests_fail_as_planned(still, rest, table):
    still.faults.plan(r"POST /channels/\d+/messages", "error", status=502, times=2)
    assert (await rest.ask("GET", "/users/@me")).status == 200
    statuses = [(await rest.send(table, content="x")).status for _ in range(3)]
    assert statuses == [502, 502, 200]


async def test_planned_limit_looks_like_discords(still, rest):
    still.faults.plan("GET", "limit", seconds=0.25, everything=True)
    answer = await rest.ask("GET", "/users/@me")
    assert (answer.status, answer.body["retry_after"], answer.body["global"]) == (429, 0.25, True)


async def test_dropped_request_is_not_carried_out_but_one_dropped_after_is(still, rest, table):
    still.faults.plan("POST", "drop")
    with pytest.raises(aiohttp.ClientError):
        await rest.send(table, content="before")
    still.faults.plan("POST", "drop_after")
    with pytest.raises(aiohttp.ClientError):
        await rest.send(table, content="after")
    assert [message.content for message in table.messages.values()] == ["after"]


async def test_delayed_request_takes_its_time(still, rest):
    still.faults.plan("GET", "delay", seconds=0.05)
    begun = time.monotonic()
    assert (await rest.ask("GET", "/users/@me")).status == 200
    assert time.monotonic() - begun >= 0.05


async def test_requests_are_counted_by_kind_and_route(still, rest, table):
    await rest.send(table, content="x")
    await rest.ask("POST", "/interactions/1/token/callback", {"type": 6})
    assert still.requests.kinds == {"bot": 1, "interaction": 1}
    assert still.requests.routes["POST /channels/{channel_id}/messages"] == 1
    assert still.requests.statuses == {200: 1, 404: 1}


async def test_unknown_route_fails_loudly(still, rest):
    assert (await rest.ask("POST", "/guilds/1/bans", {})).refused == (404, 0)
    assert still.requests.unknown == ["POST /guilds/1/bans"]


async def test_thirty_first_follow_up_within_a_minute_in_one_channel(still, rest, clock, table):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    side = next(c for c in still.world.channels.values() if c.name == "side-table")

    async def follow_up(channel):
        message = rest.message(await rest.send(channel, content="x", components=[row(button())]))
        pressed = actions.press(still.world, ada, message, "keep")
        await rest.respond(pressed, 6)
        clock.advance(1)
        return await rest.follow_up(pressed, content="y")

    assert [(await follow_up(table)).status for _ in range(30)] == [200] * 30
    refused = await follow_up(table)
    assert (refused.status, refused.body["global"]) == (429, False)
    assert refused.body["retry_after"] == pytest.approx(60 - 30, abs=0.01)
    assert refused.headers["X-RateLimit-Scope"] == "shared"
    assert (await follow_up(side)).status == 200
    clock.advance(30)
    assert (await follow_up(table)).status == 200
