"""Databases of every earlier schema open, migrate and are played on."""

from __future__ import annotations

import random
import shutil
import sqlite3
from pathlib import Path

import pytest

from bot.sessions.locks import Locks
from bot.sessions.sessions import Sessions
from bot.store.migrate import known_version
from bot.store.records import EVERYBODY, Post
from bot.store.store import Store
from engine import games
from tests.bot.store import released

FILES = released.files()


def test_every_earlier_schema_has_a_file() -> None:
    assert set(range(1, known_version())) <= set(FILES)


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_games_of_an_older_database_are_played_to_their_end(
    schema: int, tmp_path: Path
) -> None:
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FILES[schema], path)
    store = await Store.open(path)
    sessions = Sessions(store, games, Locks())
    choice = random.Random(schema)
    for session_id, game in enumerate(released.GAMES, start=1):
        table = await sessions.table(session_id)
        assert (table.record.game, table.record.status) == (game, "playing")
        assert table.record.moves == released.CHOICES
        while prompts := games[game].prompts(table.state):
            owed = [seat for seat, prompt in prompts.items() if prompt.answered is None]
            prompt = prompts[choice.choice(owed)]
            picks = [option.id for option in choice.sample(prompt.options, prompt.least)]
            table = (await sessions.act_for(session_id, prompt.seat, prompt.step, picks)).table
        assert table.record.status == "over"
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_lobbies_people_and_messages_of_an_older_database_are_there(
    schema: int, tmp_path: Path
) -> None:
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FILES[schema], path)
    store = await Store.open(path)
    lobby = await store.live_session_in(9)
    assert lobby is not None
    assert [seat.name for seat in lobby.seats] == ["Ada", "Ben"]
    assert await store.live_session_in(10) is None
    posts = {(post.kind, post.user_id): post for post in await store.posts(1)}
    assert set(posts) == {("board", EVERYBODY), ("hand", 11), ("hand", 12), ("hand", 13)}
    assert posts["hand", 13] == Post("hand", 13, 502, 1002, 0)
    assert (await store.session(1)).board_message_id == posts["board", EVERYBODY].message_id == 901
    ben = await store.person(12)
    assert (ben.name, ben.locale, ben.dm_channel_id, ben.dm_open) == ("Ben", "fr", 501, False)
    await store.close()


async def test_the_open_lobbies_of_schema_1_are_shown_anew_with_the_buttons_of_today(
    tmp_path: Path,
) -> None:
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FILES[1], path)
    with sqlite3.connect(path) as database:
        shown = "UPDATE session SET board_message_id = 5, board_shown = moves"
        database.execute(f"{shown} WHERE channel_id IN (9, 10)")
    database.close()
    store = await Store.open(path)
    lobby = await store.live_session_in(9)
    assert lobby is not None
    lagging = await store.lagging()
    assert lobby.id in lagging
    assert lobby.id + 1 not in lagging  # ended before
    await store.close()
