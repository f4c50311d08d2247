"""Hands shown to one person alone are kept up to date while their press's token lives."""

import asyncio

import pytest

from bot.store.records.people import LIFETIME
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk
from tests.bot.delivery.presses import Press
from tests.bot.delivery.refusals import error

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def whispered(bot):
    """A game in which Ada takes no direct messages and has asked for her hand; its id."""
    await bot.meet(BEN, CLEO)
    await bot.meet(ADA, dm_open=False)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    press = Press(bot.wire, ADA, channel_id=TABLE, guild_id=1)
    table = await bot.sessions.table(session_id)
    await bot.services.pressed.whisper_hand(press, table, await bot.store.person(ADA))
    bot.wire.calls.clear()
    return session_id


def edits(bot):
    """The edits of what was whispered."""
    return [call for call in bot.wire.made("edit", to=TABLE) if call.by == "token"]


async def test_a_whispered_hand_follows_the_game(bot):
    session_id = await whispered(bot)
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    (call,) = edits(bot)
    assert "selection 2" in str(bot.wire.messages[call.message_id].components)
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    assert [f"selection {n}" in edit.text for n, edit in enumerate(edits(bot), 2)] == [True] * 2
    await bot.show(session_id)
    assert len(edits(bot)) == 2


async def test_once_its_token_is_dead_it_is_left_as_it_is(bot):
    session_id = await whispered(bot)
    bot.clock.advance(LIFETIME)
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    assert edits(bot) == []


async def test_one_that_was_dismissed_is_not_tried_again(bot):
    session_id = await whispered(bot)
    bot.wire.fails("edit", error(10008, 404), to=TABLE, by="token")
    for _ in range(2):
        for user_id in PEOPLE:
            await bot.choose(session_id, user_id)
        await bot.show(session_id)
    assert len(edits(bot)) == 1


async def test_when_one_is_dismissed_the_others_follow_on(bot):
    session_id = await whispered(bot)
    press = Press(bot.wire, BEN, channel_id=TABLE, guild_id=1)
    table = await bot.sessions.table(session_id)
    await bot.services.pressed.whisper_hand(press, table, await bot.store.person(BEN))
    bot.wire.calls.clear()
    bot.wire.fails("edit", error(10008, 404), to=TABLE, by="token")
    for _ in range(3):
        for user_id in PEOPLE:
            await bot.choose(session_id, user_id)
        await bot.show(session_id)
    first, *others = edits(bot)
    assert [edit.message_id == first.message_id for edit in others] == [False] * 3


async def test_who_was_shown_a_choice_by_asking_for_it_is_not_called_to_it(bot):
    session_id = await whispered(bot)
    step = (await bot.sessions.table(session_id)).prompt(0).step
    assert (await bot.attendances.of(session_id, ADA)).told_step == step
    bot.clock.advance(3600)
    await bot.show(session_id)
    assert [call for call in bot.wire.made("send", to=TABLE) if not call.given["silent"]] == []


async def test_the_hand_of_who_is_forgotten_is_taken_away_and_follows_no_longer(bot):
    session_id = await whispered(bot)
    await bot.services.forgetting.forget(ADA)
    async with asyncio.timeout(10):
        await bot.show(session_id)
    assert [gone.by for gone in bot.wire.made("delete", to=TABLE)].count("token") == 1
    assert bot.delivery.whispers._followed == {}
