"""Calls to the table: one mention in the channel for all whom direct messages don't reach."""

import pytest

from bot.store.store import StoreFailed
from engine.text import text
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def begun(bot, **about):
    """A game that has just begun, where only Ada takes direct messages; its id."""
    await bot.meet(ADA)
    await bot.meet(BEN, CLEO, dm_open=False, **about)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    return session_id


async def step(bot, session_id, *, pressing=()):
    for user_id in PEOPLE:
        if user_id in pressing:
            await bot.delivery.attended(session_id, user_id)
        await bot.choose(session_id, user_id)
    bot.wire.calls.clear()
    await bot.show(session_id)


def called(bot):
    """Who was called since the wire was cleared, call by call."""
    calls = [call for call in bot.wire.made("send", to=TABLE) if not call.given["silent"]]
    return [[user.id for user in call.given["allowed_mentions"].users] for call in calls]


async def standing(bot, session_id):
    return await bot.posts.find(session_id, "call")


async def test_the_start_is_told_to_all_of_them_together(bot):
    session_id = await begun(bot)
    assert called(bot) == [[BEN, CLEO]]
    await bot.show(session_id)
    assert called(bot) == [[BEN, CLEO]]


async def test_that_they_were_called_is_on_the_disk_and_not_said_again_after_a_restart(
    bot, tmp_path
):
    session_id = await begun(bot)
    step_owed = (await bot.sessions.table(session_id)).prompt(1).step
    known = await bot.attendance(session_id, BEN)
    assert (known.told_step, known.told_at) == (step_owed, bot.clock.now())
    await bot.services.close()
    await bot.services.notes.write()
    await bot.store.close()
    bot.clock.advance(3600)
    bot.wire.calls.clear()
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        await again.show(session_id)
        assert called(again) == []


async def test_a_call_that_is_not_noted_as_told_is_sent_again_and_stays(bot, monkeypatch):
    """Discord takes it for the one that stands, which must not be taken away for itself."""
    save, failed = bot.store.save_attendance, []

    async def not_at_first(*known):
        if not failed:
            failed.append(known)
            raise StoreFailed("the disk is full")
        await save(*known)

    monkeypatch.setattr(bot.store, "save_attendance", not_at_first)
    session_id = await begun(bot)
    assert called(bot) == [[BEN, CLEO]] * 2
    assert (await standing(bot, session_id)).message_id in bot.wire.messages


async def test_a_call_at_the_end_of_which_the_bot_was_killed_is_taken_away_after_it(bot, tmp_path):
    session_id = await begun(bot)
    call = await standing(bot, session_id)
    bot.wire.hangs("delete", to=TABLE)
    for user_id in (BEN, CLEO):
        await bot.choose(session_id, user_id)
    bot.delivery.changed(session_id)
    await bot.until(lambda: bot.wire.made("delete", to=TABLE))
    await bot.services.close()
    await bot.store.close()
    assert call.message_id in bot.wire.messages
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        await again.show(session_id)
        assert call.message_id not in bot.wire.messages


async def test_who_is_away_is_called_anew_and_the_call_before_is_taken_away(bot):
    session_id = await begun(bot)
    before = await standing(bot, session_id)
    bot.clock.advance(600)
    await step(bot, session_id, pressing=(CLEO,))
    assert called(bot) == [[BEN]]
    after = await standing(bot, session_id)
    assert after.message_id in bot.wire.messages
    assert before.message_id not in bot.wire.messages


async def test_of_two_calls_the_one_before_goes_also_if_the_bot_was_killed_in_between(
    bot, tmp_path
):
    session_id = await begun(bot)
    before = await standing(bot, session_id)
    bot.clock.advance(600)
    bot.wire.hangs("delete", to=TABLE)
    stepping = bot.spawn(step(bot, session_id, pressing=(CLEO,)))
    await bot.until(lambda: bot.wire.made("delete", to=TABLE))
    stepping.cancel()
    await bot.services.notes.write()
    await bot.services.close()
    await bot.store.close()
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        await again.show(session_id)
        after = await standing(again, session_id)
        assert after.message_id in again.wire.messages
        assert before.message_id not in again.wire.messages
        assert called(again) == [[BEN]] * 2  # which Discord takes for one


async def test_who_pressed_a_short_while_ago_is_called_three_minutes_after_the_press(bot):
    session_id = await begun(bot)
    bot.clock.advance(600)
    await step(bot, session_id, pressing=PEOPLE)
    bot.clock.advance(179)
    await bot.delivery.settled()
    assert called(bot) == []
    bot.clock.advance(1)
    await bot.delivery.settled()
    assert called(bot) == [[BEN, CLEO]]


async def test_between_two_calls_lie_three_minutes(bot):
    session_id = await begun(bot)
    bot.clock.advance(60)
    await step(bot, session_id)
    assert called(bot) == []
    bot.clock.advance(120)
    await bot.delivery.settled()
    assert called(bot) == [[BEN, CLEO]]


async def test_who_never_wants_to_be_told_is_not_called_to_a_choice(bot):
    session_id = await begun(bot, tell="never")
    bot.clock.advance(600)
    await step(bot, session_id)
    assert called(bot) == []


async def test_a_call_goes_when_nobody_named_in_it_is_awaited(bot):
    session_id = await begun(bot)
    post = await standing(bot, session_id)
    await bot.choose(session_id, BEN)
    await bot.show(session_id)
    assert post.message_id in bot.wire.messages
    await bot.choose(session_id, CLEO)
    await bot.show(session_id)
    assert post.message_id not in bot.wire.messages
    assert await standing(bot, session_id) is None


async def test_a_call_goes_with_a_game_that_is_given_up(bot):
    session_id = await begun(bot)
    post = await standing(bot, session_id)
    await bot.sessions.abandon(session_id)
    await bot.show(session_id)
    assert post.message_id not in bot.wire.messages


async def test_nobody_is_called_to_a_game_that_is_paused(bot):
    session_id = await begun(bot)
    bot.clock.advance(600)
    await bot.delivery.boards.lose(session_id, text("board.channel_gone"))
    await bot.delivery.settled()
    bot.wire.calls.clear()
    bot.clock.advance(3600)
    await bot.delivery.settled()
    assert called(bot) == []


async def test_who_never_wants_to_be_told_is_not_called_to_the_start(bot):
    await begun(bot, tell="never")
    assert called(bot) == []
