"""Sessions that ended long ago: all that belongs to them goes, but how they ended."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.store.records.people import Attendance
from bot.store.records.sessions import Outcome
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.store.tables.people import OF_SESSION
from tests.bot.store.builders import board, commit, lobby, started
from tests.bot.store.test_results import ADA_WINS, OWN, game, play

STAYS = {"result", "standing"}


async def test_every_table_of_sessions_is_purged_or_stays_on_purpose(path: Path) -> None:
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path)) as database:
        tables = {
            table
            for (table,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
            if any(
                row[1] == "session_id" for row in database.execute(f"PRAGMA table_info({table})")
            )
        }
    assert tables == {*OF_SESSION, *STAYS}


async def test_what_ended_before_is_purged_with_all_that_belongs_to_it(store: Store) -> None:
    old = await game(store)
    await store.save_post(old.id, board(0))
    await store.save_attendance(old.id, Attendance(100))
    await play(store, old, OWN, ADA_WINS)
    stood = await store.standings(3)
    assert await store.expired(old.updated_at, 10) == []
    ended_at = (await store.session(old.id)).updated_at
    assert await store.expired(ended_at + 1, 10) == [old.id]
    await store.purge([old.id])
    assert await store.session(old.id) is None
    assert await store.moves(old.id) == await store.posts(old.id) == []
    assert await store.attendances(old.id) == []
    assert await store.standings(3) == stood


async def test_lobbies_that_were_closed_go_and_those_that_are_open_stay(store: Store) -> None:
    closed, running = await lobby(store), await started(store, channel_id=8)
    await store.end(closed.id)
    opened = await lobby(store)
    assert await store.expired(float("inf"), 10) == [closed.id]
    await store.purge([closed.id])
    assert [await store.session(each.id) for each in (opened, running)] == [opened, running]


async def test_a_game_that_is_still_to_be_counted_stays_until_it_is(store: Store) -> None:
    old = await game(store)
    await play(store, old, OWN, ADA_WINS)
    await store._write(lambda db: db.execute("DELETE FROM standing"))
    await store._write(lambda db: db.execute("UPDATE result SET counted = FALSE"))
    assert await store.expired(float("inf"), 10) == []
    await store.count(old.id, ADA_WINS)
    assert await store.expired(float("inf"), 10) == [old.id]


async def test_the_number_of_a_purged_session_is_never_given_again(store: Store) -> None:
    old = await lobby(store)
    await store.end(old.id)
    await store.purge([old.id])
    assert (await lobby(store)).id > old.id


async def test_the_oldest_go_first_and_so_many_at_once(store: Store) -> None:
    ids = []
    for channel_id in range(3):
        opened = await lobby(store, channel_id=channel_id + 20)
        await store.end(opened.id)
        ids.append(opened.id)
    assert await store.expired(float("inf"), 2) == ids[:2]


async def test_awards_go_with_the_game(store: Store) -> None:
    old = await game(store)
    await play(store, old, OWN, Outcome(ADA_WINS.places, ADA_WINS.scores, awards='["award"]'))
    await store.purge([old.id])
    rows = await store._read(lambda db: [row[0] for row in db.execute("SELECT awards FROM result")])
    assert rows == ["[]"]


async def test_an_ended_game_of_a_damaged_log_is_purged_as_well(store: Store) -> None:
    old = await started(store)
    await commit(store, old.id, 1)
    await store.end(old.id)
    await store._write(lambda db: db.execute("UPDATE move SET picks = 'no list'"))
    await store.purge(await store.expired(float("inf"), 10))
    assert await store.session(old.id) is None
