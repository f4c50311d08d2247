"""Answers to presses: what they show, and what somebody else changed meanwhile."""

import pytest

from bot.delivery.looks import Look
from tests.bot.delivery.desk import ADA, BEN, CLEO, desk, dm
from tests.bot.delivery.presses import Press

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def pressed(bot, session_id, user_id):
    """A press on somebody's hand, and what it does: to choose the first that is offered."""
    post = await bot.hand(session_id, user_id)
    press = Press(bot.wire, user_id, post.message_id, channel_id=dm(user_id))

    async def act():
        acted = await bot.choose(session_id, user_id)
        bot.delivery.changed(session_id, settled=acted.settled)
        return acted.table

    return press, act


async def answer(bot, session_id, user_id, press, act):
    person = await bot.store.person(user_id)
    async with bot.delivery.on_hand(press, session_id, person):
        await act()
    await bot.delivery.settled()


async def test_an_answer_shows_the_choice_and_costs_no_other_call(bot):
    session_id = await bot.playing(*PEOPLE)
    press, act = await pressed(bot, session_id, ADA)
    bot.wire.calls.clear()
    await answer(bot, session_id, ADA, press, act)
    (call,) = press.answers
    assert "Kept" in call.text
    assert bot.wire.made(to=dm(ADA)) == [call]
    assert (await bot.hand(session_id, ADA)).shown == await bot.changes(session_id)


async def test_an_answer_keeps_a_picture_that_has_not_changed(bot):
    session_id = await bot.playing(*PEOPLE)
    held = (await bot.hand(session_id, ADA)).picture.id
    press, act = await pressed(bot, session_id, ADA)
    await answer(bot, session_id, ADA, press, act)
    (call,) = press.answers
    assert (call.uploads, call.kept) == (0, [held])


async def test_a_press_gives_the_right_to_edit_its_message(bot):
    session_id = await bot.playing(*PEOPLE)
    press, act = await pressed(bot, session_id, ADA)
    await answer(bot, session_id, ADA, press, act)
    bot.wire.calls.clear()
    await bot.choose(session_id, BEN)
    await bot.show(session_id)
    assert [call.by for call in bot.wire.made(to=dm(ADA))] == ["token"]


async def test_what_changed_a_message_while_its_answer_was_made_leaves_it_in_doubt(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    table = await bot.sessions.table(session_id)
    press = Press(bot.wire, ADA, post.message_id, channel_id=dm(ADA))

    async with bot.services.answers.answering(press) as answered:
        painted = await bot.services.painter.hand(table, 0, "en-US", answered.before)
        with bot.looks.change(post.message_id) as other:
            other.done(Look(b"by another edit", None, 0))
        _, overtaken = await answered.show(painted)
    assert overtaken
    assert bot.looks.look(post.message_id) is None
    assert bot.looks.doubtful(post.message_id)


async def test_a_hand_that_was_changed_while_it_was_answered_is_brought_up_to_date(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    press, _ = await pressed(bot, session_id, ADA)

    async def overtaken():
        with bot.looks.change(post.message_id) as other:
            other.done(Look(b"by another edit", None, 0))
        return await bot.sessions.table(session_id)

    bot.wire.calls.clear()
    await answer(bot, session_id, ADA, press, overtaken)
    assert [call.by for call in bot.wire.made("edit", to=dm(ADA))] == ["press", "token"]
    assert bot.looks.known(post.message_id)
    assert not bot.looks.doubtful(post.message_id)


async def test_what_an_own_press_has_shown_is_not_told_again(bot):
    session_id = await bot.playing(*PEOPLE, tell="always")
    bot.clock.advance(600)
    for user_id in (ADA, BEN):
        await bot.choose(session_id, user_id)
    press, act = await pressed(bot, session_id, CLEO)
    bot.wire.calls.clear()
    await answer(bot, session_id, CLEO, press, act)
    assert [len(bot.wire.made("send", to=dm(who))) for who in PEOPLE] == [1, 1, 0]
    step = (await bot.sessions.table(session_id)).prompt(2).step
    assert (await bot.attendances.of(session_id, CLEO)).told_step == step
    bot.clock.advance(3600)
    await bot.show(session_id)
    assert bot.wire.made("send", to=dm(CLEO)) == []
