"""Who may do what where."""

import pytest

from bot.local.acts import actions
from bot.local.world.guilds import close_channel, deny_bot, leave, open_channel
from bot.local.world.permissions import BOT, EVERYTHING, Overwrite, Permission, combine
from tests.local.rest import Rest


@pytest.fixture
def table(still):
    return next(
        channel for channel in still.world.channels.values() if channel.name == "great-table"
    )


@pytest.mark.parametrize(
    ("denied", "body", "files", "refused"),
    [
        (Permission.VIEW_CHANNEL, {"content": "x"}, None, (403, 50001)),
        (Permission.SEND_MESSAGES, {"content": "x"}, None, (403, 50013)),
        (Permission.ATTACH_FILES, {"content": "x"}, {"a.txt": b"x"}, (403, 50013)),
        (Permission.EMBED_LINKS, {"embeds": [{"title": "x"}]}, None, (403, 50013)),
    ],
)
async def test_bot_without_a_permission(still, rest, table, denied, body, files, refused):
    deny_bot(still.world, table, denied)
    assert (await rest.send(table, files, **body)).refused == refused


async def test_channel_that_the_bot_cannot_see_cannot_be_edited_in(still, rest, table):
    message = rest.message(await rest.send(table, content="x"))
    deny_bot(still.world, table, Permission.VIEW_CHANNEL)
    assert (await rest.edit(message, content="y")).refused == (403, 50001)


async def test_bot_that_may_not_attach_files_may_not_by_an_edit_either(still, rest, table):
    message = rest.message(await rest.send(table, content="x"))
    deny_bot(still.world, table, Permission.ATTACH_FILES)
    refused = await rest.edit(message, {"a.png": b"x"}, content="y")
    assert refused.refused == (403, 50013)
    assert (await rest.edit(message, content="y")).status == 200


async def test_bot_without_the_history_reads_no_message(still, rest, table):
    message = rest.message(await rest.send(table, content="x"))
    deny_bot(still.world, table, Permission.READ_MESSAGE_HISTORY)
    path = f"/channels/{table.id}/messages/{message.id}"
    assert (await rest.ask("GET", path)).refused == (403, 50013)


async def test_message_of_somebody_else(still, rest, table):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    message = actions.say(still.world, ada, table, "mine")
    assert (await rest.edit(message, content="yours")).refused == (403, 50005)
    path = f"/channels/{table.id}/messages/{message.id}"
    assert (await rest.ask("DELETE", path)).refused == (403, 50013)


async def test_closed_direct_messages(still, rest):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    opened = await rest.ask("POST", "/users/@me/channels", {"recipient_id": str(ada.id)})
    channel = still.world.channels[int(opened.body["id"])]
    assert (await rest.send(channel, content="x")).status == 200
    ada.closed_dms = True
    again = await rest.ask("POST", "/users/@me/channels", {"recipient_id": str(ada.id)})
    assert again.body["id"] == opened.body["id"]
    assert (await rest.send(channel, content="x")).refused == (403, 50007)
    leave(still.world, ada)
    assert (await rest.send(channel, content="x")).refused == (403, 50278)


async def test_archived_thread_opens_again_on_a_message_but_takes_no_edit(still, rest):
    thread = next(c for c in still.world.channels.values() if c.name == "corner-talk")
    message = rest.message(await rest.send(thread, content="x"))
    thread.archived = True
    assert (await rest.edit(message, content="y")).refused == (400, 50083)
    assert (await rest.send(thread, content="z")).status == 200
    assert not thread.archived


async def test_wrong_token(still, table):
    async with Rest(still, token="wrong") as rest:
        assert (await rest.send(table, content="x")).refused == (401, 0)


def test_overwrites_combine_in_discords_order():
    everyone, role, user = 1, 2, 3
    overwrites = [
        Overwrite(everyone, 0, deny=Permission.SEND_MESSAGES | Permission.ATTACH_FILES),
        Overwrite(role, 0, allow=Permission.SEND_MESSAGES, deny=Permission.EMBED_LINKS),
        Overwrite(user, 1, allow=Permission.EMBED_LINKS, deny=Permission.SEND_MESSAGES),
    ]
    result = combine(BOT, overwrites, everyone=everyone, roles={role}, user=user)
    assert Permission.SEND_MESSAGES not in result
    assert Permission.ATTACH_FILES not in result
    assert Permission.EMBED_LINKS in result


def test_administrator_may_do_everything():
    hidden = [Overwrite(1, 0, deny=Permission.VIEW_CHANNEL)]
    allowed = combine(Permission.ADMINISTRATOR, hidden, everyone=1, roles=set(), user=3)
    assert allowed == EVERYTHING


async def test_person_cannot_look_into_a_hidden_channel(still, table):
    world = still.world
    benoit = next(u for u in world.users.values() if u.name == "Benoît")
    table.overwrites.append(Overwrite(world.guild.id, 0, deny=Permission.VIEW_CHANNEL))
    with pytest.raises(actions.CannotDo):
        actions.command(world, benoit, table, "play")


async def test_closed_channel_is_gone_with_its_thread(still, rest, table):
    thread = next(c for c in still.world.channels.values() if c.parent == table.id)
    message = rest.message(await rest.send(table, content="x"))
    close_channel(still.world, table)
    assert (await rest.edit(message, content="y")).refused == (404, 10003)
    assert (await rest.send(thread, content="y")).refused == (404, 10003)


async def test_opened_channel_takes_messages(still, rest):
    channel = open_channel(still.world, "new-table")
    assert (await rest.send(channel, content="x")).status == 200
