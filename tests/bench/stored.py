"""A database of many games in the middle, all alike but for their ids and people."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Mapping
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from bot.sessions.table import reading
from bot.sessions.table import story as stories
from bot.store.records.people import EVERYBODY, Attendance, Person, Post
from bot.store.records.play import RELAXED, Move, Seat
from bot.store.records.sessions import Session
from bot.store.sqlite.store import SqliteStore
from engine import games
from engine.game import Prompt

MOVES = 96
"""Half a game of Guildes for four."""
SEED = 7
COPIED = {
    column: f"{column} + 100 * n"
    for column in (*("channel_id", "message_id", "host_id"), *("user_id", "dm_channel_id"))
} | {"id": "id + n", "session_id": "session_id + n"}
"""What differs from one copy to the next; n counts from 1."""
WHOSE = f"iif(kind = 'hand', {COPIED['user_id']}, user_id)"
"""The same of a post: a board is everybody's."""


Place = tuple[int, int]
"""Ids of a channel and of a message in it."""


async def half_played(
    path: Path, guild_id: int, board: Place, hands: Mapping[int, Place]
) -> Mapping[int, Prompt]:
    """One game in the middle with nothing lagging, and its prompts by seat.

    `hands`: where each person's hand stands, by their id, in the order of seats.
    """
    game = games["guildes"]
    seats = [Seat(seat, user, f"Player {seat}", None, None) for seat, user in enumerate(hands)]
    state, story = game.setup(len(seats), seed=SEED), stories.go_on((), ())
    store = await SqliteStore.open(path)
    lobby = await store.create_session(
        Session(
            id=0,
            game=game.name,
            options=game.Options().model_dump_json(),
            guild_id=guild_id,
            channel_id=board[0],
            locale="en-US",
            host_id=seats[0].user_id,
            seats=tuple(seats),
            speed=RELAXED,
            host_seen=time.time(),  # the hosts of stored games have just been there
        )
    )
    record = await store.change(
        lobby,
        replace(
            lobby,
            status="playing",
            seed=SEED,
            begun=reading.begun(game),
            examined=reading.mark(game),
            rules_version=game.rules_version,
            snapshot=game.dump(state),
            story=stories.dump(story),
        ),
    )
    for number in range(1, MOVES + 1):
        prompt = next(one for one in game.prompts(state).values() if one.answered is None)
        picks = (prompt.options[0].id,)
        state, events = game.play(state, prompt.seat, picks)
        story = stories.go_on(story, events)
        after = replace(record, moves=number, snapshot=game.dump(state), story=stories.dump(story))
        record = await store.commit(record, after, Move(number, prompt.seat, picks))
    prompts, changes = game.prompts(state), lobby.changes + 1 + MOVES
    await store.save_post(lobby.id, Post("board", EVERYBODY, *board, changes))
    for seat, (user, place) in enumerate(hands.items()):
        await store.save_person(Person(user, f"Player {seat}", "en-US", place[0], True))
        told = Attendance(user, told_step=prompts[seat].step if seat in prompts else -1)
        await store.save_post(lobby.id, Post("hand", user, *place, changes), told)
    assert await store.lagging() == []
    await store.close()
    return prompts


def copied(path: Path, copies: int) -> None:
    """Copy the one session of a closed database, and its people."""
    with closing(sqlite3.connect(path)) as database:
        for table in ("session", "person", "seat", "move", "snapshot", "post", "attendance"):
            columns = [row[1] for row in database.execute(f"PRAGMA table_info({table})")]
            differing = COPIED | ({"user_id": WHOSE} if table == "post" else {})
            values = ", ".join(differing.get(column, column) for column in columns)
            database.execute(
                "WITH RECURSIVE copies (n) AS"  # noqa: S608 (names of columns)
                f" (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < {copies})"
                f" INSERT INTO {table} SELECT {values} FROM {table}, copies"
            )
        database.commit()
