"""Taking back where the log or the seats aren't what they were."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing

import pytest

from bot.sessions.play.playing import Playing
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.refusals import (
    CantGoBack,
    ComputerRefuses,
    NoSay,
    NothingToTakeBack,
    NotPlaying,
    NotSeated,
    Revealed,
    Stale,
)
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.log import undecided
from engine import games
from engine.text import Seat, text
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, rooms


def takebacks_of(house, sessions=None):
    locks = Locks()
    sessions = sessions or Sessions(house.store, games, locks)
    playing = Playing(house.store, games, sessions)
    return Takebacks(house.store, sessions, playing)


async def a_card_played(house):
    """A game of La Cité corrompue after its first card; who played it."""
    table = await house.game(ADA, BEN, CLEO, game="corrompue")
    (seat,) = table.game.asked(table.state)
    user_id = table.record.seats[seat].user_id
    return await house.choose(table.record.id, user_id), user_id


async def test_a_log_that_leads_elsewhere_is_not_gone_back_in(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        another = table.view(table.seat_of(user_id)).hand[0].id
        with closing(sqlite3.connect(house.store.path)) as database:
            database.execute("UPDATE move SET picks = ?", (f'["{another}"]',))
            database.commit()
        takebacks = takebacks_of(house)
        (follower,) = undecided(await takebacks.ask(table.record.id, user_id, 1))
        with pytest.raises(CantGoBack):
            await takebacks.agree(table.record.id, follower, 1)
        assert (await house.store.session(table.record.id)).moves == 1


async def test_a_press_about_another_choice_is_stale(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        takebacks = takebacks_of(house)
        for number in (0, 2):
            with pytest.raises(Stale):
                await takebacks.ask(table.record.id, user_id, number)
        with pytest.raises(Stale):
            await takebacks.agree(table.record.id, user_id, 1)


async def test_pressed_twice_at_once_it_is_taken_back_once(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        takebacks = takebacks_of(house)
        (follower,) = undecided(await takebacks.ask(table.record.id, user_id, 1))
        done = await asyncio.gather(
            *(takebacks.agree(table.record.id, follower, 1) for _ in range(2)),
            return_exceptions=True,
        )
        assert isinstance(done[1], Stale)
        assert (await house.store.session(table.record.id)).moves == 2


async def test_in_ones_own_turn_who_is_asked_by_what_he_holds_is_asked_alone(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        (follower,) = table.people_asked()
        takebacks = takebacks_of(house)
        asked = await takebacks.ask(table.record.id, user_id, 1)
        assert undecided(asked) == (table.record.seats[follower].user_id,)
        third = next(each for each in table.people() if each not in (user_id, *undecided(asked)))
        with pytest.raises(NoSay):
            await takebacks.agree(table.record.id, third, 1)
        assert (await house.store.session(table.record.id)).moves == 1
        back = await takebacks.agree(table.record.id, undecided(asked)[0], 1)
        assert back.people_asked() == (table.seat_of(user_id),)
        assert back.record.moves == 2


async def test_a_computer_that_is_asked_by_what_it_holds_refuses(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        (follower,) = table.people_asked()
        await house.holders.leave(table.record.id, table.record.seats[follower].user_id)
        takebacks = takebacks_of(house)
        with pytest.raises(ComputerRefuses):
            await takebacks.ask(table.record.id, user_id, 1)
        assert (await house.store.session(table.record.id)).moves == 1


async def test_whoever_leaves_before_agreeing_leaves_a_computer_that_refuses(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        (follower,) = table.people_asked()
        await takebacks_of(house).ask(table.record.id, user_id, 1)
        leaver = table.record.seats[follower].user_id
        await house.restarted().holders.leave(table.record.id, leaver)
        looked = await takebacks_of(house).look(table.record.id)
        assert looked.story[-1].text == text("told.takeback_refused", player=Seat(follower))
        assert (looked.record.moves, looked.deciding) == (1, False)


async def test_who_has_not_chosen_or_does_not_play_takes_nothing_back(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        takebacks = takebacks_of(house)
        other = next(each for each in table.people() if each != user_id)
        with pytest.raises(NothingToTakeBack):
            await takebacks.ask(table.record.id, other, 1)
        with pytest.raises(NotSeated):
            await takebacks.ask(table.record.id, DORA, 1)


@pytest.mark.parametrize("user_id", [ADA, CLEO])
async def test_what_has_come_out_since_or_by_the_choice_itself_is_not_taken_back(tmp_path, user_id):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        for chooser in (ADA, BEN, CLEO):
            await house.choose(session_id, chooser)
        number = [ADA, BEN, CLEO].index(user_id) + 1
        with pytest.raises(Revealed):
            await takebacks_of(house).ask(session_id, user_id, number)


async def test_who_has_just_taken_back_has_nothing_more_to_take_back(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        takebacks = takebacks_of(house)
        (follower,) = undecided(await takebacks.ask(table.record.id, user_id, 1))
        await takebacks.agree(table.record.id, follower, 1)
        with pytest.raises(NothingToTakeBack):
            await takebacks.ask(table.record.id, user_id, 1)


async def test_what_has_ended_is_not_gone_back_in(tmp_path):
    async with rooms(tmp_path) as house:
        table, user_id = await a_card_played(house)
        await house.store.end(table.record.id)
        for ask in (takebacks_of(house).ask, takebacks_of(house).agree):
            with pytest.raises(NotPlaying):
                await ask(table.record.id, user_id, 1)
