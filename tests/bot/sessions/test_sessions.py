"""Running games: the log is the truth, memory and snapshots are caches of it."""

import asyncio

import pytest
from structlog.testing import capture_logs

from bot.sessions import sessions as module
from bot.sessions.refusals import NotPlaying, Unreadable
from bot.sessions.table.table import Trouble
from bot.store.errors import NotOurs
from bot.store.store import StoreFailed
from engine import games
from engine.text import text
from tests.bot.sessions.house import ADA, BEN, CLEO, dump, person, played, rooms
from tests.bot.store.builders import changed
from tests.bot.store.slow import Slow


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def test_a_fresh_look_reads_the_same_game_from_the_store(hall):
    session_id = await played(hall)
    assert await dump(hall.reopened(), session_id) == await dump(hall.sessions, session_id)


@pytest.mark.parametrize("snapshot", [None, "{}", '{"rules_version": 0}'])
async def test_a_snapshot_that_makes_no_sense_is_replaced_by_replaying_the_log(hall, snapshot):
    session_id = await played(hall)
    expected = await dump(hall.sessions, session_id)
    version = games["guildes"].rules_version
    await changed(
        hall.store, session_id, seen=False, snapshot=snapshot, story="[]", rules_version=version
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


async def test_of_games_that_have_ended_the_latest_alone_stay_in_memory(hall, monkeypatch):
    monkeypatch.setattr(module, "ENDED_IN_MEMORY", 1)
    ids = [(await hall.game(ADA, BEN, CLEO, channel=n)).record.id for n in range(1, 5)]
    for session_id in ids[1:]:
        await hall.sessions.change(session_id, lambda table: table.having(status="abandoned"))
    assert [hall.sessions.in_memory(session_id) is None for session_id in ids] == [
        False,
        True,
        True,
        False,
    ]
    assert (await hall.sessions.table(ids[1])).record.status == "abandoned"
    assert hall.sessions.ended_in_memory() == [ids[1]]
    assert hall.sessions.in_memory(ids[0]) is not None


async def test_a_lobby_has_no_hands_yet(hall):
    session_id = await hall.lobby(ADA)
    table = await hall.sessions.table(session_id)
    with pytest.raises(NotPlaying):
        hall.sessions.seat_at(table, ADA)


async def test_trouble_set_while_a_choice_is_committed_is_not_forgotten(hall, monkeypatch):
    session_id = await played(hall, steps=0)
    commit = hall.store.commit

    async def meanwhile(*args, **kwargs):
        hall.sessions.set_trouble(session_id, Trouble(text("board.locked"), pauses=False))
        return await commit(*args, **kwargs)

    monkeypatch.setattr(hall.store, "commit", meanwhile)
    assert (await hall.choose(session_id, ADA)).trouble is not None


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
    await hall.sessions.board_stands(session_id, 5)
    assert (await hall.sessions.table(session_id)).record.board_message_id == 5
    await hall.sessions.board_stands(session_id, None)
    assert (await hall.sessions.table(session_id)).record.board_message_id is None
    await hall.sessions.board_stands(99, 5)
    assert hall.sessions.in_memory(99) is None


async def test_a_board_that_is_placed_while_something_changes_is_known_afterwards(hall):
    session_id = await played(hall)
    begun, may_go_on = asyncio.Event(), asyncio.Event()

    async def closed(table):
        begun.set()
        await may_go_on.wait()
        return table.having(invited_only=True)

    changing = asyncio.create_task(hall.sessions.change(session_id, closed))
    await begun.wait()
    placing = asyncio.ensure_future(hall.sessions.board_stands(session_id, 5))
    await asyncio.sleep(0)
    may_go_on.set()
    await asyncio.gather(changing, placing)
    assert (await hall.sessions.table(session_id)).record.board_message_id == 5


async def test_nothing_hidden_is_seen_in_a_log(hall):
    session_id = await played(hall)
    table = await hall.sessions.table(session_id)
    moves = await hall.store.moves(session_id)
    seen = f"{table!r} {table.record!r} {moves!r}"
    for hidden in ("seed", "snapshot", "story", "state=", "picks"):
        assert hidden not in seen
    assert moves[0].picks[0] not in seen


async def test_what_was_committed_before_all_was_forgotten_is_read_again(hall, monkeypatch):
    session_id = (await hall.game(ADA, BEN, CLEO)).record.id
    slow, other = Slow(hall.store.commit, done=True), hall.restarted()
    with monkeypatch.context() as taking_long:
        taking_long.setattr(hall.store, "commit", slow)
        choosing = asyncio.create_task(hall.choose(session_id, ADA))
        await slow.begun.wait()
    await other.choose(session_id, BEN)
    hall.sessions.forget_all()
    slow.go_on.set()
    assert (await choosing).record.moves == 1
    assert (await hall.sessions.table(session_id)).record.moves == 2


async def test_what_cannot_be_read_at_all_is_set_apart_and_logged_once(hall):
    session_id = await played(hall)
    await hall.store._write(
        lambda db: (
            db.execute("UPDATE session SET updated_at = 9e999 WHERE id = ?", (session_id,)).rowcount
        )
    )
    sessions = hall.reopened()
    with capture_logs() as logs:
        for _ in range(7):
            with pytest.raises(Unreadable):
                await sessions.table(session_id)
            sessions.forget(session_id)
    assert [line["event"] for line in logs].count("session set apart") == 1


async def test_what_the_store_leaves_to_a_newer_release_is_not_logged_as_set_apart(
    hall, monkeypatch
):
    session_id = await played(hall)
    await hall.store._write(lambda db: db.execute("UPDATE session SET updated_at = 9e999").rowcount)
    older = hall.restarted()

    async def is_anothers(session_id, *_):
        raise NotOurs(session_id)

    monkeypatch.setattr(hall.store, "set_apart", is_anothers)
    with capture_logs() as logs:
        with pytest.raises(NotOurs):
            await older.sessions.table(session_id)
        with pytest.raises(NotOurs):
            await older.examination.examine(session_id)
    assert logs == []


async def test_each_commit_is_published_once_and_what_changes_nothing_is_not(hall):
    session_id, published = await played(hall, steps=0), []
    hall.sessions.follow(published.append)
    for who in (ADA, ADA, BEN, CLEO):  # the second time it is the same choice
        await hall.choose(session_id, who)
    moves = [(one.before.record.moves, one.after.record.moves) for one in published]
    assert moves == [(0, 1), (1, 2), (2, 3)]
    assert [one.settled for one in published] == [False, False, True]


async def test_a_lobby_publishes_who_joins_leaves_and_the_start(hall):
    session_id, published = await hall.lobby(ADA, BEN), []
    hall.sessions.follow(published.append)
    await hall.lobbies.join(session_id, person(CLEO))
    await hall.lobbies.leave(session_id, BEN)
    await hall.lobbies.join(session_id, person(BEN))
    await hall.lobbies.start(session_id, ADA, moderator=False)
    seated = [{seat.user_id for seat in one.after.record.seats} for one in published]
    assert seated == [{ADA, BEN, CLEO}, {ADA, CLEO}, {ADA, BEN, CLEO}, {ADA, BEN, CLEO}]
    assert [one.after.record.status for one in published[2:]] == ["lobby", "playing"]


async def test_a_change_of_which_nobody_knows_whether_it_was_made_is_published(hall, monkeypatch):
    session_id, published = await played(hall, steps=0), []
    hall.sessions.follow(published.append)
    commit = hall.store.commit

    async def unheard(*args):
        await commit(*args)
        raise StoreFailed("the connection was lost")

    monkeypatch.setattr(hall.store, "commit", unheard)
    with pytest.raises(StoreFailed):
        await hall.choose(session_id, ADA)
    assert [(one.session_id, one.after) for one in published] == [(session_id, None)]


async def test_a_step_that_changes_nothing_is_neither_stored_nor_told(hall):
    table, told = await hall.game(ADA, BEN, CLEO), []
    hall.sessions.follow(told.append)
    before, after = await hall.sessions.change(table.record.id, lambda table: table)
    assert after is before
    assert await hall.store.session(table.record.id) == table.record
    assert told == []


async def test_a_change_is_stored_and_told_once_with_the_table_before_and_after(hall):
    table, told = await hall.game(ADA, BEN, CLEO), []
    hall.sessions.follow(told.append)
    before, after = await hall.sessions.change(
        table.record.id, lambda table: table.telling(text("told.takeback_late"))
    )
    assert [(one.before, one.after) for one in told] == [(before, after)]
    assert (await hall.reopened().table(table.record.id)).story == after.story
    assert await hall.store.session(table.record.id) == after.record


async def test_a_change_that_nobody_is_shown_is_told_to_nobody(hall):
    table, told = await hall.game(ADA, BEN, CLEO), []
    hall.sessions.follow(told.append)
    _, after = await hall.sessions.change(
        table.record.id, lambda table: table.having(host_away=True), seen=False
    )
    stored = await hall.store.session(table.record.id)
    assert (stored.host_away, stored.changes) == (True, table.changes)
    assert (after.record, told) == (stored, [])
