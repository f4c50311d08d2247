"""Games to choose from: those that run, those that have ended."""

from __future__ import annotations

from pathlib import Path

from bot.store.records.play import OpenHands
from bot.store.records.sessions import PastGame
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store.builders import changed, commit, started

ADAS, GUILD, ELSEWHERE = 100, 3, 4


async def over(store: Store, channel_id: int) -> int:
    session = await started(store, channel_id)
    await commit(store, session.id, 1, status="over")
    return session.id


async def test_ended_games_are_those_of_the_server_and_ones_own_the_latest_first(
    path: Path,
) -> None:
    now = 1000.0
    store = await SqliteStore.open(path, clock=lambda: now)
    first = await over(store, 7)
    now = 2000.0
    second = await over(store, 8)
    await started(store, 9)

    def game(number: int, channel: int, ended_at: float, *, own: bool) -> PastGame:
        names = ("Ada", "Blaise", "Tin")
        return PastGame(number, "guildes", GUILD, channel, ended_at, own, names)

    mine = [game(second, 8, 2000.0, own=True), game(first, 7, 1000.0, own=True)]
    theirs = [game(second, 8, 2000.0, own=False), game(first, 7, 1000.0, own=False)]
    assert await store.ended_for(ADAS, None, 10) == mine
    assert await store.ended_for(ADAS, ELSEWHERE, 10) == mine
    assert await store.ended_for(555, GUILD, 10) == theirs
    assert await store.ended_for(555, GUILD, 1) == theirs[:1]
    assert await store.ended_for(555, ELSEWHERE, 10) == []
    assert await store.ended_for(555, None, 10) == []
    await store.close()


async def test_running_games_are_listed_the_liveliest_first(path: Path) -> None:
    now = 1000.0
    store = await SqliteStore.open(path, clock=lambda: now)
    quiet, lively = await started(store, 7), await started(store, 8)
    await over(store, 9)
    apart = await started(store, 10)
    await store.set_apart(apart.id, "its rows are damaged")
    now = 2000.0
    await commit(store, lively.id, 1)
    assert await store.running_in(GUILD, 10) == [lively.id, quiet.id]
    assert await store.running_in(GUILD, 1) == [lively.id]
    assert await store.running_in(ELSEWHERE, 10) == []
    await store.close()


async def test_either_store_finds_games_to_choose_from(store: Store) -> None:
    first, second, running = await over(store, 7), await over(store, 8), await started(store, 9)
    assert {one.id for one in await store.ended_for(ADAS, None, 10)} == {first, second}
    assert {one.own for one in await store.ended_for(555, GUILD, 10)} == {False}
    assert await store.ended_for(555, None, 10) == []
    assert await store.running_in(GUILD, 10) == [running.id]


async def test_whether_hands_are_open_is_kept_and_makes_messages_lag(store: Store) -> None:
    session_id = await over(store, 7)
    before = await store.session(session_id)
    assert before is not None
    assert before.open_hands is None
    for hands in (OpenHands("asked", (0, 2)), OpenHands("open")):
        await changed(store, session_id, open_hands=hands)
        after = await store.session(session_id)
        assert after is not None
        assert after.open_hands == hands
    assert after.changes == before.changes + 2
    assert after.updated_at == before.updated_at


async def test_the_last_game_of_a_channel_is_found_for_a_while_after_its_end(path: Path) -> None:
    now = 1000.0
    store = await SqliteStore.open(path, clock=lambda: now)
    await over(store, 7)
    elsewhere = await over(store, 8)
    now = 1100.0
    last = await over(store, 7)
    assert await store.over_in(GUILD, 7, within=60.0) == last
    now = 1159.0
    assert await store.over_in(GUILD, 7, within=60.0) == last
    assert await store.over_in(GUILD, 8, within=160.0) == elsewhere
    assert await store.over_in(ELSEWHERE, 7, within=60.0) is None
    now = 1160.0
    assert await store.over_in(GUILD, 7, within=60.0) is None
    await started(store, 9)
    assert await store.over_in(GUILD, 9, within=60.0) is None
    await store.close()
