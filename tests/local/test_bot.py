"""A discord.py bot plays on the local Discord as on the real one."""

import asyncio

import pytest

from bot.local.world.guilds import close_channel, deny_bot, open_channel
from bot.local.world.permissions import Permission
from bot.testing.driver import Failed, Person, alt_texts, labels, text_of
from tests.local.toy import ToyBot

TABLE = "great-table"


async def test_command_posts_a_layout_with_a_picture(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE, title="Hello")
    message = ada.latest(TABLE)
    assert text_of(message) == "Hello"
    assert labels(message) == ["Pick", "Ask", "Hand", "Slow"]
    assert alt_texts(message) == ["A board, 0 pressed"]
    assert message.attachments[0].size == (40, 20)


async def test_dynamic_button_edits_its_message_for_anyone(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    await ada.command("board", TABLE)
    message = ada.latest(TABLE)
    await benoit.press("Pick", message)
    await ada.press("Pick", message)
    assert text_of(message) == "Pressed 2"


async def test_everybody_presses_at_once_and_all_are_answered(discord, bot):
    people = [Person(discord, name) for name in ("Ada", "Benoît", "Chiara", "Dmitri")]
    await people[0].command("board", TABLE)
    message = people[0].latest(TABLE)
    presses = await asyncio.gather(*(person.press("Hand", message) for person in people))
    assert {press.user for press in presses} == {person.id for person in people}
    assert all(len(person.messages(TABLE)) == 2 for person in people)


async def test_ephemeral_answer_is_seen_by_its_owner_only(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    await ada.command("hand", TABLE)
    await ada.sees("And this", TABLE)
    assert [text_of(message) for message in ada.messages(TABLE)] == ["Your hand", "And this"]
    assert benoit.messages(TABLE) == []


async def test_follow_up_takes_the_place_of_thinking(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("think", TABLE)
    await ada.sees("Second thought", TABLE)
    assert len(ada.messages(TABLE)) == 1


async def test_slow_press_is_answered_by_its_webhook_with_a_new_picture(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE)
    before = ada.latest(TABLE).attachments[0]
    await ada.press("Slow", ada.latest(TABLE))
    message = await ada.sees("Slowly done", TABLE)
    assert len(message.attachments) == 1
    assert message.attachments[0].id != before.id


async def test_select_sends_the_chosen_values(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE)
    await ada.choose(["Artisans", "Clerks"], ada.latest(TABLE), "Cards")
    assert text_of(ada.latest(TABLE)) == "Chose artisans and clerks"


async def test_modal_is_opened_filled_in_and_answered(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE)
    opened = await ada.press("Ask", ada.latest(TABLE))
    assert opened.modal["title"] == "A question"
    field = opened.modal["components"][0]["component"]["custom_id"]
    await ada.submit(opened, {field: "forty-two"})
    await ada.sees("You said forty-two", TABLE)


async def test_direct_messages_arrive(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    await ada.command("letter", TABLE, to=str(benoit.id), times=2)
    await ada.sees("Sent", TABLE)
    assert [text_of(message) for message in benoit.messages(None)] == ["Dear Benoît"] * 2


async def test_closed_direct_messages_are_refused(discord, bot):
    ada, benoit = Person(discord, "Ada"), Person(discord, "Benoît")
    benoit.user.closed_dms = True
    await ada.command("letter", TABLE, to=str(benoit.id))
    await ada.sees("Closed: 50007", TABLE)


async def test_choices_are_offered_while_typing(discord, bot):
    ada = Person(discord, "Ada")
    choices = await ada.complete("colour", "name", "r", TABLE)
    assert [choice["value"] for choice in choices] == ["red", "rose"]


async def test_option_out_of_range_is_refused_by_the_client(discord, bot):
    ada = Person(discord, "Ada")
    with pytest.raises(ValueError, match="out of range"):
        await ada.command("letter", TABLE, to=str(ada.id), times=4)


async def test_locale_comes_with_each_interaction_and_that_of_a_community(discord, bot: ToyBot):
    discord.world.guild.locale, discord.world.guild.community = "de", True
    await Person(discord, "Benoît").command("hand", TABLE)
    assert [str(bot.interactions[-1].locale), str(bot.interactions[-1].guild_locale)] == [
        "fr",
        "de",
    ]


async def test_a_guild_that_is_no_community_says_that_it_speaks_english(discord, bot: ToyBot):
    discord.world.guild.locale = "de"
    await Person(discord, "Benoît").command("hand", TABLE)
    assert str(bot.interactions[-1].guild_locale) == "en-US"


async def test_command_in_direct_messages_has_a_user_and_no_guild(discord, bot: ToyBot):
    await Person(discord, "Ada").command("hand", None)
    assert bot.interactions[-1].guild_id is None
    assert bot.interactions[-1].user.name == "ada"


async def test_moderators_are_told_by_their_permissions(discord, bot: ToyBot):
    for name in ("Farah", "Goro"):
        await Person(discord, name).command("hand", TABLE)
    assert [i.permissions.manage_messages for i in bot.interactions] == [True, False]


async def test_bot_hears_messages_but_not_what_others_write_in_the_guild(discord, bot: ToyBot):
    ada = Person(discord, "Ada")
    await ada.say("a secret", TABLE)
    await ada.say("for the bot", None)
    await ada.command("hand", TABLE)
    assert bot.heard == ["", "for the bot"]


async def test_unanswered_command_fails_for_the_person(discord, bot, monkeypatch):
    monkeypatch.setattr("bot.local.acts.interactions.FIRST_ANSWER", 0.05)
    with pytest.raises(Failed):
        await Person(discord, "Ada").command("silent", TABLE)


async def test_answers_through_interactions_do_not_count_as_bot_requests(discord, bot):
    ada = Person(discord, "Ada")
    await ada.command("board", TABLE)
    before = discord.requests.kinds["bot"]
    await ada.press("Pick", ada.latest(TABLE))
    await ada.press("Slow", ada.latest(TABLE))
    await ada.sees("Slowly done", TABLE)
    assert discord.requests.kinds["bot"] == before
    assert discord.requests.kinds["interaction"] == 4


async def test_bot_hears_of_channels_that_come_and_go(discord, bot: ToyBot):
    ada, guild = Person(discord, "Ada"), bot.get_guild(discord.world.guild.id)
    table = open_channel(discord.world, "new-table")
    await ada.command("hand", "new-table")
    assert bot.interactions[-1].channel == guild.get_channel(table.id)
    deny_bot(discord.world, table, Permission.ATTACH_FILES)
    await ada.command("hand", "new-table")
    assert not bot.interactions[-1].app_permissions.attach_files
    close_channel(discord.world, table)
    await ada.command("hand", TABLE)
    assert guild.get_channel(table.id) is None
