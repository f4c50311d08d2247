"""Running games: the log is the truth, memory and snapshots are caches of it."""

import asyncio
from dataclasses import replace

import pytest

from bot.sessions import sessions as module
from bot.sessions.refusals import (
    MoveRefused,
    NoSuchSession,
    NotPlaying,
    NotSeated,
    Paused,
    Stale,
)
from bot.sessions.table import Trouble
from bot.store.errors import StoreFailed
from engine import games
from engine.text import text
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, person, rooms


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def dump(sessions, session_id):
    table = await sessions.table(session_id)
    return table.game.dump(table.state)


async def played(hall, steps=2):
    """A game in which everybody has chosen a few times."""
    table = await hall.game(ADA, BEN, CLEO)
    for _ in range(steps):
        for user_id in (ADA, BEN, CLEO):
            await hall.choose(table.record.id, user_id)
    return table.record.id


async def test_a_fresh_look_reads_the_same_game_from_the_store(hall):
    session_id = await played(hall)
    assert await dump(hall.reopened(), session_id) == await dump(hall.sessions, session_id)


@pytest.mark.parametrize("snapshot", [None, "{}", '{"rules_version": 0}'])
async def test_a_snapshot_that_makes_no_sense_is_replaced_by_replaying_the_log(hall, snapshot):
    session_id = await played(hall)
    expected = await dump(hall.sessions, session_id)
    version = games["guildes"].rules_version
    await hall.store.replace_snapshot(
        session_id, snapshot=snapshot, story="[]", rules_version=version
    )
    assert await dump(hall.reopened(), session_id) == expected
    assert (await hall.store.session(session_id)).snapshot == expected


async def test_sessions_beyond_the_latest_are_read_again_when_needed(hall, monkeypatch):
    monkeypatch.setattr(module, "KEPT_IN_MEMORY", 2)
    ids = [(await hall.game(ADA, BEN, CLEO, channel=n)).record.id for n in range(1, 5)]
    for session_id in ids:
        await hall.choose(session_id, ADA)
    assert [hall.sessions.in_memory(session_id) is None for session_id in ids] == [
        True,
        True,
        False,
        False,
    ]
    assert (await hall.sessions.table(ids[0])).record.moves == 1


async def test_the_same_choice_again_is_no_second_move(hall):
    session_id = await played(hall, steps=0)
    for _ in range(3):
        acted = await hall.choose(session_id, ADA)
    assert not acted.settled
    assert len(await hall.store.moves(session_id)) == 1


async def test_the_last_choice_settles_the_step(hall):
    session_id = await played(hall, steps=0)
    settled = [(await hall.choose(session_id, who)).settled for who in (ADA, BEN, CLEO)]
    assert settled == [False, False, True]


async def test_who_may_not_choose_and_when(hall):
    session_id = await played(hall, steps=0)
    table = await hall.sessions.table(session_id)
    prompt = table.prompt(0)
    act = hall.sessions.act
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


async def test_a_lobby_has_no_hands_yet(hall):
    session_id = await hall.lobby(ADA)
    table = await hall.sessions.table(session_id)
    with pytest.raises(NotPlaying):
        hall.sessions.seat_at(table, ADA)


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


async def test_memory_that_is_behind_the_store_is_stale_once_and_then_right(hall):
    session_id = await played(hall, steps=0)
    behind = hall.reopened()
    table = await behind.table(session_id)
    prompt = table.prompt(0)
    await hall.choose(session_id, BEN)
    with pytest.raises(Stale):
        await behind.act(session_id, ADA, prompt.step, [prompt.options[0].id])
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


async def test_trouble_set_while_a_choice_is_committed_is_not_forgotten(hall, monkeypatch):
    session_id = await played(hall, steps=0)
    commit = hall.store.commit

    async def meanwhile(*args, **kwargs):
        hall.sessions.set_trouble(session_id, Trouble(text("board.locked"), pauses=False))
        return await commit(*args, **kwargs)

    monkeypatch.setattr(hall.store, "commit", meanwhile)
    assert (await hall.choose(session_id, ADA)).table.trouble is not None


async def test_memory_counts_the_changes_that_the_store_counts(hall):
    session_id = await hall.lobby(ADA, BEN)
    await hall.lobbies.join(session_id, person(CLEO))
    await agree(hall, session_id)
    await hall.lobbies.start(session_id, ADA, moderator=False)
    await agree(hall, session_id)
    before = (await hall.sessions.table(session_id)).changes
    for user_id in (ADA, BEN, BEN):
        await hall.choose(session_id, user_id)
    assert (await hall.sessions.table(session_id)).changes == before + 2
    await agree(hall, session_id)
    await hall.sessions.move(session_id, channel_id=2)
    await agree(hall, session_id)
    await hall.sessions.abandon(session_id)
    await agree(hall, session_id)


async def agree(hall, session_id):
    """Hold what memory knows of a session against the store."""
    assert (await hall.sessions.table(session_id)).record == await hall.store.session(session_id)


async def test_links_lead_to_the_board_where_it_stands(hall):
    session_id = await played(hall)
    hall.sessions.board_stands(session_id, 5)
    assert (await hall.sessions.table(session_id)).record.board_message_id == 5
    hall.sessions.board_stands(session_id, None)
    assert (await hall.sessions.table(session_id)).record.board_message_id is None
    hall.sessions.board_stands(99, 5)
    assert hall.sessions.in_memory(99) is None


async def test_nothing_hidden_is_seen_in_a_log(hall):
    session_id = await played(hall)
    table = await hall.sessions.table(session_id)
    moves = await hall.store.moves(session_id)
    seen = f"{table!r} {table.record!r} {moves!r}"
    for hidden in ("seed", "snapshot", "story", "state=", "picks"):
        assert hidden not in seen
    assert moves[0].picks[0] not in seen


async def test_nobody_is_chosen_for_before_the_deadline_nor_twice(hall):
    table = await hall.game(ADA, BEN, CLEO)
    session_id, prompt = table.record.id, table.prompt(0)
    picks = [prompt.options[0].id]
    with pytest.raises(Stale):
        await hall.sessions.act_late(session_id, 0, prompt.step, picks)
    late = replace(table.turn(0), due_at=0.0)
    assert await hall.sessions.looked(session_id, late)
    acted = await hall.sessions.act_late(session_id, 0, prompt.step, picks)
    assert (acted.table.turn(0).missed, acted.table.turn(0).step) == (1, None)
    assert acted.table.turn(1).missed == 0
    with pytest.raises(Stale):
        await hall.sessions.act_late(session_id, 0, prompt.step, picks)
    again = await hall.reopened().table(session_id)
    assert again.record.turns == acted.table.record.turns


async def test_a_computer_does_not_choose_for_whoever_is_back(hall):
    table = await hall.game(ADA, BEN, CLEO)
    prompt = table.prompt(0)
    with pytest.raises(Stale):
        await hall.sessions.act_as_computer(table.record.id, 0, prompt.step, [prompt.options[0].id])
