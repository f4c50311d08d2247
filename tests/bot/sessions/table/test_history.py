"""What was told since the game began, as its log gives it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest

from bot.sessions.play.playing import Playing
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.log import history, undecided
from bot.testing.playing import act_for
from engine import games
from engine.parts.rng import Rng
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, person, rooms


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def played(hall, game, moves):
    """A table after so many choices, and what each of them told."""
    table, rng = await hall.game(ADA, BEN, CLEO, game=game), Rng(3)
    told = [table.game.opening(table.state)]
    for _ in range(moves):
        seat = rng.choice(table.game.asked(table.state))
        picks = table.game.decode(
            table.state, seat, rng.choice(table.game.moves(table.state, seat))
        )
        told.append(table.game.play(table.state, seat, picks, detailed=True)[1])
        step = table.prompt(seat).step
        table = await act_for(hall.plays, table.record.id, seat, step, picks)
    return table, told


def comers(happened):
    """With which entries somebody is said to choose from there on."""
    said = [[event.text.key for event in one.told] for one in happened]
    return [number for number, keys in enumerate(said) if "history.comes" in keys]


@pytest.mark.parametrize("game", list(games))
async def test_it_is_all_that_every_choice_has_told_in_order(hall, game):
    table, told = await played(hall, game, 45)
    happened = await history(hall.store, table)
    assert [one.told for one in happened] == [tuple(events) for events in told]
    moves = await hall.store.moves(table.record.id)
    assert [one.seat for one in happened] == [None, *(move.seat for move in moves)]
    rounds = [one.round for one in happened]
    assert rounds == sorted(rounds)
    assert rounds[0] == 1


async def test_a_seat_hears_what_it_was_told_alone_and_nobody_else_does(hall):
    table, told = await played(hall, "guildes", 30)
    happened = await history(hall.store, table)
    for viewer in (None, 0, 1, 2):
        heard = [event for one in happened for event in one.heard_by(viewer)]
        assert heard == [e for events in told for e in events if e.seat in (None, viewer)]
    assert any(event.seat == 1 for one in happened for event in one.heard_by(1))


async def chosen(hall, session_id, seat):
    """The table once this seat has chosen, and all before it who had to."""
    table = await hall.sessions.table(session_id)
    while True:
        asked = table.game.asked(table.state)
        at = seat if seat in asked else asked[0]
        picks = table.game.decode(table.state, at, table.game.moves(table.state, at)[0])
        table = await act_for(hall.plays, session_id, at, table.prompt(at).step, picks)
        if at == seat:
            return table


async def test_it_tells_from_where_on_a_newcomer_chooses(hall):
    table, _ = await played(hall, "guildes", 9)
    session_id = table.record.id
    await chosen(hall, session_id, 1)
    await hall.holders.leave(session_id, BEN)
    table = await chosen(hall, session_id, 1)
    assert comers(await history(hall.store, table)) == [table.record.moves]
    await hall.holders.take_over(session_id, 1, person(DORA))
    table = await hall.sessions.table(session_id)
    assert comers(await history(hall.store, table)) == []
    table = await chosen(hall, session_id, 1)
    assert comers(await history(hall.store, table)) == [table.record.moves]
    await chosen(hall, session_id, 0)
    table = await chosen(hall, session_id, 1)
    assert len(comers(await history(hall.store, table))) == 1


async def test_what_was_taken_back_is_left_out(hall):
    table = await hall.game(ADA, BEN, CLEO, game="corrompue")
    (seat,) = table.game.asked(table.state)
    user_id = table.record.seats[seat].user_id
    locks = Locks()
    sessions = Sessions(hall.store, games, locks)
    plays = Playing(hall.store, games, sessions)
    takebacks = Takebacks(hall.store, sessions, plays)
    prompt = table.prompt(seat)
    first, other = prompt.options[0].id, prompt.options[-1].id
    await plays.act(table.record.id, user_id, prompt.step, [first])
    taken = (await history(hall.store, await sessions.table(table.record.id)))[-1].told
    back = await takebacks.ask(table.record.id, user_id, 1)
    for voter in undecided(back):
        back = await takebacks.agree(table.record.id, voter, 1)
    now = await history(hall.store, back)
    assert [[event.text.key for event in one.told] for one in now[1:]] == [["told.takes_back"]]
    again = await plays.act(table.record.id, user_id, back.prompt(seat).step, [other])
    last = await history(hall.store, again)
    assert last[:-1] == now
    assert last[-1].told != taken


async def test_a_log_that_leads_elsewhere_tells_nothing(hall):
    table, _ = await played(hall, "corrompue", 3)
    with closing(sqlite3.connect(hall.store.path)) as database:
        database.execute("UPDATE session SET seed = '12345'")
        database.commit()
    elsewhere = await Sessions(hall.store, games, Locks()).table(table.record.id)
    assert await history(hall.store, elsewhere) is None


async def test_choices_made_while_it_is_read_are_left_to_the_next_look(hall):
    table, told = await played(hall, "guildes", 10)
    later = (await hall.play(table.record.id, 5)).record.moves
    assert later == 15
    assert len(await history(hall.store, table)) == len(told)


async def test_what_sums_a_turn_up_is_left_to_the_news(hall):
    table, told = await played(hall, "london", 45)
    assert any(event.by is not None for events in told for event in events)
    happened = await history(hall.store, table)
    for viewer in (None, 0, 1):
        assert all(event.by is None for one in happened for event in one.heard_by(viewer))
