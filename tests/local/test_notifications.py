"""Who is notified of what, and what the page makes of it."""

import pytest

from bot.local.acts import actions
from bot.local.world.permissions import Overwrite, Permission
from bot.testing.driver import Person
from tests.local.rest import V2, button, row, text

TABLE = "great-table"
SILENT = 1 << 12
EPHEMERAL = 64


@pytest.fixture
def ada(still):
    return Person(still, "Ada")


@pytest.fixture
def benoit(still):
    return Person(still, "Benoît")


@pytest.fixture
def table(ada):
    return ada.channel(TABLE)


def called(person):
    return [notification.message for notification in person.notifications]


async def test_new_direct_message_notifies_its_recipient_at_that_time(rest, clock, ada, benoit):
    clock.advance(7)
    message = rest.message(await rest.send(ada.channel(None), content="Your turn"))
    (notification,) = ada.notifications
    assert (notification.channel, notification.message) == (message.channel, message.id)
    assert notification.at == clock.now()
    assert benoit.notifications == []


async def test_phone_shows_the_content_with_names_and_nothing_of_components(still, rest, ada):
    await rest.send(ada.channel(None), content=f"Your turn, {ada.mention}")
    await rest.send(ada.channel(None), flags=V2, components=[text("Your turn")])
    pushes = [notification.push for notification in ada.notifications]
    assert pushes == ["Your turn, @Ada", ""]
    assert still.notifications.unreadable == ada.notifications[1:]


@pytest.mark.parametrize("code", ["<t:1764000000:R>", "<#7>", "</play:1>", "<:dot:5>"])
async def test_phone_draws_no_code_of_the_apps(still, rest, ada, code):
    await rest.send(ada.channel(None), content=f"Your turn {code}")
    assert [notification.push for notification in ada.notifications] == [f"Your turn {code}"]
    assert still.notifications.unreadable == ada.notifications


async def test_silent_message_notifies_nobody(rest, ada, table):
    await rest.send(ada.channel(None), content="x", flags=SILENT)
    await rest.send(table, content=ada.mention, flags=SILENT)
    assert ada.notifications == []


async def test_edit_notifies_nobody(rest, ada, table):
    board = rest.message(await rest.send(table, content="x"))
    letter = rest.message(await rest.send(ada.channel(None), content="x", flags=SILENT))
    await rest.edit(board, content=ada.mention)
    await rest.edit(letter, content="y")
    assert ada.notifications == []


async def test_new_message_notifies_whom_it_mentions_with_leave(rest, ada, benoit, table):
    content = f"{ada.mention} {benoit.mention}"
    allowed = {"users": [str(ada.id)]}
    message = rest.message(await rest.send(table, content=content, allowed_mentions=allowed))
    assert called(ada) == [message.id]
    assert benoit.notifications == []


async def test_mention_in_a_text_display_notifies(rest, ada, table):
    allowed = {"users": [str(ada.id)]}
    components = [text(f"Your turn, {ada.mention}")]
    await rest.send(table, flags=V2, components=components, allowed_mentions=allowed)
    assert len(ada.notifications) == 1


async def test_message_without_mention_notifies_nobody_in_the_guild(rest, ada, table):
    await rest.send(table, content="to all")
    assert ada.notifications == []


async def test_reply_notifies_the_person_replied_to_unless_told_not_to(still, rest, ada, table):
    said = actions.say(still.world, ada.user, table, "hello?")
    reference = {"message_id": str(said.id)}
    await rest.send(table, content="x", message_reference=reference)
    assert len(ada.notifications) == 1
    await rest.send(table, content="x", message_reference=reference, allowed_mentions={"parse": []})
    assert len(ada.notifications) == 1


async def test_who_cannot_see_the_channel_is_not_notified(still, rest, ada, benoit, table):
    hidden = Overwrite(still.world.guild.id, 0, deny=Permission.VIEW_CHANNEL)
    seen = Overwrite(still.world.bot.id, 1, allow=Permission.VIEW_CHANNEL)
    table.overwrites += [hidden, seen]
    await rest.send(table, content=benoit.mention)
    assert benoit.notifications == []


async def test_answer_to_ones_own_press_does_not_notify_but_what_it_sends_to_others_does(
    still, rest, ada, benoit, table
):
    board = rest.message(await rest.send(table, content="x", components=[row(button())]))
    content = f"{ada.mention} {benoit.mention}"
    await rest.respond(actions.press(still.world, ada.user, board, "keep"), 4, content=content)
    assert ada.notifications == []
    assert len(benoit.notifications) == 1


async def test_ephemeral_answer_notifies_nobody(still, rest, ada, benoit, table):
    board = rest.message(await rest.send(table, content="x", components=[row(button())]))
    pressed = actions.press(still.world, ada.user, board, "keep")
    await rest.respond(pressed, 4, content=benoit.mention, flags=EPHEMERAL)
    assert benoit.notifications == []


async def test_what_people_write_notifies_people(still, ada, benoit, table):
    actions.say(still.world, ada.user, table, f"{benoit.mention} {ada.mention}")
    assert len(benoit.notifications) == 1
    assert ada.notifications == []


async def test_notifications_can_be_forgotten(still, rest, ada):
    await rest.send(ada.channel(None), content="x")
    still.notifications.clear()
    assert ada.notifications == []
