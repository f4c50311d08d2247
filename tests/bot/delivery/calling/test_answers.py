"""Answers to presses: what they show, and what somebody else changed meanwhile."""

import asyncio
import contextlib
import logging

import aiohttp
import pytest

from bot.delivery.calling import answers
from bot.delivery.calling.answers import OUTCOME
from bot.delivery.kept.kept import Whose
from bot.delivery.known import posts
from bot.delivery.known.posts import Look
from bot.delivery.rendering.rendering import Wanted
from bot.delivery.wire.caution import ChannelPace
from bot.sessions.refusals import Stale
from bot.store.records.people import Attachment
from engine.text import text
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm
from tests.bot.delivery.presses import Press
from tests.bot.delivery.refusals import error
from tests.bot.turns import turns

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
        return await bot.choose(session_id, user_id)

    return press, act


async def answer(bot, session_id, user_id, press, act):
    person = await bot.store.person(user_id)
    async with bot.services.pressed.on_hand(press, session_id, person):
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


OTHER = Look(b"by another edit", "key", 0, picture=Attachment(77, "hand.png", "key", "A hand"))


async def test_an_answer_waits_for_the_change_before_it_and_is_rendered_for_what_that_left(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    table = await bot.sessions.table(session_id)
    press = Press(bot.wire, ADA, post.message_id, channel_id=dm(ADA))
    rendered_for = []

    async def render(before):
        rendered_for.append(before)
        return await bot.services.renderer.hand(None, table, 0, Wanted(before))

    before = bot.looks.look(post.message_id)
    async with bot.services.answers.answering(press) as answered:
        with bot.looks.change(post.message_id) as other:
            showing = asyncio.create_task(answered.show(render))
            await turns()
            assert press.answers == []
            other.look = OTHER
        _, overtaken = await showing
    assert rendered_for == [before, OTHER]
    assert not overtaken
    assert len(press.answers) == 1
    assert not bot.looks.doubtful(post.message_id)


@pytest.mark.parametrize("put_off", [False, True])
async def test_of_many_presses_on_one_message_the_first_and_the_newest_are_drawn(
    bot, monkeypatch, put_off
):
    if put_off:  # before a newer one comes, as where all is slow
        monkeypatch.setattr(answers, "DEFER_AFTER", 0)
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    table = await bot.sessions.table(session_id)
    ready, begun = asyncio.Event(), []

    async def pressed_as(number):
        press = Press(bot.wire, ADA, post.message_id, channel_id=dm(ADA))

        async def render(before):
            begun.append(number)
            await ready.wait()
            return await bot.services.renderer.hand(None, table, 0, Wanted(before))

        showing = asyncio.create_task(show(press, render))
        await turns()
        return press, showing

    async def show(press, render):
        async with bot.services.answers.answering(press) as answered:
            await answered.show(render)

    presses, showing = zip(*[await pressed_as(number) for number in range(50)], strict=True)
    await turns()
    assert [task.done() for task in showing] == [False, *[True] * 48, False]
    assert all(press.answered for press in presses[1:49])
    ready.set()
    await asyncio.gather(*showing)
    assert [call.by for call in presses[0].answers] == ["press", "press"]  # the first's, the last's
    begun.clear()
    _, task = await pressed_as(50)  # nothing is left of those before it
    await task
    assert begun == [50]


async def test_a_hand_pressed_again_and_again_while_nothing_is_drawn_is_drawn_for_what_came_of_it(
    bot, monkeypatch
):
    session_id = await bot.playing(*PEOPLE)
    drawing, draw = bot.services.drawing, bot.services.drawing.draw
    free = asyncio.Event()

    async def held_up(*order):
        await free.wait()
        return await draw(*order)

    monkeypatch.setattr(drawing, "draw", held_up)
    person = await bot.store.person(ADA)
    bot.looks.forget((await bot.hand(session_id, ADA)).message_id)  # so that it has to be drawn
    answering = []
    for _ in range(30):
        press, act = await pressed(bot, session_id, ADA)

        async def answered(press=press, act=act):
            async with bot.services.pressed.on_hand(press, session_id, person):
                with contextlib.suppress(Stale):
                    await act()

        answering.append(asyncio.create_task(answered()))
        await turns()
    await bot.choose(session_id, BEN)
    await bot.choose(session_id, CLEO)
    await turns()
    assert sum(not task.done() for task in answering) == 2
    free.set()
    await asyncio.gather(*answering)
    await bot.delivery.settled()
    assert (await bot.hand(session_id, ADA)).shown == await bot.changes(session_id)


async def test_a_change_that_hangs_holds_up_no_answer_for_long_but_leaves_it_in_doubt(
    bot, monkeypatch
):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    press, act = await pressed(bot, session_id, ADA)
    monkeypatch.setattr(posts, "BESIDE_AFTER", 0)
    bot.wire.calls.clear()
    with bot.looks.change(post.message_id):
        person = await bot.store.person(ADA)
        async with bot.services.pressed.on_hand(press, session_id, person):
            await act()
        assert len(press.answers) == 1
        assert bot.looks.doubtful(post.message_id)
    await bot.delivery.settled()
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


async def gone(bot, session_id):
    """A press on a hand of ADA's that has been replaced."""
    press, act = await pressed(bot, session_id, ADA)
    bot.hands.ask_surely(Whose(session_id, ADA), anew=True)
    await bot.delivery.settled()
    bot.wire.calls.clear()
    return press, act


@pytest.mark.parametrize("put_off", [False, True])
async def test_a_press_on_a_hand_that_has_gone_counts_and_is_told_where_the_hand_is(
    bot, put_off, caplog
):
    session_id = await bot.playing(*PEOPLE)
    press, act = await gone(bot, session_id)
    press.answered = put_off
    await answer(bot, session_id, ADA, press, act)
    hand = await bot.hand(session_id, ADA)
    (tried, told) = press.answers
    assert (tried.what, told.what) == ("edit", "send")
    assert "newer one" in told.text
    assert f"/{dm(ADA)}/{hand.message_id}" in str(told.given["view"].to_components())
    assert hand.message_id != press.message.id
    assert hand.shown == await bot.changes(session_id)
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_what_is_refused_on_a_hand_that_has_gone_is_answered_by_the_refusal_alone(bot):
    session_id = await bot.playing(*PEOPLE)
    press, _ = await gone(bot, session_id)
    ada = await bot.store.person(ADA)
    with pytest.raises(Stale):
        async with bot.services.pressed.on_hand(press, session_id, ada):
            raise Stale
    assert [call.what for call in press.answers] == ["edit"]


async def test_a_press_on_a_board_that_has_gone_counts_and_is_told_where_the_board_is(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.board(session_id)
    press = Press(bot.wire, ADA, post.message_id, channel_id=TABLE, guild_id=1)
    del bot.wire.messages[post.message_id]
    async with bot.services.pressed.on_board(press, session_id):
        await bot.choose(session_id, ADA)
    (_, told) = press.answers
    assert "newer one" in told.text
    await bot.delivery.settled()
    board = await bot.board(session_id)
    assert board.message_id in bot.wire.messages
    assert board.shown == await bot.changes(session_id)


async def test_a_press_whose_message_has_gone_before_it_was_put_off_is_answered_all_the_same(
    bot, monkeypatch
):
    session_id = await bot.playing(*PEOPLE)
    press, act = await gone(bot, session_id)
    monkeypatch.setattr(answers, "DEFER_AFTER", 0)
    monkeypatch.setattr(press, "defer", unknown_message)

    async def act_slowly():
        await turns()
        await act()

    await answer(bot, session_id, ADA, press, act_slowly)
    assert "newer one" in press.answers[-1].text


async def unknown_message(**_):
    raise error(10008, 404)


async def test_what_takes_long_to_draw_follows_where_a_refusal_was_the_answer(bot, monkeypatch):
    """The board was taken away, and Discord takes the bot's first word on that for its answer."""
    session_id = await bot.playing(*PEOPLE)
    board = await bot.board(session_id)
    press = Press(bot.wire, ADA, board.message_id, channel_id=TABLE, guild_id=1)
    monkeypatch.setattr(answers, "DEFER_AFTER", 0)
    refusals = iter([error(10008, 404)])

    async def refused(**_):
        raise next(refusals, error(40060))

    for first in ("defer", "send_message"):
        monkeypatch.setattr(press, first, refused)

    table = await bot.sessions.table(session_id)

    async def drawn_slowly():
        await turns()
        return await bot.services.renderer.hand(None, table, 0, Wanted())

    await bot.services.answers.post(press, drawn_slowly(), alone=True)
    (call,) = press.answers
    assert call.what == "send"


async def test_an_answer_that_arrived_over_connections_that_broke_twice_is_no_refusal(
    bot, monkeypatch
):
    session_id = await bot.playing(*PEOPLE)
    press, act = await pressed(bot, session_id, ADA)
    made, edit = [], press.edit_message

    async def broken_off(**given):
        made.append(given)
        if len(made) == 3:
            raise error(40060)
        if len(made) == 1:
            await edit(**given)
            press.answered = False  # as far as the bot is told
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(press, "edit_message", broken_off)
    await answer(bot, session_id, ADA, press, act)
    (call,) = press.answers
    assert len(made) == 3
    assert "Kept" in call.text


def put_off_after_all(monkeypatch, press, answer):
    """Have its first answer break off, while that it is put off, given up for lost, arrives."""
    real = getattr(press, answer)

    async def breaks_off_at_first(**given):
        if press.answered:
            return await real(**given)
        press.answered = True
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(press, answer, breaks_off_at_first)


async def test_an_answer_that_was_put_off_after_all_is_shown_by_an_edit(bot, monkeypatch):
    session_id = await bot.playing(*PEOPLE)
    press, act = await pressed(bot, session_id, ADA)
    put_off_after_all(monkeypatch, press, "edit_message")
    await answer(bot, session_id, ADA, press, act)
    (call,) = press.answers
    assert "Kept" in call.text


async def test_a_sentence_to_a_press_that_was_put_off_after_all_follows_it(bot, monkeypatch):
    press = Press(bot.wire, ADA)
    put_off_after_all(monkeypatch, press, "send_message")
    await bot.services.answers.notice(press, text("lobby.closed"))
    (call,) = press.answers
    assert call.what == "send"
    assert "closed" in call.text


@pytest.mark.parametrize(
    ("code", "status", "outcome"),
    [
        (10062, 404, "late"),
        (10015, 404, "late"),
        (50027, 401, "late"),
        (50083, 403, "locked"),
        (160005, 403, "locked"),
    ],
)
async def test_an_answer_that_nobody_can_get_any_more_is_no_failure_and_nobody_is_told_of_it(
    bot, caplog, code, status, outcome
):
    press = Press(bot.wire, ADA)
    await bot.services.answers.failed(press, error(code, status), None)
    assert press.extras[OUTCOME] == outcome
    assert press.answers == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_follow_ups_of_one_channel_are_paced(tmp_path):
    said, now = [], 1_000.0

    async def sleep(seconds):
        said.append(round(seconds, 3))

    async with desk(tmp_path) as bot:
        answers = bot.services.answers
        answers._pace = ChannelPace(30, 61.0, lambda: now, sleep)
        for press_number in range(32):
            channel = TABLE if press_number < 31 else TABLE + 1
            press = Press(bot.wire, ADA, 5, channel_id=channel)
            press.answered = True
            await answers.notice(press, text("apology"))
        assert said == [61.0]
