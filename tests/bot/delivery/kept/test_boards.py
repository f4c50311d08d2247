"""The message in the channel: where it stands, and what becomes of it."""

import math

import pytest

from bot.delivery.calling import channels
from bot.delivery.calling.messages import EDITABLE_FOR
from bot.delivery.kept import boards
from bot.delivery.kept.kept import Whose
from bot.delivery.rendering.rendering import by_more_than_a_choice
from engine.text import text
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm
from tests.bot.delivery.refusals import error

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def test_who_has_chosen_is_shown_soon_where_it_is_free_and_later_where_it_costs_a_call(bot):
    session_id = await bot.playing(*PEOPLE)
    assert bot.boards.gathered_for(session_id) == boards.COSTLY_FOR == 8
    bot.press(await bot.board(session_id))
    assert bot.boards.gathered_for(session_id) == boards.FREE_FOR == 1
    assert bot.boards.gathered_for(99) == boards.COSTLY_FOR


async def test_an_old_board_is_posted_anew_without_a_sound_and_the_old_one_goes(bot):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.board(session_id)
    bot.clock.advance(EDITABLE_FOR + 1)
    bot.wire.calls.clear()
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    (call,) = bot.wire.made("send", to=TABLE)
    assert call.given["silent"]
    after = await bot.board(session_id)
    assert after.message_id in bot.wire.messages
    assert before.message_id not in bot.wire.messages
    record = (await bot.sessions.table(session_id)).record
    assert record.board_message_id == after.message_id


async def test_where_the_board_stands_is_on_the_disk_at_once(bot):
    await bot.meet(*PEOPLE)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    stored = {post.kind: post for post in await bot.store.posts(session_id) if not post.user_id}
    assert stored["board"] == await bot.board(session_id)


async def test_without_access_the_hands_say_so_and_the_board_is_left_alone(bot):
    await bot.meet(*PEOPLE)
    session_id = (await bot.game(*PEOPLE)).record.id
    bot.wire.fails("send", error(50001, 403), to=TABLE, times=100)
    await bot.show(session_id)
    tried = len(bot.wire.made("send", to=TABLE))
    await bot.show(session_id)
    assert len(bot.wire.made("send", to=TABLE)) == tried == 1
    assert (await bot.sessions.table(session_id)).trouble is not None
    hand = await bot.hand(session_id, ADA)
    assert hand.shown == await bot.changes(session_id)
    assert "⚠" in bot.wire.made(to=dm(ADA))[-1].text


async def step(bot, session_id):
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)


@pytest.mark.parametrize("kind", ["edit", "send"])
async def test_what_shuts_a_board_out_is_tried_again_ever_more_rarely(bot, kind):
    session_id = await bot.playing(*PEOPLE)
    if kind == "send":
        bot.clock.advance(EDITABLE_FOR + 1)
    bot.wire.fails(kind, error(50013, 403), to=TABLE, times=math.inf)
    bot.wire.calls.clear()
    await step(bot, session_id)
    tried = []
    for second in range(3000):
        if len(bot.wire.made(kind, to=TABLE)) > len(tried):
            tried.append(second)
        bot.clock.advance(1)
        await bot.delivery.settled()
    # After 10, 20, 40 ... 320, and then each 600 seconds.
    assert tried == [0, 10, 30, 70, 150, 310, 630, 1230, 1830, 2430]
    bot.wire.is_mended()
    bot.clock.advance(600)
    await bot.delivery.settled()
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)
    assert (await bot.sessions.table(session_id)).trouble is None


async def test_what_went_through_begins_with_a_short_pause_again(bot):
    session_id = await bot.playing(*PEOPLE)
    for _ in range(3):
        bot.wire.fails("edit", error(50013, 403), to=TABLE)
        await step(bot, session_id)
        assert (await bot.board(session_id)).shown < await bot.changes(session_id)
        bot.clock.advance(channels.AGAIN_AFTER)
        await bot.delivery.settled()
        assert (await bot.board(session_id)).shown == await bot.changes(session_id)


async def test_a_result_that_was_refused_is_shown_within_a_day_and_not_after_it(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.fails("edit", error(50013, 403), to=TABLE, times=math.inf)
    bot.wire.fails("send", error(50013, 403), to=TABLE, times=math.inf)
    await bot.sessions.abandon(session_id)
    await bot.show(session_id)
    assert (await bot.board(session_id)).shown < await bot.changes(session_id)
    assert (await bot.sessions.table(session_id)).trouble is None
    assert session_id in await bot.store.lagging()
    bot.clock.advance(channels.TOLD_FOR - channels.AGAIN_AT_LEAST)
    await bot.delivery.settled()
    assert session_id in await bot.store.lagging()
    for _ in range(2):
        bot.clock.advance(channels.AGAIN_AT_LEAST)
        await bot.delivery.settled()
    await bot.services.notes.write()
    assert session_id not in await bot.store.lagging()
    bot.wire.calls.clear()
    bot.clock.advance(channels.TOLD_FOR)
    await bot.delivery.settled()
    assert bot.wire.calls == []


async def test_of_another_server_nothing_is_looked_at_again(bot):
    session_id = await bot.playing(*PEOPLE)
    guild_id = (await bot.sessions.table(session_id)).record.guild_id
    bot.wire.fails("edit", error(50013, 403), to=TABLE, times=2)
    await step(bot, session_id)
    bot.wire.calls.clear()
    bot.services.barred.look_again(guild_id + 1)
    await bot.delivery.settled()
    assert bot.wire.calls == []
    bot.services.barred.look_again(guild_id)
    await bot.delivery.settled()
    assert len(bot.wire.made(to=TABLE)) == 1
    # What is refused again waits for longer than at first.
    bot.clock.advance(2 * channels.AGAIN_AFTER - 1)
    await bot.delivery.settled()
    assert len(bot.wire.made(to=TABLE)) == 1
    bot.clock.advance(1)
    await bot.delivery.settled()
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)


async def test_a_locked_thread_is_no_access(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.fails("edit", error(160005, 403), to=TABLE)
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    assert (await bot.sessions.table(session_id)).trouble is not None
    assert not (await bot.sessions.table(session_id)).paused


async def test_an_archived_thread_is_posted_to(bot):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.board(session_id)
    bot.wire.fails("edit", error(50083, 400), to=TABLE)
    for user_id in PEOPLE:
        await bot.choose(session_id, user_id)
    await bot.show(session_id)
    after = await bot.board(session_id)
    assert after.message_id != before.message_id
    assert after.shown == await bot.changes(session_id)


async def test_a_channel_that_is_gone_pauses_its_game_and_the_hands_tell_once(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.calls.clear()
    await bot.delivery.boards.lose(session_id, text("board.channel_gone"))
    await bot.delivery.settled()
    assert (await bot.sessions.table(session_id)).paused
    assert await bot.board(session_id) is None
    assert (await bot.sessions.table(session_id)).record.board_message_id is None
    for user_id in PEOPLE:
        (call,) = bot.wire.made("send", to=dm(user_id))
        assert not call.given["silent"]
        assert call.given["content"] == "Guildes: the table needs another channel"
        assert "⚠" in bot.wire.made("edit", to=dm(user_id))[-1].text
    await bot.delivery.boards.lose(session_id, text("board.channel_gone"))
    await bot.delivery.settled()
    assert len(bot.wire.made("send", to=dm(ADA))) == 1


async def test_a_channel_that_is_lost_while_hands_are_edited_is_told_in_a_new_message_too(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.calls.clear()
    let_go = bot.wire.hangs("edit", to=dm(ADA))
    await bot.choose(session_id, ADA)
    bot.hands.ask(Whose(session_id, ADA))
    await bot.until(lambda: bot.wire.made("edit", to=dm(ADA)))
    await bot.delivery.boards.lose(session_id, text("board.channel_gone"))
    let_go.set()
    await bot.delivery.settled()
    for user_id in PEOPLE:
        assert len(bot.wire.made("send", to=dm(user_id))) == 1
        assert "⚠" in bot.wire.made("edit", to=dm(user_id))[-1].text


async def test_a_board_on_its_way_is_drawn_anew_for_a_step_and_a_pause_but_for_no_mere_choice(bot):
    session_id = await bot.playing(*PEOPLE)
    shown = await bot.sessions.table(session_id)
    for user_id in PEOPLE[:-1]:
        await bot.choose(session_id, user_id)
        assert not by_more_than_a_choice(shown, await bot.sessions.table(session_id))
    await bot.choose(session_id, PEOPLE[-1])
    stepped = await bot.sessions.table(session_id)
    assert by_more_than_a_choice(shown, stepped)
    await bot.services.timing.pause(session_id, ADA)
    assert by_more_than_a_choice(stepped, await bot.sessions.table(session_id))
