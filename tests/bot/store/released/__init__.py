"""A small database of every schema that was released, with games of all four in the middle.

`python -m tests.bot.store.released` writes the file of the schema as it is now: once, before the
next migration, and never again.
"""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

from bot.sessions.play.lobby import Lobbies, Opener
from bot.sessions.play.playing import Playing
from bot.sessions.sessions import Locks, Sessions
from bot.store.records.people import EVERYBODY, Person, Post
from bot.store.records.play import Seat
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from bot.testing.playing import act_for, random_picks
from bot.time import TableTime
from engine import games
from tests.local.clock import ManualClock

FOLDER = Path(__file__).parent
GAMES = {"guildes": 3, "majority": 4, "corrompue": 3, "london": 2}
PEOPLE = {11: "Ada", 12: "Ben", 13: "Cleo", 14: "Dora"}
CHOICES = 12
WRITTEN = 1_750_000_000.0


def files() -> dict[int, Path]:
    """The released databases by schema."""
    return {int(path.stem.removeprefix("schema-")): path for path in FOLDER.glob("*.sqlite3")}


async def write(path: Path) -> None:
    """A lobby, an abandoned game, and a game of each kind after some choices."""
    store = await SqliteStore.open(path, clock=lambda: WRITTEN)
    locks = Locks()
    sessions = Sessions(store, games, locks, TableTime(ManualClock(WRITTEN)))
    playing = Playing(store, games, sessions)
    lobbies = Lobbies(store, games, sessions, playing, lambda: 7)
    for number, (user_id, name) in enumerate(PEOPLE.items()):
        await store.save_person(Person(user_id, name, "fr", 500 + number, dm_open=number != 1))
    for channel_id, (game, seats) in enumerate(GAMES.items(), start=1):
        await _game(store, playing, lobbies, game, seats, channel_id)
    await _lobby(lobbies, "guildes", 2, 9)
    ended = await _lobby(lobbies, "majority", 3, 10)
    await lobbies.start(ended, 11, moderator=False)
    await sessions.abandon(ended)
    await store.close()
    _tidy(path)


async def _lobby(lobbies: Lobbies, game: str, seats: int, channel_id: int) -> int:
    people = [Seat(0, user_id, name, None, None) for user_id, name in PEOPLE.items()]
    record = await lobbies.open(game, Opener(people[0], channel_id, "fr", 1))
    for seat in people[1:seats]:
        await lobbies.join(record.id, seat)
    return record.id


async def _game(
    store: Store, playing: Playing, lobbies: Lobbies, game: str, seats: int, channel_id: int
) -> None:
    session_id = await _lobby(lobbies, game, seats, channel_id)
    table = await lobbies.start(session_id, 11, moderator=False)
    board = Post("board", EVERYBODY, channel_id, 900 + channel_id, 0)
    await store.save_post(session_id, board)
    for number, user_id in enumerate(list(PEOPLE)[:seats]):
        message_id = 1000 * channel_id + number
        await store.save_post(session_id, Post("hand", user_id, 500 + number, message_id, 0))
    choice = random.Random(channel_id)
    for _ in range(CHOICES):
        prompts = games[game].prompts(table.state)
        seat = choice.choice([seat for seat, prompt in prompts.items() if prompt.answered is None])
        prompt = prompts[seat]
        picks = random_picks(games[game], table.state, seat, choice)
        table = await act_for(playing, session_id, seat, prompt.step, picks)


def _tidy(path: Path) -> None:
    with sqlite3.connect(path) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("PRAGMA journal_mode = DELETE")
        database.execute("VACUUM")
    database.close()
    path.with_name(path.name + ".lock").unlink(missing_ok=True)
