"""Threads and posts: how they begin, what archived and locked ones allow, what the bot is told."""

import discord as discordpy
import pytest

from bot.local import NO_LIMITS, Limits
from bot.local.acts import actions
from bot.local.acts.archiving import archive, set_locked, unarchive
from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import Permission
from bot.testing.driver import Person
from tests.local.rest import V2, button, row, text

TABLE, FORUM = "great-table", "tables-of-their-own"
PUBLIC, PRIVATE = 11, 12


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def benoit(still):
    return Person(still, "Benoît")


@pytest.fixture
def table(ada):
    return ada.channel(TABLE)


@pytest.fixture
def forum(ada):
    return ada.channel(FORUM)


@pytest.fixture
def begin(still, rest, table):
    """Start a thread as the bot."""

    async def begin(name="Guildes with Ada", message=None, **wanted):
        under = f"/messages/{message.id}" if message else ""
        body = {"name": name} | ({} if message else {"type": PUBLIC}) | wanted
        return await rest.ask("POST", f"/channels/{table.id}{under}/threads", body)

    return begin


@pytest.fixture
def change(rest):
    async def change(thread, **wanted):
        return await rest.ask("PATCH", f"/channels/{thread.id}", wanted)

    return change


@pytest.fixture
async def thread(still, begin):
    return still.world.channels[int((await begin()).body["id"])]


@pytest.fixture
async def in_thread(rest, thread):
    return rest.message(await rest.send(thread, content="x", components=[row(button())]))


async def test_bot_starts_a_public_thread_without_a_message(still, begin, table):
    answer = await begin()
    assert answer.status == 201
    assert (answer.body["type"], answer.body["parent_id"]) == (PUBLIC, str(table.id))
    assert answer.body["member"]["user_id"] == str(still.world.bot.id)
    (line,) = table.messages.values()
    assert (line.type, line.content, line.thread) == (
        18,
        "Guildes with Ada",
        int(answer.body["id"]),
    )


async def test_thread_under_a_message_has_its_id_and_there_is_only_one(rest, begin, table):
    message = rest.message(await rest.send(table, content="x"))
    answer = await begin(message=message)
    assert answer.body["id"] == str(message.id)
    assert (await begin(message=message)).refused == (400, 160004)


async def test_thread_without_a_type_is_private(still, rest, begin, ada, benoit):
    answer = await begin(type=None)
    assert answer.body["type"] == PRIVATE
    thread = still.world.channels[int(answer.body["id"])]
    seen = {p.user.name for p in (ada, benoit) if still.world.permissions(p.user, thread)}
    assert seen == {"Ada"}  # she owns the server


async def test_public_thread_needs_its_permission(still, begin, table):
    deny_bot(still.world, table, Permission.CREATE_PUBLIC_THREADS)
    assert (await begin()).refused == (403, 50013)
    assert (await begin(type=PRIVATE)).status == 201


@pytest.mark.parametrize("name", ["", "   ", "x" * 101])
async def test_thread_needs_a_name_of_1_to_100_characters(begin, name):
    assert (await begin(name)).fault("name") == "BASE_TYPE_BAD_LENGTH"


async def test_too_many_active_threads(still, begin, thread):
    still.world.guild.most_threads = 2  # one is there from the start
    assert (await begin()).refused == (400, 160006)
    archive(still.world, thread)
    assert (await begin()).status == 201


async def test_thread_in_a_thread_or_in_direct_messages(rest, thread, ada):
    for place in (thread, ada.channel(None)):
        path = f"/channels/{place.id}/threads"
        refused = await rest.ask("POST", path, {"name": "x", "type": PUBLIC})
        assert refused.refused == (400, 50024)


async def test_message_takes_up_an_archived_thread_again(still, rest, thread):
    archive(still.world, thread)
    assert (await rest.send(thread, content="x")).status == 200
    assert not thread.archived


async def test_nothing_is_edited_or_deleted_in_an_archived_thread(
    still, rest, change, thread, in_thread, ada
):
    pressed = actions.press(still.world, ada.user, in_thread, "keep")
    archive(still.world, thread)
    assert (await rest.edit(in_thread, content="y")).refused == (400, 50083)
    assert (await rest.respond(pressed, 7, content="y")).refused == (400, 50083)
    assert (await change(thread, name="y")).refused == (400, 50083)
    path = f"/channels/{thread.id}/messages/{in_thread.id}"
    assert (await rest.ask("DELETE", path)).refused == (400, 50083)
    for deleted in (await change(thread, archived=False), await rest.ask("DELETE", path)):
        assert deleted.status in (200, 204)


async def test_locked_thread_takes_nothing_from_who_does_not_moderate(
    still, rest, change, thread, in_thread, benoit
):
    set_locked(still.world, thread, locked=True)
    assert (await rest.send(thread, content="x")).refused == (400, 160005)
    assert (await rest.edit(in_thread, content="y")).refused == (400, 160005)
    assert (await change(thread, name="y")).refused == (400, 160005)
    with pytest.raises(Exception, match="160005"):
        actions.say(still.world, benoit.user, thread, "me neither")


async def test_archived_and_locked_thread_stays_archived(still, rest, change, thread, in_thread):
    archive(still.world, thread, locked=True)
    assert (await rest.send(thread, content="x")).refused == (400, 50083)
    assert (await change(thread, archived=False)).refused == (400, 50083)
    path = f"/channels/{thread.id}/messages/{in_thread.id}"
    assert (await rest.ask("DELETE", path)).refused == (400, 50083)
    assert thread.archived


async def test_bot_that_moderates_may_lock_and_write_on(still, rest, change, thread):
    role = still.world.guild.roles[still.world.bot.roles[0]]
    role.permissions |= Permission.MANAGE_THREADS
    assert (await change(thread, locked=True)).body["thread_metadata"]["locked"]
    assert (await rest.send(thread, content="x")).status == 200


async def test_owner_renames_and_archives_its_thread_but_does_not_lock_or_delete_it(
    rest, change, thread
):
    answer = await change(thread, name="Guildes, over")
    assert answer.body["name"] == "Guildes, over"
    assert [(m.type, m.content) for m in thread.messages.values()] == [(4, "Guildes, over")]
    assert (await change(thread, archived=True)).body["thread_metadata"]["archived"]
    assert (await change(thread, archived=False)).status == 200
    assert (await change(thread, locked=True)).refused == (403, 50013)
    assert (await rest.ask("DELETE", f"/channels/{thread.id}")).refused == (403, 50013)


async def test_others_thread_is_not_the_bots_to_rename(still, change, table, benoit):
    thread = actions.start_thread(still.world, benoit.user, table, "Mine")
    assert (await change(thread, name="Yours")).refused == (403, 50013)


async def test_third_name_within_ten_minutes_is_limited(change, thread, clock):
    assert [(await change(thread, name=name)).status for name in "ab"] == [200, 200]
    refused = await change(thread, name="c")
    assert (refused.status, refused.body["global"]) == (429, False)
    assert refused.body["retry_after"] > 500
    clock.advance(600)
    assert (await change(thread, name="c")).status == 200


async def test_thread_is_archived_after_a_day_without_a_message(still, rest, clock, thread):
    clock.advance(20 * 3600)
    await rest.send(thread, content="x")
    clock.advance(20 * 3600)
    assert not thread.archived
    clock.advance(4 * 3600)
    assert thread.archived
    unarchive(still.world, thread)
    clock.advance(24 * 3600)
    assert thread.archived


async def test_post_in_a_forum_has_a_first_message_of_its_own_id(still, rest, forum):
    path = f"/channels/{forum.id}/threads"
    message = {"flags": V2, "components": [text("A table")]}
    answer = await rest.ask("POST", path, {"name": "Guildes", "message": message})
    assert answer.status == 201
    post = still.world.channels[int(answer.body["id"])]
    assert list(post.messages) == [post.id]
    assert answer.body["message"]["id"] == answer.body["id"]
    assert (await rest.ask("POST", path, {"name": "Guildes"})).fault("message")
    refused = await rest.ask("POST", path, {"name": "x", "message": {"content": ""}})
    assert refused.refused == (400, 50006)


async def test_forum_takes_no_messages(rest, forum):
    assert (await rest.send(forum, content="x")).refused == (400, 50008)


async def test_active_threads_are_listed(still, rest, thread):
    path = f"/guilds/{still.world.guild.id}/threads/active"
    names = [t["name"] for t in (await rest.ask("GET", path)).body["threads"]]
    assert names == ["corner-talk", "Guildes with Ada"]
    archive(still.world, thread)
    names = [t["name"] for t in (await rest.ask("GET", path)).body["threads"]]
    assert names == ["corner-talk"]


async def test_limits_on_names_can_be_switched_off(still, change, thread):
    assert Limits().renames == 2
    still.limiter.limits = NO_LIMITS
    assert {(await change(thread, name=name)).status for name in "abc"} == {200}


async def test_person_starts_archives_locks_and_deletes_threads(still, ada, benoit, forum, table):
    post = actions.start_post(still.world, benoit.user, forum, "My table", "Who plays?")
    actions.change_thread(still.world, benoit.user, post, name="Our table", archived=True)
    assert (post.name, post.archived) == ("Our table", True)
    with pytest.raises(actions.CannotDo):
        actions.change_thread(still.world, benoit.user, post, locked=True)
    actions.change_thread(still.world, ada.user, post, archived=False, locked=True)
    assert (post.archived, post.locked) == (False, True)
    with pytest.raises(actions.CannotDo):
        actions.delete_thread(still.world, benoit.user, post)
    actions.delete_thread(still.world, ada.user, post)
    assert post.id not in still.world.channels


async def test_discordpy_starts_a_thread_and_forgets_it_when_it_is_archived(discord, bot):
    ada = Person(discord, "Ada")
    channel = bot.get_channel(ada.channel(TABLE).id)
    started = await channel.create_thread(name="Guildes", type=discordpy.ChannelType.public_thread)
    await started.send("Welcome")
    thread = discord.world.channels[started.id]
    await ada.command("hand", "Guildes")
    assert bot.interactions[-1].channel == started
    archive(discord.world, thread)
    await ada.command("hand", TABLE)
    assert bot.get_channel(started.id) is None
    unarchive(discord.world, thread)
    await ada.command("hand", "Guildes")
    assert bot.get_channel(started.id).name == "Guildes"


async def test_discordpy_hears_of_a_persons_post_and_that_it_is_gone(discord, bot):
    ada = Person(discord, "Ada")
    post = actions.start_post(discord.world, ada.user, ada.channel(FORUM), "A table", "Who plays?")
    await ada.command("hand", "A table")
    assert bot.interactions[-1].channel.parent.name == FORUM
    actions.delete_thread(discord.world, ada.user, post)
    await ada.command("hand", TABLE)
    assert bot.get_channel(post.id) is None


async def test_discordpy_posts_in_a_forum(discord, bot):
    forum = bot.get_channel(Person(discord, "Ada").channel(FORUM).id)
    post = await forum.create_thread(name="A table", content="Welcome")
    assert post.message.id == post.thread.id


async def test_nothing_is_pressed_in_an_archived_post_until_it_is_open(still, rest, ada, forum):
    post = actions.start_post(still.world, ada.user, forum, "My table", "Who plays?")
    message = rest.message(await rest.send(post, content="x", components=[row(button())]))
    archive(still.world, post)
    with pytest.raises(actions.CannotDo):
        actions.press(still.world, ada.user, message, "keep")
    actions.say(still.world, ada.user, post, "I")
    actions.press(still.world, ada.user, message, "keep")
