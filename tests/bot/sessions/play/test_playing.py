"""Every choice is checked and committed; memory follows the store."""

import asyncio
from dataclasses import replace

import pytest

from bot.sessions.play.playing import Playing
from bot.sessions.refusals import MoveRefused, NoSuchSession, NotPlaying, NotSeated, Paused, Stale
from bot.sessions.table.table import Trouble
from bot.store.errors import StoreFailed
from engine import games
from engine.text import text
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, played, rooms


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def test_the_same_choice_again_is_no_second_move(hall):
    session_id = await played(hall, steps=0)
    for _ in range(3):
        await hall.choose(session_id, ADA)
    assert len(await hall.store.moves(session_id)) == 1


async def test_the_last_choice_settles_the_step(hall):
    session_id = await played(hall, steps=0)
    step = (await hall.sessions.table(session_id)).prompt(0).step
    tables = [await hall.choose(session_id, who) for who in (ADA, BEN, CLEO)]
    assert [table.prompt(0).step > step for table in tables] == [False, False, True]


async def test_who_may_not_choose_and_when(hall):
    session_id = await played(hall, steps=0)
    table = await hall.sessions.table(session_id)
    prompt = table.prompt(0)
    act = hall.plays.act
    with pytest.raises(NoSuchSession):
        await act(99, ADA, prompt.step, ["artisans"])
    with pytest.raises(NotSeated):
        await act(session_id, DORA, prompt.step, [prompt.options[0].id])
    with pytest.raises(Stale):
        await act(session_id, ADA, prompt.step + 1, [prompt.options[0].id])
    for picks in ([], ["nonsense"], [prompt.options[0].id, prompt.options[1].id]):
        with pytest.raises(MoveRefused):
            await act(session_id, ADA, prompt.step, picks)
    assert await hall.store.moves(session_id) == []
    await hall.sessions.abandon(session_id)
    with pytest.raises(NotPlaying):
        await act(session_id, ADA, prompt.step, [prompt.options[0].id])
    with pytest.raises(NotPlaying):
        await hall.sessions.abandon(session_id)


async def test_a_choice_cut_short_is_found_as_it_was_stored(hall, monkeypatch):
    session_id = await played(hall, steps=0)
    commit, stored = hall.store.commit, asyncio.Event()

    async def never_says_so(*args, **kwargs):
        await commit(*args, **kwargs)
        stored.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(hall.store, "commit", never_says_so)
    choosing = asyncio.create_task(hall.choose(session_id, ADA))
    await stored.wait()
    choosing.cancel()
    await asyncio.wait({choosing})
    monkeypatch.undo()
    table = await hall.sessions.table(session_id)
    assert table.record.moves == 1
    assert table.prompt(0).answered is not None
    await hall.choose(session_id, BEN)
    assert len(await hall.store.moves(session_id)) == 2


async def test_a_failed_commit_leaves_memory_as_the_store_is(hall, monkeypatch):
    session_id = await played(hall, steps=0)

    async def full(*args, **kwargs):
        raise StoreFailed("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(hall.store, "commit", full)
        with pytest.raises(StoreFailed):
            await hall.choose(session_id, ADA)
    table = await hall.sessions.table(session_id)
    assert table.record.moves == 0
    assert table.prompt(0).answered is None


async def test_memory_that_is_behind_the_store_is_read_anew_by_whoever_chooses(hall):
    session_id = await played(hall, steps=0)
    sessions = hall.reopened()
    behind = Playing(hall.store, games, sessions)
    table = await sessions.table(session_id)
    prompt = table.prompt(0)
    await hall.choose(session_id, BEN)
    await behind.act(session_id, ADA, prompt.step, [prompt.options[0].id])
    assert [move.seat for move in await hall.store.moves(session_id)] == [1, 0]


async def test_a_paused_game_takes_no_choice_until_it_has_moved(hall):
    session_id = await played(hall, steps=0)
    hall.sessions.set_trouble(session_id, Trouble(text("board.channel_gone"), pauses=True))
    with pytest.raises(Paused):
        await hall.choose(session_id, ADA)
    hall.sessions.forget(session_id)
    assert (await hall.sessions.table(session_id)).paused
    table = await hall.sessions.move(session_id, channel_id=2)
    assert not table.paused
    assert table.record.channel_id == 2
    await hall.choose(session_id, ADA)


async def test_nobody_is_chosen_for_before_the_deadline_nor_twice(hall):
    table = await hall.game(ADA, BEN, CLEO)
    session_id, prompt = table.record.id, table.prompt(0)
    picks = [prompt.options[0].id]
    with pytest.raises(Stale):
        await hall.plays.act_late(session_id, 0, prompt.step, picks)
    known = table.turn(0)
    assert await hall.timing.looked(session_id, known, replace(known, due_at=0.0))
    assert not await hall.timing.looked(session_id, known, replace(known, reminded=1))
    table = await hall.plays.act_late(session_id, 0, prompt.step, picks)
    assert (table.turn(0).missed, table.turn(0).step) == (1, None)
    assert table.turn(1).missed == 0
    with pytest.raises(Stale):
        await hall.plays.act_late(session_id, 0, prompt.step, picks)
    again = await hall.reopened().table(session_id)
    assert again.record.turns == table.record.turns


async def test_a_computer_does_not_choose_for_whoever_is_back(hall):
    table = await hall.game(ADA, BEN, CLEO)
    prompt = table.prompt(0)
    with pytest.raises(Stale):
        await hall.plays.act_as_computer(table.record.id, 0, prompt.step, [prompt.options[0].id])
