"""Sessions from the lobby to the end, and their moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.store.records.people import Person
from bot.store.records.play import Invitation, Move
from bot.store.records.sessions import Session
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Overtaken, Store, StoreFailed, UnknownSession
from bot.store.tables import finding
from tests.bot.store.builders import (
    BLAISE,
    SEATS,
    begun,
    board,
    changed,
    commit,
    lobby,
    new_lobby,
    started,
)

INVITED = (Invitation(102, "Cleo", kept=True), Invitation(103, "Denis", kept=False))


async def test_an_unknown_session_is_none_and_cannot_be_changed(store: Store) -> None:
    assert await store.session(5) is None
    assert await store.moves(5) == []
    assert await store.posts(5) == []
    unknown = begun(new_lobby(id=5))
    with pytest.raises(Overtaken):
        await store.commit(unknown, unknown, Move(1, 0, ("card:1",)))
    with pytest.raises(UnknownSession):
        await store.end(5)
    with pytest.raises(StoreFailed):
        await store.save_post(5, board(0))
    assert await store.posts(5) == []


async def test_every_change_of_a_session_is_counted(store: Store) -> None:
    opened = await lobby(store)
    counted = [opened.changes]

    def count_in(record: Session | None) -> None:
        assert record is not None
        counted.append(record.changes)

    seated = await changed(store, opened.id, options="{}", seats=SEATS)
    count_in(seated)
    count_in(await store.change(seated, begun(seated)))
    count_in(await commit(store, opened.id, 1))
    count_in(await changed(store, opened.id, channel_id=9))
    await store.end(opened.id)
    count_in(await store.session(opened.id))
    assert counted == [1, 2, 3, 4, 5, 6]
    await store.end(opened.id)
    count_in(await store.session(opened.id))
    assert counted[-1] == 6


async def test_somebodys_sessions_come_newest_first(store: Store) -> None:
    over = await started(store, channel_id=1)
    over = await commit(store, over.id, 1, status="over")
    first = await lobby(store, channel_id=2)
    await lobby(store, channel_id=3, host=replace(BLAISE, seat=0))
    last = await started(store, channel_id=4)
    assert await store.sessions_of(100) == [last, first]
    assert await store.sessions_of(100, live_only=False) == [last, first, over]
    assert await store.sessions_of(999) == []


async def test_a_person_is_kept_and_replaced(store: Store) -> None:
    assert await store.person(100) is None
    ada = Person(100, "Ada", "fr", None, dm_open=False)
    await store.save_person(ada)
    assert await store.person(100) == ada
    assert ada.tell == "away"
    opened = replace(ada, dm_channel_id=2**62, dm_open=True, tell="never", in_words=True)
    await store.save_person(opened)
    assert await store.person(100) == opened


async def test_everything_is_there_after_closing_and_opening(path: Path) -> None:
    store = await SqliteStore.open(path)
    game = await started(store)
    game = await commit(store, game.id, 1)
    await store.close()
    again = await SqliteStore.open(path)
    assert await again.session(game.id) == game
    assert await again.moves(game.id) == [Move(1, 1, ("card:1",))]
    await again.close()


async def test_sessions_are_counted_by_game_and_status(store: Store) -> None:
    assert await store.counts() == {}
    await started(store)
    await lobby(store, 8)
    apart = await lobby(store, 9)
    await store.set_apart(apart.id, "its rows are damaged")
    assert await store.counts() == {
        ("guildes", "playing"): 1,
        ("guildes", "lobby"): 1,
        ("guildes", "apart"): 1,
    }


async def test_of_many_sessions_each_is_known_by_its_server(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finding, "_AT_ONCE", 2)
    opened = [await lobby(store, channel) for channel in (7, 8, 9, 10, 11)]
    ids = [session.id for session in opened]
    assert await store.servers_of([*ids, 999]) == dict.fromkeys(ids, 3)
    assert await store.servers_of([]) == {}
