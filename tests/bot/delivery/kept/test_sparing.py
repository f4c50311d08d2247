"""A board that costs a call: edited now and then while its game is played lively."""

from dataclasses import replace

import pytest

from bot.delivery.kept import boards
from bot.testing.playing import act_for
from tests.bot.delivery.desk import ADA, BEN, CLEO, TABLE, desk, dm

PEOPLE = (ADA, BEN, CLEO)


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def play(bot, session_id, *, times=1):
    """Whoever is asked first chooses what is offered first; the boards' calls of it."""
    bot.wire.calls.clear()
    for _ in range(times):
        table = await bot.sessions.table(session_id)
        seat = table.game.asked(table.state)[0]
        prompt = table.prompt(seat)
        picks = [option.id for option in prompt.options[: max(1, prompt.least)]]
        await act_for(bot.services.playing, session_id, seat, prompt.step, picks)
    await bot.show(session_id)
    return boards_edited(bot)


def boards_edited(bot):
    return bot.wire.made("edit", to=TABLE)


async def turn_by_turn(bot):
    """A game in which one player is asked after the other, its board just edited."""
    await bot.meet(*PEOPLE)
    session_id = (await bot.game(*PEOPLE, game="corrompue")).record.id
    await bot.show(session_id)
    while len((await bot.sessions.table(session_id)).people_asked()) > 1:
        await play(bot, session_id)
    bot.clock.advance(boards.BETWEEN)
    assert len(await play(bot, session_id)) == 1
    return session_id


async def later(bot, seconds):
    bot.wire.calls.clear()
    bot.clock.advance(seconds)
    await bot.delivery.settled()


async def test_who_has_chosen_is_shown_at_once_after_a_quiet_time(bot):
    session_id = await bot.playing(*PEOPLE)
    assert len(await play(bot, session_id)) == 1


async def test_who_has_chosen_waits_where_the_board_cost_a_call_a_short_while_ago(bot):
    session_id = await bot.playing(*PEOPLE)
    assert len(await play(bot, session_id, times=len(PEOPLE))) == 1
    assert await play(bot, session_id) == []
    await later(bot, boards.BETWEEN - 1)
    assert boards_edited(bot) == []
    await later(bot, 1)
    assert len(boards_edited(bot)) == 1


async def test_once_everybody_has_chosen_the_board_shows_it_at_once(bot):
    session_id = await bot.playing(*PEOPLE)
    for _ in range(3):
        assert len(await play(bot, session_id, times=len(PEOPLE))) == 1


async def test_the_first_step_after_a_start_is_shown_at_once_whenever_that_was(bot):
    session_id = await bot.playing(*PEOPLE)
    assert len(await play(bot, session_id, times=len(PEOPLE) - 1)) == 1
    assert len(await play(bot, session_id)) == 1


async def test_a_step_is_shown_at_once_though_all_but_one_have_chosen_again_meanwhile(bot):
    session_id = await bot.playing(*PEOPLE)
    await play(bot, session_id, times=len(PEOPLE))
    assert len(await play(bot, session_id, times=2 * len(PEOPLE) - 1)) == 1


async def test_a_step_that_had_begun_when_the_last_was_shown_is_shown_at_once_too(bot):
    session_id = await bot.playing(*PEOPLE)
    await play(bot, session_id, times=len(PEOPLE))
    assert len(await play(bot, session_id, times=2 * len(PEOPLE) - 1)) == 1
    assert len(await play(bot, session_id)) == 1


async def test_to_have_told_who_has_chosen_keeps_no_step_waiting(bot):
    session_id = await bot.playing(*PEOPLE)
    await play(bot, session_id, times=len(PEOPLE))
    bot.clock.advance(boards.BETWEEN)
    assert len(await play(bot, session_id)) == 1
    assert len(await play(bot, session_id, times=len(PEOPLE) - 1)) == 1


async def test_a_game_turn_by_turn_is_shown_now_and_then_where_that_costs_a_call(bot):
    session_id = await turn_by_turn(bot)
    for _ in range(3):
        bot.clock.advance(10)
        before = await bot.sessions.table(session_id)
        assert await play(bot, session_id) == []
        after = await bot.sessions.table(session_id)
        # Who neither chose nor is asked is shown nothing that costs a call, but that a choice
        # can't be taken back any more.
        seats = {*before.people_asked(), *after.people_asked()}
        seats |= {choice.seat for choice in before.record.retractable}
        concerned = {dm(PEOPLE[seat]) for seat in seats}
        assert {call.to for call in bot.wire.made("edit")} == concerned
    await later(bot, boards.BETWEEN - 31)
    assert boards_edited(bot) == []
    await later(bot, 1)
    assert len(boards_edited(bot)) == 1
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)
    await later(bot, 600)
    assert boards_edited(bot) == []


async def test_a_new_round_is_shown_at_once(bot):
    """The hands are in it already: the board said who was waited for in the one before."""
    session_id = await turn_by_turn(bot)
    shown = []
    while not shown:
        before = await bot.sessions.table(session_id)
        shown = await play(bot, session_id)
    after = await bot.sessions.table(session_id)
    rounds = [table.game.round_of(table.state) for table in (before, after)]
    assert (len(shown), rounds) == (1, [1, 2])


async def test_a_board_that_costs_no_call_shows_every_turn_at_once(bot):
    session_id = await turn_by_turn(bot)
    assert await play(bot, session_id) == []
    bot.press(await bot.board(session_id))
    for _ in range(2):
        assert [call.by for call in await play(bot, session_id)] == ["token"]


async def test_a_turn_of_many_choices_is_shown_when_it_has_ended_or_lasts(bot):
    await bot.meet(*PEOPLE)
    session_id = (await bot.game(*PEOPLE, game="london")).record.id
    await bot.show(session_id)
    bot.clock.advance(boards.BETWEEN)
    assert len(await play(bot, session_id, times=len(PEOPLE))) == 1
    awaited = (await bot.sessions.table(session_id)).people_asked()
    bot.clock.advance(boards.BETWEEN)
    assert await play(bot, session_id) == []
    assert (await bot.sessions.table(session_id)).people_asked() == awaited
    await later(bot, boards.PLAYED_ON_FOR - boards.BETWEEN - 1)
    assert boards_edited(bot) == []
    await later(bot, 1)
    assert (await bot.board(session_id)).shown == await bot.changes(session_id)


async def test_a_pause_and_its_end_are_shown_at_once(bot):
    session_id = await turn_by_turn(bot)
    assert await play(bot, session_id) == []
    for host_wants in (bot.services.timing.pause, bot.services.timing.resume):
        await host_wants(session_id, ADA)
        bot.wire.calls.clear()
        await bot.show(session_id)
        assert len(boards_edited(bot)) == 1


async def test_the_end_is_shown_at_once(bot):
    session_id = await turn_by_turn(bot)
    assert await play(bot, session_id) == []
    await bot.sessions.abandon(session_id)
    await bot.show(session_id)
    assert len(boards_edited(bot)) == 1


async def test_where_somebody_who_is_asked_has_no_hand_the_board_shows_it_at_once(bot):
    session_id = await turn_by_turn(bot)
    for user_id in PEOPLE:
        person = await bot.store.person(user_id)
        await bot.services.people.save(replace(person, dm_open=False))
        await bot.posts.forget(session_id, "hand", user_id)
    assert len(await play(bot, session_id)) == 1


async def test_a_board_that_waits_is_found_by_the_next_start(bot):
    session_id = await turn_by_turn(bot)
    assert await play(bot, session_id) == []
    await bot.services.notes.write()
    assert session_id in await bot.store.lagging()
