"""Private messages: who is told in a new one, and whose old one is edited."""

import math

import pytest

from bot.delivery.calling.channels import QUARANTINE_PAUSE
from bot.delivery.calling.messages import EDITABLE_FOR
from bot.delivery.kept.calls import AGAIN_AFTER
from bot.delivery.kept.hands import AT_MOST, RESTS_AFTER
from bot.delivery.kept.kept import Whose
from bot.testing.house import unseen
from tests.bot.delivery.desk import ADA, BEN, CLEO, DORA, NAMES, TABLE, desk, dm
from tests.bot.delivery.kept.test_calls import called
from tests.bot.delivery.presses import Press
from tests.bot.delivery.refusals import error

PEOPLE = (ADA, BEN, CLEO)
MINUTE = 60.0


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def all_choose(bot, session_id, *, pressing=()):
    """Everybody makes the choice that the step waits for, some of them by a press."""
    for user_id in PEOPLE:
        if user_id in pressing:
            await bot.delivery.attended(session_id, user_id)
        await bot.choose(session_id, user_id)
    bot.wire.calls.clear()
    await bot.show(session_id)


async def in_turn(bot):
    """A game of four in which one is asked at a time, every message up to date; and its people."""
    people = (*PEOPLE, DORA)
    await bot.meet(*people)
    session_id = (await bot.game(*people, game="corrompue")).record.id
    await bot.show(session_id)
    return session_id, people


def told(bot, user_id):
    """The messages that called this person since the wire was cleared."""
    return [call for call in bot.wire.made("send", to=dm(user_id)) if not call.given["silent"]]


async def test_the_start_is_a_new_message_and_the_lobbys_goes(bot):
    await bot.meet(*PEOPLE)
    session_id = await bot.lobby(*PEOPLE)
    ada = await bot.hands.welcome(await bot.store.person(ADA), session_id, pressed=5)
    assert ada.dm_open
    welcome = await bot.hand(session_id, ADA)
    await bot.lobbies.start(session_id, ADA, moderator=False)
    await bot.show(session_id)
    started = await bot.hand(session_id, ADA)
    assert started.message_id != welcome.message_id
    assert len(told(bot, ADA)) == 2
    assert welcome.message_id not in bot.wire.messages
    assert started.message_id in bot.wire.messages


async def test_that_somebody_was_told_is_on_the_disk_with_the_message(bot):
    session_id = await bot.playing(*PEOPLE)
    step = (await bot.sessions.table(session_id)).prompt(0).step
    known = await bot.attendance(session_id, ADA)
    assert (known.told_step, known.told_at) == (step, bot.clock.now())


async def test_nobody_is_told_the_same_again_after_a_restart(bot, tmp_path):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(60 * MINUTE)
    await bot.services.close()
    await bot.store.close()
    bot.wire.calls.clear()
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        await again.show(session_id)
        assert bot.wire.made("send") == []


async def test_who_is_to_be_told_later_is_told_after_a_restart_too(bot, tmp_path):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id, pressing=PEOPLE)
    await bot.services.close()
    await bot.services.notes.write()
    await bot.store.close()
    async with desk(tmp_path, bot.clock, bot.wire) as again:
        assert await again.store.lagging() == []
        (due_at,) = (await again.store.due()).values()
        assert due_at == bot.clock.now() + 3 * MINUTE
        again.delivery.tell_at(session_id, due_at)
        bot.wire.calls.clear()
        bot.clock.advance(3 * MINUTE - 1)
        await again.delivery.settled()
        assert bot.wire.calls == []
        bot.clock.advance(1)
        await again.delivery.settled()
        assert [len(told(again, who)) for who in PEOPLE] == [1, 1, 1]
        assert await again.store.due() == {}


async def test_who_was_away_is_told_of_the_next_choice(bot):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.hand(session_id, ADA)
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id, pressing=(BEN,))
    assert len(told(bot, ADA)) == len(told(bot, CLEO)) == 1
    assert told(bot, BEN) == []
    assert before.message_id not in bot.wire.messages
    assert len(bot.wire.made("edit", to=dm(BEN))) == 1


async def test_who_pressed_a_short_while_ago_is_told_three_minutes_after_the_press(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id, pressing=PEOPLE)
    bot.clock.advance(3 * MINUTE - 1)
    await bot.delivery.settled()
    assert bot.wire.made("send") == []
    bot.clock.advance(1)
    await bot.delivery.settled()
    assert [len(told(bot, who)) for who in PEOPLE] == [1, 1, 1]
    bot.clock.advance(60 * MINUTE)
    await bot.show(session_id)
    assert [len(told(bot, who)) for who in PEOPLE] == [1, 1, 1]


async def test_who_chose_before_the_three_minutes_were_over_is_not_told(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id, pressing=PEOPLE)
    bot.clock.advance(2 * MINUTE)
    await bot.choose(session_id, ADA)
    await bot.show(session_id)
    bot.clock.advance(60 * MINUTE)
    await bot.delivery.settled()
    assert told(bot, ADA) == []
    assert len(told(bot, BEN)) == 1


async def test_between_two_words_to_a_person_lie_three_minutes(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id)
    assert len(told(bot, ADA)) == 1
    bot.clock.advance(1 * MINUTE)
    await all_choose(bot, session_id)
    bot.clock.advance(2 * MINUTE - 1)
    await bot.delivery.settled()
    assert told(bot, ADA) == []
    bot.clock.advance(1)
    await bot.delivery.settled()
    assert len(told(bot, ADA)) == 1


async def test_who_never_wants_to_be_told_is_not(bot):
    session_id = await bot.playing(*PEOPLE, tell="never")
    assert [call.given["silent"] for call in bot.wire.made("send", to=dm(ADA))] == [True]
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id)
    assert bot.wire.made("send") == []
    assert len(bot.wire.made("edit", to=dm(ADA))) == 1


async def test_who_wants_every_turn_is_told_though_playing(bot):
    session_id = await bot.playing(*PEOPLE, tell="always")
    bot.clock.advance(10 * MINUTE)
    await all_choose(bot, session_id, pressing=PEOPLE)
    assert [len(told(bot, who)) for who in PEOPLE] == [1, 1, 1]


async def test_the_end_is_told(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.wire.calls.clear()
    await bot.sessions.abandon(session_id)
    await bot.show(session_id)
    assert [len(told(bot, who)) for who in PEOPLE] == [1, 1, 1]
    await bot.show(session_id)
    assert [len(told(bot, who)) for who in PEOPLE] == [1, 1, 1]


async def test_an_old_message_is_edited_no_more_where_the_table_waits_for_its_reader(bot):
    session_id = await bot.playing(*PEOPLE, tell="never")
    before = [await bot.hand(session_id, who) for who in PEOPLE]
    bot.clock.advance(EDITABLE_FOR + 1)
    await all_choose(bot, session_id)
    assert [len(bot.wire.made("send", to=dm(who))) for who in PEOPLE] == [1, 1, 1]
    assert all(post.message_id not in bot.wire.messages for post in before)


async def test_an_old_message_is_edited_where_its_reader_owes_nothing(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(EDITABLE_FOR + 1)
    bot.wire.calls.clear()
    await bot.choose(session_id, ADA)
    await bot.show(session_id)
    assert [call.what for call in bot.wire.made(to=dm(ADA))] == ["edit"]


async def test_who_was_told_an_hour_ago_is_not_told_again_because_another_has_chosen(bot):
    session_id = await bot.playing(*PEOPLE)
    bot.clock.advance(EDITABLE_FOR + 1)
    bot.wire.calls.clear()
    await bot.choose(session_id, ADA)
    await bot.show(session_id)
    assert told(bot, BEN) == []
    assert bot.wire.made(to=dm(BEN)) == []


async def test_a_fresh_press_lets_an_old_message_be_edited(bot):
    session_id = await bot.playing(*PEOPLE, tell="never")
    bot.clock.advance(EDITABLE_FOR + 1)
    bot.press(await bot.hand(session_id, ADA))
    await all_choose(bot, session_id)
    assert [call.by for call in bot.wire.made(to=dm(ADA))] == ["token"]


async def test_what_others_do_is_shown_in_a_hand_only_where_it_is_free(bot):
    session_id = await bot.playing(*PEOPLE)
    await bot.choose(session_id, ADA)
    bot.press(await bot.hand(session_id, ADA))
    await bot.show(session_id)
    bot.wire.calls.clear()
    await bot.choose(session_id, BEN)
    await bot.show(session_id)
    assert [call.by for call in bot.wire.made(to=dm(ADA))] == ["token"]
    assert bot.wire.made(to=dm(CLEO)) == []


async def test_who_waits_is_shown_for_whom_once_the_others_let_the_table_wait(bot):
    session_id, people = await in_turn(bot)
    (first,) = (await bot.sessions.table(session_id)).people_asked()
    bot.wire.calls.clear()
    for _ in range(2):
        (seat,) = (await bot.sessions.table(session_id)).people_asked()
        await bot.choose(session_id, people[seat])
        await bot.show(session_id)
        bot.clock.advance(RESTS_AFTER - 1)
        await bot.delivery.settled()
    (awaited,) = (await bot.sessions.table(session_id)).people_asked()
    (last,) = {0, 1, 2, 3} - {first, seat, awaited}
    assert bot.wire.made(to=dm(people[last])) == []
    bot.clock.advance(1)
    await bot.delivery.settled()
    (edit,) = bot.wire.made(to=dm(people[last]))
    assert f"Waiting for **{NAMES[people[awaited]]}**." in edit.text


async def test_what_others_do_is_drawn_once_for_who_looks_on_however_many_choices_it_takes(bot):
    session_id, people = await in_turn(bot)
    chosen = []
    for user_id in people:
        bot.press(await bot.hand(session_id, user_id))
    bot.wire.calls.clear()
    for _ in range(2):
        (seat,) = (await bot.sessions.table(session_id)).people_asked()
        chosen.append(people[seat])
        await bot.choose(session_id, people[seat])
        await bot.shown_to(session_id, *people)
    (awaited,) = (await bot.sessions.table(session_id)).people_asked()
    (last,) = {*people} - {*chosen, people[awaited]}
    await bot.until(lambda: bot.wire.made("edit", to=dm(people[awaited])))
    assert bot.wire.made(to=dm(last)) == []
    await bot.delivery.settled()
    assert len(bot.wire.made("edit", to=dm(people[awaited]))) == 1
    (edit,) = bot.wire.made("edit", to=dm(last))
    assert f"Waiting for **{NAMES[people[awaited]]}**." in edit.text


async def test_who_looks_on_is_shown_what_others_do_while_they_go_on_and_on(bot):
    session_id, people = await in_turn(bot)
    (begun,) = (await bot.sessions.table(session_id)).people_asked()
    post = await bot.hand(session_id, people[begun - 1])
    table = await bot.sessions.table(session_id)
    for waited, put_off in ((0.0, True), (AT_MOST - 1, True), (1.0, False), (0.0, True)):
        bot.clock.advance(waited)
        record = table.record
        table = table.having(changes=record.changes + 1, moves=record.moves + 1)
        assert await bot.hands.is_put_off(table, post) is put_off


async def test_what_is_no_choice_is_shown_at_once_to_who_looks_on(bot):
    session_id, people = await in_turn(bot)
    (seat,) = (await bot.sessions.table(session_id)).people_asked()
    others = [user_id for user_id in people if user_id != people[seat]]
    bot.wire.calls.clear()
    await bot.services.timing.pause(session_id, ADA)
    await bot.shown_to(session_id, *others)
    assert [len(bot.wire.made("edit", to=dm(user_id))) for user_id in others] == [1, 1, 1]


async def test_a_hand_that_is_being_answered_is_left_alone_until_then(bot):
    session_id = await bot.playing(*PEOPLE)
    post = await bot.hand(session_id, ADA)
    await bot.choose(session_id, ADA)
    bot.wire.calls.clear()
    with bot.hands.answering.under_way(post.message_id):
        await bot.show(session_id)
        assert bot.wire.made(to=dm(ADA)) == []
    await bot.delivery.settled()
    assert len(bot.wire.made("edit", to=dm(ADA))) == 1


async def test_the_pressed_message_becomes_the_hand_and_the_other_goes(bot):
    session_id = await bot.playing(*PEOPLE)
    ada = await bot.store.person(ADA)
    first = await bot.hand(session_id, ADA)
    other = first.message_id + 1_000
    look = bot.looks.look(first.message_id)
    await bot.hands.adopt(session_id, ada, other, look)
    assert (await bot.hand(session_id, ADA)).message_id == other
    assert first.message_id not in bot.wire.messages
    await bot.hands.adopt(session_id, ada, other, look)
    assert len(bot.wire.made("delete")) == 1


async def test_a_welcome_that_the_start_overtakes_is_the_hand_of_the_start(bot):
    await bot.meet(*PEOPLE)
    await bot.meet(BEN, dm_channel_id=None)
    session_id = await bot.lobby(*PEOPLE)
    let_go = bot.wire.hangs("open", to=BEN)
    ben = await bot.store.person(BEN)
    welcoming = bot.spawn(bot.hands.welcome(ben, session_id, pressed=5))
    await bot.until(lambda: bot.wire.made("open"))
    await bot.lobbies.start(session_id, ADA, moderator=False)
    bot.delivery.changed(session_id)
    let_go.set()
    await welcoming
    await bot.delivery.settled()
    assert len(bot.wire.made("send", to=dm(BEN))) == 1
    assert bot.wire.made("delete", to=dm(BEN)) == []
    hand = await bot.hand(session_id, BEN)
    assert hand.shown == await bot.changes(session_id)


async def being_replaced(bot, session_id, what):
    """Have ADA's hand sent anew; stops before that call is carried out, until it is let go."""
    let_go = bot.wire.hangs(what, to=dm(ADA))
    bot.hands.ask_surely(Whose(session_id, ADA), anew=True)
    await bot.until(lambda: bot.wire.made(what, to=dm(ADA)))
    return let_go


async def replaced(bot, session_id, old):
    """Whether another message, up to date, is ADA's hand in the place of this one."""
    await bot.delivery.settled()
    new = await bot.hand(session_id, ADA)
    assert new.message_id in bot.wire.messages
    assert new.shown == await bot.changes(session_id)
    return old.message_id not in bot.wire.messages


async def test_a_hand_that_is_replaced_while_it_is_pressed_goes_after_the_answer(bot):
    session_id = await bot.playing(*PEOPLE)
    ada, old = await bot.store.person(ADA), await bot.hand(session_id, ADA)
    press = Press(bot.wire, ADA, old.message_id, channel_id=dm(ADA))
    bot.wire.calls.clear()
    let_go = await being_replaced(bot, session_id, "send")
    async with bot.services.pressed.on_hand(press, session_id, ada):
        await bot.choose(session_id, ADA)
        let_go.set()
        await bot.hands.first(Whose(session_id, ADA))
    (answer,) = press.answers
    assert "Kept" in answer.text
    assert await replaced(bot, session_id, old)


async def test_a_hand_that_is_pressed_while_it_is_taken_away_does_not_become_the_hand_again(bot):
    session_id = await bot.playing(*PEOPLE)
    ada, old = await bot.store.person(ADA), await bot.hand(session_id, ADA)
    press = Press(bot.wire, ADA, old.message_id, channel_id=dm(ADA))
    bot.wire.calls.clear()
    let_go = await being_replaced(bot, session_id, "delete")

    async def pressed():
        async with bot.services.pressed.on_hand(press, session_id, ada):
            await bot.choose(session_id, ADA)

    pressing = bot.spawn(pressed())
    await bot.until(lambda: press.answers)
    let_go.set()
    await pressing
    assert await replaced(bot, session_id, old)


async def test_a_welcome_that_arrives_after_its_reader_left_is_taken_away(bot):
    await bot.meet(*PEOPLE)
    session_id = await bot.lobby(*PEOPLE)
    let_go = bot.wire.hangs("send", to=dm(BEN))
    ben = await bot.store.person(BEN)
    welcoming = bot.spawn(bot.hands.welcome(ben, session_id, pressed=5))
    await bot.until(lambda: bot.wire.made("send"))
    with unseen(bot.sessions):
        await bot.lobbies.leave(session_id, BEN)
    leaving = bot.spawn(bot.hands.remove(session_id, ben))
    let_go.set()
    await welcoming
    await leaving
    assert await bot.hand(session_id, BEN) is None
    assert await bot.store.posts(session_id) == []
    assert bot.wire.messages == {}


async def test_who_leaves_before_the_welcome_was_rendered_gets_none_and_no_apology(bot):
    await bot.meet(*PEOPLE)
    session_id = await bot.lobby(*PEOPLE)
    with unseen(bot.sessions):
        await bot.lobbies.leave(session_id, BEN)
    await bot.hands.welcome(await bot.store.person(BEN), session_id, pressed=5)
    assert bot.wire.made("send") == []


@pytest.mark.parametrize("code", [50007, 50278])
async def test_whoever_takes_no_direct_messages_is_called_to_the_table_once(bot, code):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(code, 403), to=dm(BEN))
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    assert not (await bot.store.person(BEN)).dm_open
    (called,) = [call for call in bot.wire.made("send", to=TABLE) if not call.given["silent"]]
    assert f"<@{BEN}>" in called.text
    assert f"<@{ADA}>" not in called.text
    bot.wire.calls.clear()
    await bot.show(session_id)
    assert bot.wire.made("send") == []


LOST = pytest.mark.parametrize(("code", "status"), [(10003, 404), (50001, 403)])


@LOST
async def test_direct_messages_that_got_lost_are_opened_again_at_once(bot, code, status):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(code, status), to=dm(BEN))
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    (opened,) = bot.wire.made("open")
    assert opened.to == BEN
    assert await bot.hand(session_id, BEN) is not None
    ben = await bot.store.person(BEN)
    assert (ben.dm_open, ben.dm_channel_id) == (True, dm(BEN))


@LOST
async def test_direct_messages_that_stay_lost_are_opened_once(bot, code, status):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(code, status), to=dm(BEN), times=100)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    assert len(bot.wire.made("open")) == 1
    assert not (await bot.store.person(BEN)).dm_open
    assert called(bot) == [[BEN]]


@LOST
async def test_a_hand_whose_direct_messages_got_lost_is_sent_once_more(bot, code, status):
    session_id = await bot.playing(*PEOPLE)
    before = await bot.hand(session_id, BEN)
    bot.wire.fails("edit", error(code, status), to=dm(BEN))
    await all_choose(bot, session_id)
    after = await bot.hand(session_id, BEN)
    assert after.message_id != before.message_id
    assert after.shown == await bot.changes(session_id)
    assert len(bot.wire.made("open")) == 1


UNKNOWN = pytest.mark.parametrize(
    ("code", "status"),
    [
        *((20026, 403), (50033, 400), (10013, 404), (40002, 403), (20009, 400), (50035, 400)),
        *((400001, 400), (240000, 400), (40004, 400), (10008, 404), (0, 403)),
    ],
)


@UNKNOWN
async def test_whom_a_hand_does_not_reach_for_any_reason_is_called_and_reached_later(
    bot, code, status
):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(code, status), to=dm(BEN), times=math.inf)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    assert called(bot) == [[BEN]]
    assert (await bot.store.person(BEN)).dm_open
    tried = len(bot.wire.made("send", to=dm(BEN)))
    bot.clock.advance(AGAIN_AFTER - 1)
    await bot.show(session_id)
    assert len(bot.wire.made("send", to=dm(BEN))) == tried
    assert await bot.hand(session_id, BEN) is None
    bot.wire.is_mended()
    bot.clock.advance(1)
    await bot.delivery.settled()
    assert len(bot.wire.made("send", to=dm(BEN))) == tried + 1
    assert (await bot.hand(session_id, BEN)).shown == await bot.changes(session_id)
    assert called(bot) == [[BEN]]


@UNKNOWN
async def test_whose_direct_messages_can_not_be_opened_for_any_reason_is_called(bot, code, status):
    await bot.meet(ADA, CLEO)
    await bot.meet(BEN, dm_channel_id=None)
    bot.wire.fails("open", error(code, status))
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    assert called(bot) == [[BEN]]
    bot.clock.advance(QUARANTINE_PAUSE)
    await bot.delivery.settled()
    assert await bot.hand(session_id, BEN) is not None


async def test_whom_nothing_ever_reaches_is_tried_more_and_more_rarely(bot):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(240000, 400), to=dm(BEN), times=math.inf)
    session_id = (await bot.game(*PEOPLE)).record.id
    await bot.show(session_id)
    for _ in range(24 * 60):
        bot.clock.advance(MINUTE)
        await bot.delivery.settled()
    # After 1, 2, 4 ... 256 and then each 360 minutes; a line has no picture to be sent without.
    assert len(bot.wire.made("send", to=dm(BEN))) == 1 + 9 + 2


async def test_who_presses_in_a_hand_is_reached_again(bot):
    session_id = await bot.playing(*PEOPLE)
    hand = await bot.hand(session_id, BEN)
    for what in ("edit", "send"):
        bot.wire.fails(what, error(240000, 400), to=dm(BEN), by="bot", times=math.inf)
    await all_choose(bot, session_id)
    ben = await bot.store.person(BEN)
    assert not bot.hands.reaches(session_id, ben)
    press = Press(bot.wire, BEN, hand.message_id, channel_id=dm(BEN))
    async with bot.services.pressed.on_hand(press, session_id, ben):
        pass
    assert bot.hands.reaches(session_id, ben)


async def test_a_welcome_that_does_not_get_through_keeps_nobody_from_playing(bot):
    await bot.meet(*PEOPLE)
    bot.wire.fails("send", error(20026, 403), to=dm(BEN))
    session_id = await bot.lobby(*PEOPLE)
    ben = await bot.hands.welcome(await bot.store.person(BEN), session_id, pressed=5)
    assert ben.dm_open
    assert not bot.hands.reaches(session_id, ben)
    await bot.lobbies.start(session_id, ADA, moderator=False)
    await bot.show(session_id)
    assert called(bot) == [[BEN]]
