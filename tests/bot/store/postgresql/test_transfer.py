"""Games that were kept in a file go on in a PostgreSQL database."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.sessions.play.playing import Playing
from bot.sessions.sessions import Locks, Sessions
from bot.store.postgresql.store import PostgresStore, transfer
from bot.store.sqlite.store import SqliteStore
from bot.store.store import StoreUnusable
from bot.testing.playing import act_for, random_picks
from engine import games
from tests.bot.store import released
from tests.bot.store.builders import lobby, started
from tests.postgresql import emptied


async def test_games_of_a_file_are_played_to_their_end_in_postgresql() -> None:
    dsn = await emptied()
    assert await transfer(released.files()[4], dsn) == len(released.GAMES) + 2
    store, locks = await PostgresStore.open(dsn), Locks()
    sessions = Sessions(store, games, locks)
    playing = Playing(store, games, sessions)
    choice = random.Random(1)
    for session_id, game in enumerate(released.GAMES, start=1):
        table = await sessions.table(session_id)
        assert (table.record.game, table.record.moves) == (game, released.CHOICES)
        while prompts := games[game].prompts(table.state):
            prompt = next(each for each in prompts.values() if each.answered is None)
            picks = random_picks(games[game], table.state, prompt.seat, choice)
            table = await act_for(playing, session_id, prompt.seat, prompt.step, picks)
        assert table.record.status == "over"
    await store.close()


async def test_all_that_was_stored_is_there_and_no_number_is_given_twice(path: Path) -> None:
    file = await SqliteStore.open(path)
    made = await started(file)
    gone = await lobby(file, 8)
    await file.save_fact("commands", "as they were")
    await file.close()
    with closing(sqlite3.connect(path)) as database:
        database.execute("DELETE FROM seat WHERE session_id = ?", (gone.id,))
        database.execute("DELETE FROM session WHERE id = ?", (gone.id,))
        database.commit()
    dsn = await emptied()
    assert await transfer(path, dsn) == 1
    store = await PostgresStore.open(dsn)
    assert await store.session(made.id) == made
    assert await store.fact("commands") == "as they were"
    assert (await lobby(store, 9)).id == gone.id + 1
    await store.close()


async def test_a_database_that_holds_sessions_is_left_as_it_is() -> None:
    dsn = await emptied()
    store = await PostgresStore.open(dsn)
    made = await lobby(store)
    await store.close()
    with pytest.raises(StoreUnusable, match="holds sessions already"):
        await transfer(released.files()[4], dsn)
    store = await PostgresStore.open(dsn)
    assert await store.session(made.id) == made
    assert await store.session(made.id + 1) is None
    await store.close()


async def test_a_file_on_which_a_bot_runs_is_not_copied(path: Path) -> None:
    """What is played there afterwards would be lost."""
    file = await SqliteStore.open(path)
    dsn = await emptied()
    with pytest.raises(StoreUnusable, match="is in use by another running bot"):
        await transfer(path, dsn)
    await file.close()
    assert await transfer(path, dsn) == 0


async def test_a_file_that_is_none_of_ours_is_refused(tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite3"
    with closing(sqlite3.connect(other)) as database:
        database.execute("CREATE TABLE session (x)")
    with pytest.raises(StoreUnusable, match="isn't a database of Guildhall"):
        await transfer(other, await emptied())
