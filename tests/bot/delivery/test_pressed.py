"""What changes while an answer is on its way is shown all the same."""

import asyncio
import contextlib

import pytest

from bot.delivery.calling import answers
from bot.sessions.refusals import Stale
from bot.testing.house import unseen
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm
from tests.bot.delivery.presses import Press

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def meanwhile(bot, session_id, answering):
    """Answer a press; before Discord has carried the answer out, somebody chooses, unsaid."""
    bot.wire.calls.clear()
    let_go = [bot.wire.hangs(how, by="press") for how in ("edit", "send")]
    answer = bot.spawn(answering)
    await bot.until(lambda: bot.wire.calls)
    with unseen(bot.sessions):
        await bot.choose(session_id, BEN)
    for hanging in let_go:
        hanging.set()
    await answer
    await bot.delivery.settled()


def pressed(bot, post):
    return Press(bot.wire, ADA, post.message_id, channel_id=TABLE, guild_id=1)


async def up_to_date(bot, session_id):
    """Whether the board shows everything."""
    return (await bot.board(session_id)).shown == await bot.changes(session_id)


async def test_a_board_that_was_answered_with_is_brought_up_to_date_if_its_answer_came_late(bot):
    session_id = await bot.playing(*PEOPLE)
    press = pressed(bot, await bot.board(session_id))

    async def answer():
        async with bot.services.pressed.on_board(press, session_id):
            pass

    await meanwhile(bot, session_id, answer())
    assert await up_to_date(bot, session_id)
    assert bot.wire.made("edit", to=TABLE)[-1].by == "token"


async def test_a_board_that_was_brought_is_brought_up_to_date_if_its_answer_came_late(bot):
    session_id = await bot.playing(*PEOPLE)
    press = Press(bot.wire, ADA, channel_id=TABLE, guild_id=1)
    await meanwhile(bot, session_id, bot.services.pressed.bring_board(press, session_id))
    assert await up_to_date(bot, session_id)


async def test_a_board_is_brought_up_to_date_if_the_hand_that_was_answered_with_came_late(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    press = Press(bot.wire, ADA, post.message_id, channel_id=dm(ADA))
    person = await bot.store.person(ADA)

    async def answer():
        async with bot.services.pressed.on_hand(press, session_id, person):
            pass

    await meanwhile(bot, session_id, answer())
    assert await up_to_date(bot, session_id)


async def test_a_board_is_brought_up_to_date_if_a_whispered_hand_came_late(bot):
    session_id = await bot.playing(*PEOPLE)
    table = await bot.sessions.table(session_id)
    press = Press(bot.wire, ADA, channel_id=TABLE, guild_id=1)
    person = await bot.store.person(ADA)
    await meanwhile(bot, session_id, bot.services.pressed.whisper_hand(press, table, person))
    assert await up_to_date(bot, session_id)


async def test_what_was_done_on_the_board_is_shown_though_its_answer_failed(bot):
    session_id = await bot.playing(*PEOPLE)
    press = pressed(bot, await bot.board(session_id))
    with contextlib.suppress(ZeroDivisionError):
        async with bot.services.pressed.on_board(press, session_id):
            await bot.choose(session_id, BEN)
            raise ZeroDivisionError
    await bot.delivery.settled()
    assert await up_to_date(bot, session_id)


async def test_what_is_refused_on_the_board_changes_no_message(bot):
    session_id = await bot.playing(*PEOPLE)
    press = pressed(bot, await bot.board(session_id))
    bot.wire.calls.clear()

    async def refused():
        async with bot.services.pressed.on_board(press, session_id):
            with unseen(bot.sessions):
                await bot.choose(session_id, BEN)
            raise Stale

    with pytest.raises(Stale):
        await refused()
    await bot.delivery.settled()
    assert bot.wire.calls == []


async def test_a_press_is_put_off_in_time_though_its_table_is_changed_here_and_elsewhere(
    bot, monkeypatch
):
    """Which messages another process has placed is known only after the change."""
    monkeypatch.setattr(answers, "DEFER_AFTER", 0)
    session_id = await bot.playing(*PEOPLE)
    post, person = await bot.hand(session_id, ADA), await bot.store.person(ADA)
    press, put_off = Press(bot.wire, ADA, post.message_id, channel_id=dm(ADA)), asyncio.Event()

    async def defer(**_):
        put_off.set()

    async def choose():
        async with bot.services.pressed.on_hand(press, session_id, person):
            await bot.choose(session_id, ADA)

    monkeypatch.setattr(press, "defer", defer)
    bot.posts.outdate(session_id)
    async with bot.sessions._locks.of(session_id):
        choosing = bot.spawn(choose())
        async with asyncio.timeout(10):
            await put_off.wait()
    await choosing
    assert len(await bot.store.moves(session_id)) == 1
