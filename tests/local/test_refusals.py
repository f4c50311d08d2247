"""What Discord refuses a bot for reasons that lie outside of the request."""

import pytest

from bot.local.acts import actions
from bot.local.acts.archiving import archive
from bot.local.acts.interactions import revoke
from bot.local.rules import errors
from bot.local.rules.limits import OPENING
from bot.local.world.guilds import change_role, give_roles, time_out
from bot.local.world.permissions import EVERYONE, Permission
from bot.testing.driver import Person
from tests.local.rest import button, row
from tests.local.test_gateway import connect

__all__ = ["connect"]

TABLE = "great-table"
PUBLIC = 11


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def table(ada):
    return ada.channel(TABLE)


@pytest.fixture
def opens(rest):
    """Open somebody's direct messages."""

    async def opens(user):
        return await rest.ask("POST", "/users/@me/channels", {"recipient_id": str(user.id)})

    return opens


async def test_bot_that_opens_too_many_direct_messages_in_an_hour_is_in_quarantine(
    still, rest, clock, opens, ada
):
    assert (await rest.send(ada.channel(None), content="x")).status == 200
    people = [still.world.add_user(f"Person {n}") for n in range(26)]
    assert {(await opens(user)).status for user in people[:24]} == {200}
    assert (await opens(people[3])).status == 200
    assert (await opens(people[24])).refused == (403, 20026)
    clock.advance(OPENING)
    assert (await opens(people[0])).refused == (403, 20026)
    untold = still.world.direct_channel(people[0].id)
    assert (await rest.send(untold, content="x")).refused == (403, 20026)
    assert (await opens(ada.user)).status == 200
    assert (await rest.send(ada.channel(None), content="y")).status == 200


async def test_bot_that_takes_its_time_may_open_as_many_as_it_likes(still, clock, opens):
    for n in range(60):
        assert (await opens(still.world.add_user(f"Person {n}"))).status == 200
        clock.advance(OPENING / 24)


@pytest.mark.parametrize("refused", [(404, 10003), (403, 50001)])
async def test_direct_messages_that_are_lost_come_back_when_they_are_opened(
    rest, opens, ada, refused
):
    channel = ada.channel(None)
    channel.lost = refused[1]
    assert (await rest.send(channel, content="x")).refused == refused
    assert (await opens(ada.user)).body["id"] == str(channel.id)
    assert (await rest.send(channel, content="x")).status == 200


async def test_guild_that_takes_no_files_takes_words(still, rest, table, ada):
    still.world.guild.uploads_limited = True
    files = {"a.png": b"x"}
    assert (await rest.send(table, files, content="x")).refused == (400, 400001)
    assert (await rest.send(table, content="x")).status == 200
    assert (await rest.send(ada.channel(None), files, content="x")).status == 200


async def test_names_of_threads_hold_no_refused_word(still, rest, table):
    still.world.guild.refused_words = ("grub",)

    async def begin(name):
        body = {"name": name, "type": PUBLIC}
        return await rest.ask("POST", f"/channels/{table.id}/threads", body)

    refused = await begin("Guildes with Grubby")
    assert refused.refused == (400, 50035)
    assert refused.fault("name") == "INVALID_COMMUNITY_PROPERTY_NAME"
    thread = (await begin("Guildes")).body["id"]
    renamed = await rest.ask("PATCH", f"/channels/{thread}", {"name": "a grub"})
    assert renamed.refused == (400, 50035)


@pytest.mark.parametrize(
    "error",
    [
        errors.quarantined(),
        errors.explicit_content(),
        errors.sending_disabled(),
        errors.harmful_link(),
    ],
)
async def test_refusals_on_demand_have_discords_codes(still, rest, table, error):
    still.faults.refuse(r"POST .*/messages", error)
    assert (await rest.send(table, content="x")).refused == (error.status, error.code)
    assert (await rest.send(table, content="x")).status == 200


async def test_command_in_a_group_says_so_and_the_bot_is_not_in_it(still, rest, connect, ada):
    client = await connect()
    await client.identify(still.token)
    group = still.world.group_channel(ada.id, Person(still, "Benoît").id)
    message = rest.message(await rest.send(ada.channel(None), components=[row(button())]))
    message.channel = group.id
    group.messages[message.id] = message
    actions.press(still.world, ada.user, message, "keep")
    told = await client.until("INTERACTION_CREATE")
    assert (told["context"], told["channel"]["type"]) == (2, 3)
    assert (await rest.send(group, content="x")).refused == (403, 50001)


async def test_bot_hears_of_roles_and_of_its_own_but_of_no_other_member(still, connect, ada):
    client = await connect()
    await client.identify(still.token, intents=1)
    own = still.world.guild.roles[still.world.bot.roles[0]]
    change_role(still.world, own, EVERYONE)
    told = await client.until("GUILD_ROLE_UPDATE")
    assert told["role"]["id"] == str(own.id)
    assert Permission(int(told["role"]["permissions"])) == EVERYONE
    give_roles(still.world, ada.user, [])
    give_roles(still.world, still.world.bot, [])
    told = await client.until("GUILD_MEMBER_UPDATE")
    assert (told["user"]["id"], told["roles"]) == (str(still.world.bot.id), [])


async def test_some_direct_messages_are_not_even_opened(opens, ada):
    ada.user.unopened_dms = True
    assert (await opens(ada.user)).refused == (400, 50007)


@pytest.fixture
async def pressed(still, rest, ada, table):
    """A press on a message of the bot's."""
    message = rest.message(await rest.send(table, content="x", components=[row(button())]))
    return actions.press(still.world, ada.user, message, "keep")


async def test_bot_in_time_out_sends_nothing_but_answers_and_hears_of_it(
    still, rest, clock, ada, table, pressed
):
    time_out(still.world, still.world.bot, 60)
    assert (await rest.send(table, content="x")).refused == (403, 50013)
    assert (await rest.send(ada.channel(None), content="x")).status == 200
    assert (await rest.respond(pressed, 4, content="x")).status == 200
    me = await rest.ask("GET", f"/guilds/{still.world.guild.id}/members/{still.world.bot.id}")
    assert me.body["communication_disabled_until"] is not None
    clock.advance(61)
    assert (await rest.send(table, content="x")).status == 200


async def test_token_may_die_before_its_fifteen_minutes(still, rest, pressed):
    await rest.respond(pressed, 6)
    assert (await rest.edit_response(pressed, content="y")).status == 200
    revoke(still.world, pressed)
    assert (await rest.edit_response(pressed, content="z")).refused == (404, 10015)
    assert (await rest.follow_up(pressed, content="z")).refused == (404, 10015)


async def test_interaction_in_a_locked_thread_is_answered_by_403(still, rest, ada, table):
    thread = actions.start_thread(still.world, ada.user, table, "Talk")
    message = rest.message(await rest.send(thread, content="x", components=[row(button())]))
    pressed = actions.press(still.world, ada.user, message, "keep")
    archive(still.world, thread, locked=True)
    assert (await rest.respond(pressed, 4, content="y")).refused == (403, 50083)
    assert (await rest.respond(pressed, 7, content="y")).refused == (403, 50083)
