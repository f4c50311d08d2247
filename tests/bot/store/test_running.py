"""Running games and their moves."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from bot.store.records.play import Invitation, Move, Retractable
from bot.store.sqlite.store import SqliteStore
from bot.store.store import ChannelTaken, Overtaken, Store
from tests.bot.store.builders import changed, commit, committed, lobby, started

INVITED = (Invitation(102, "Cleo", kept=True), Invitation(103, "Denis", kept=False))


async def test_a_move_is_logged_with_what_came_of_it(path: Path) -> None:
    ticks = count(100.0)
    store = await SqliteStore.open(path, clock=lambda: next(ticks))
    game = await started(store)
    after = await committed(
        store,
        game.id,
        Move(1, 1, ("artisans", "nobles")),
        snapshot="after",
        story='["told"]',
        computers_due=True,
    )
    assert after == replace(
        game,
        moves=1,
        changes=game.changes + 1,
        snapshot="after",
        story='["told"]',
        computers_due=True,
        updated_at=102.0,
    )
    end = {"snapshot": None, "story": "[]", "status": "over", "computers_due": False}
    ended = await committed(store, game.id, Move(2, 0, ()), **end)
    assert (ended.moves, ended.status, ended.rules_version) == (2, "over", 1)
    assert await store.moves(game.id) == [Move(1, 1, ("artisans", "nobles")), Move(2, 0, ())]
    await store.close()


@pytest.mark.parametrize("number", [1, 3])
async def test_a_move_which_is_not_the_next_one_changes_nothing(store: Store, number: int) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    with pytest.raises(Overtaken):
        await commit(store, game.id, number)
    assert await store.session(game.id) == before
    assert [move.number for move in await store.moves(game.id)] == [1]


async def test_of_two_commits_of_the_same_number_one_is_refused(store: Store) -> None:
    game = await started(store)
    results = await asyncio.gather(
        *(commit(store, game.id, 1) for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(result, Overtaken) for result in results) == 4
    assert len(await store.moves(game.id)) == 1


async def test_no_move_is_logged_in_a_lobby_or_after_the_end(store: Store) -> None:
    opened = await lobby(store)
    with pytest.raises(Overtaken):
        await commit(store, opened.id, 1)
    await store.end(opened.id)
    game = await started(store)
    await commit(store, game.id, 1, status="over")
    with pytest.raises(Overtaken):
        await commit(store, game.id, 2)
    assert len(await store.moves(game.id)) == 1


@pytest.mark.parametrize("turns", range(6))
async def test_a_cancelled_caller_leaves_the_move_whole_or_unmade(store: Store, turns: int) -> None:
    game = await started(store)
    after = replace(game, moves=1, snapshot="state 1")
    caller = asyncio.ensure_future(store.commit(game, after, Move(1, 1, ("card:1",))))
    for _ in range(turns):
        await asyncio.sleep(0)
    made = caller.done()
    caller.cancel()
    with suppress(asyncio.CancelledError):
        await caller
    found = await store.session(game.id)
    assert found is not None
    assert found.snapshot == f"state {found.moves}"
    assert len(await store.moves(game.id)) == found.moves >= made


@pytest.mark.parametrize("kind", ["commit", "create"])
async def test_of_two_changes_at_once_the_second_finds_what_the_first_has_done(
    store: Store, kind: str
) -> None:
    if kind == "commit":
        game = await started(store)
        both = [commit(store, game.id, 1), commit(store, game.id, 1)]
    else:
        both = [lobby(store, 7), lobby(store, 7)]
    results = await asyncio.gather(*both, return_exceptions=True)
    (refused,) = [result for result in results if isinstance(result, BaseException)]
    assert isinstance(refused, Overtaken if kind == "commit" else ChannelTaken)


async def test_a_snapshot_is_replaced_without_touching_the_log(store: Store) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    await changed(store, game.id, seen=False, snapshot="anew", story="[]", rules_version=9)
    assert await store.session(game.id) == replace(
        before, snapshot="anew", story="[]", rules_version=9
    )


async def test_a_snapshot_whose_row_is_lost_is_made_anew(store: Store) -> None:
    game = await started(store)
    before = await commit(store, game.id, 1)
    await store._write(lambda db: db.execute("DELETE FROM snapshot"))
    await changed(store, game.id, seen=False, snapshot="anew", story="[]", rules_version=9)
    assert await store.session(game.id) == replace(
        before, snapshot="anew", story="[]", rules_version=9
    )


async def test_an_ended_session_stays_as_it_ended(store: Store) -> None:
    game = await started(store, computers_due=True)
    over = await commit(store, game.id, 1, status="over")
    await store.end(game.id)
    assert await store.session(game.id) == over
    other = await started(store, channel_id=8, computers_due=True)
    await store.end(other.id)
    ended = await store.session(other.id)
    assert ended is not None
    assert (ended.status, ended.computers_due) == ("abandoned", False)


async def test_every_transaction_is_timed_and_whether_it_was_made(path: Path) -> None:
    told: list[bool] = []

    def committed(seconds: float, *, done: bool) -> None:
        assert 0 <= seconds < 60
        told.append(done)

    store = await SqliteStore.open(path, committed=committed)
    game = await started(store)
    await store.session(game.id)
    assert told == [True, True]
    with pytest.raises(Overtaken):
        await commit(store, game.id, 2)
    assert told == [True, True, False]
    await store.close()


@pytest.mark.parametrize(("given", "after"), [(None, (Retractable(0, 1),)), ((), ())])
async def test_choices_that_can_be_taken_back_stay_unless_others_are_given(
    store: Store, given: tuple[Retractable, ...] | None, after: tuple[Retractable, ...]
) -> None:
    game = await started(store)
    first = await committed(
        store, game.id, Move(1, 0, ("card:1",)), snapshot="1", retractable=(Retractable(0, 1),)
    )
    retractable = first.retractable if given is None else given
    second = Move(2, 1, ("card:2",))
    last = await committed(store, game.id, second, snapshot="2", retractable=retractable)
    assert last.retractable == after
