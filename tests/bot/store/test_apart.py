"""Sessions that are set apart and taken up again, and which logs are to be examined."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bot.store.records.play import Begun, Move, Pause, Takeback, Turn
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store.builders import BEGUN, MARK, changed, commit, committed, lobby, started

GONE = "no game of its name"
OWED = Turn(0, step=5, asked_at=100.0, due_at=500.0, look_at=200.0, reminded=1)
DONE = Turn(1)


async def test_a_session_that_was_set_apart_makes_room_and_comes_back_when_there_is(
    store: Store,
) -> None:
    here, elsewhere = [(await started(store, channel)).id for channel in (1, 2)]
    for session_id in (here, elsewhere):
        await store.set_apart(session_id, GONE)
    assert await store.live_session_in(1) is None
    later = await lobby(store, 2)
    assert await store.take_up(here, 0.0)
    assert not await store.take_up(elsewhere, 0.0)
    found = await store.live_session_in(1)
    assert found is not None
    assert found.id == here
    assert await store.live_session_in(2) == later
    await store.end(later.id)
    assert await store.take_up(elsewhere, 0.0)


async def test_of_two_sessions_of_one_channel_the_first_to_be_taken_up_has_it(store: Store) -> None:
    ids = []
    for _ in range(2):
        ids.append((await lobby(store)).id)
        await store.set_apart(ids[-1], GONE)
    assert [await store.take_up(session_id, 0.0) for session_id in ids] == [True, False]
    assert [outline.id for outline in await store.apart()] == [ids[1]]


async def test_setting_apart_and_taking_up_are_changes_to_be_shown(store: Store) -> None:
    game = await started(store)
    for reason, changes in ((GONE, 1), (GONE, 1), ("its log can't be read", 2)):
        await store.set_apart(game.id, reason)
        outline = await store.outline(game.id)
        assert outline is not None
        assert (outline.set_apart, outline.changes) == (reason, game.changes + changes)
    await store.take_up(game.id, 0.0)
    assert await store.session(game.id) == replace(game, changes=game.changes + 3)


async def test_what_has_ended_comes_back_without_anything_to_be_shown(store: Store) -> None:
    game = await started(store)
    over = await commit(store, game.id, 1, status="over")
    await store.set_apart(game.id, GONE)
    await store.take_up(game.id, 0.0)
    assert await store.session(game.id) == over


async def test_deadlines_stand_still_while_a_game_is_set_apart(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, turns=(OWED, DONE))
    await store.set_apart(game.id, GONE, MARK, 1_000.0)
    await store.set_apart(game.id, "its log can't be read", MARK, 1_200.0)
    assert await store.due_turns(1_500.0) == []
    await store.take_up(game.id, 1_500.0)
    back = await store.session(game.id)
    assert back is not None
    later = replace(OWED, asked_at=600.0, due_at=1_000.0, look_at=700.0)
    assert back.turns == (later, DONE)


async def test_a_pause_isnt_used_up_while_a_game_is_set_apart(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, pause=Pause(at=900.0, by_host=True))
    await store.set_apart(game.id, GONE, MARK, 1_000.0)
    await store.take_up(game.id, 1_500.0)
    back = await store.session(game.id)
    assert back is not None
    assert back.pause == Pause(at=1_400.0, by_host=True)


async def test_no_host_is_away_for_the_time_in_which_a_game_is_set_apart(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, host_seen=900.0)
    await store.set_apart(game.id, GONE, MARK, 1_000.0)
    await store.take_up(game.id, 1_500.0)
    back = await store.session(game.id)
    assert back is not None
    assert back.host_seen == 1_400.0


async def test_what_is_asked_to_be_taken_back_waits_while_a_game_is_set_apart(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, takeback=Takeback(0, 1, due_at=1_100.0))
    await store.set_apart(game.id, GONE, MARK, 1_000.0)
    await store.take_up(game.id, 1_500.0)
    back = await store.session(game.id)
    assert back is not None
    assert back.takeback == Takeback(0, 1, due_at=1_600.0)


async def test_running_games_and_whatever_is_set_apart_are_found_with_their_marks(
    store: Store,
) -> None:
    running, over, waiting, apart = [(await started(store, n)).id for n in (1, 2, 3, 4)]
    opened = (await lobby(store, 5)).id
    await commit(store, over, 1, status="over")
    await store.set_apart(apart, GONE, "")
    await store.examined(waiting, "0.1.0 2 box", "box")
    found = [(running, MARK), (waiting, "0.1.0 2 box"), (apart, "")]
    assert await store.examinations() == [(one, "guildes", mark) for one, mark in found]
    await store.set_apart(opened, GONE, MARK)
    assert (await store.examinations())[-1] == (opened, "guildes", MARK)


async def test_what_a_game_was_begun_with_stays(path: Path) -> None:
    store = await SqliteStore.open(path)
    game = await started(store)
    await store.examined(game.id, "0.2.0 2 box", "another box")
    await store.close()
    store = await SqliteStore.open(path)
    assert game.begun == BEGUN == Begun("0.1.0", 1, "box")
    again = await store.session(game.id)
    outline = await store.outline(game.id)
    assert again is not None
    assert outline is not None
    assert again.begun == outline.begun == BEGUN
    await store.close()


async def test_digests_stand_beside_the_moves(store: Store) -> None:
    game = await started(store)
    logged = [Move(1, 0, ("artisans",)), Move(2, 1, ("nobles",), digest="1:0123456789abcdef")]
    for move in logged:
        await committed(store, game.id, move)
    assert await store.moves(game.id) == logged
