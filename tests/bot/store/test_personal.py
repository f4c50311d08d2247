"""What is stored of one person: every table is known that names anybody, and nothing is left."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.sessions.table.story import dumped_nameless
from bot.store.records.people import EVERYBODY, Attachment, Attendance, Person, Post
from bot.store.records.play import Departed, Learnt, OpenHands, Pause, Takeback, Turn
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store import released
from tests.bot.store.builders import (
    ADA,
    BLAISE,
    changed,
    commit,
    content,
    lobby,
    new_lobby,
    started,
)

ERASES = 5
"""The first schema whose program has erased what it deleted, from the first start on."""

NAMING = {
    ("attendance", "user_id"),
    ("beginner", "user_id"),
    ("departed", "user_id"),
    ("errand", "about"),
    ("invitation", "name"),
    ("invitation", "user_id"),
    ("move", "chosen_by"),
    ("offer", "user_id"),
    ("person", "name"),
    ("person", "user_id"),
    ("post", "picture"),
    ("post", "user_id"),
    ("press_token", "user_id"),
    ("review", "user_id"),
    ("seat", "name"),
    ("seat", "user_id"),
    ("session", "host_id"),
    ("session", "pause_votes"),
    ("snapshot", "story"),
    ("standing", "user_id"),
    ("takeback", "agreed"),
}
"""Columns that may hold somebody's id or name; each is erased by `personal.forget`."""
NAMELESS = {
    ("fact", "name"),
    ("seat", "computer_name"),
    ("session", "id"),
    ("errand", "id"),
    ("open_hands", "agreed"),
}
WORDS = ("user", "host_id", "name", "chosen_by", "about", "agreed", "votes", "story", "picture")


async def columns(path: Path) -> set[tuple[str, str]]:
    await (await SqliteStore.open(path)).close()
    with closing(sqlite3.connect(path)) as database:
        tables = database.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
        ).fetchall()
        return {
            (table, row[1])
            for (table,) in tables
            for row in database.execute(f"PRAGMA table_info({table})")
        }


async def test_every_column_that_looks_as_if_it_named_people_is_known(path: Path) -> None:
    """A new one has to be erased by `personal.forget`, exported, and put on the list above."""
    everything = await columns(path)
    suspect = {each for each in everything if any(word in each[1] for word in WORDS)}
    assert suspect - NAMING - NAMELESS == set()
    assert everything >= NAMING


async def test_only_the_one_who_asks_is_erased(store: Store) -> None:
    game = await started(store)
    await commit(store, game.id, 1)
    for who in (ADA, BLAISE):
        await store.save_person(Person(who.user_id, who.name, "fr", 7, dm_open=True))
        await store.save_attendance(game.id, Attendance(who.user_id))
        await store.save_post(game.id, Post("hand", who.user_id, 70, 700 + who.seat, 0))
    picture = Attachment(1, "board.png", "key", "Ada and Blaise at the table")
    await store.save_post(game.id, Post("board", EVERYBODY, 7, 500, 0, picture))
    await changed(store, game.id, status="over", computers_due=False)
    for who in (ADA, BLAISE):
        await store.leave_errand("person", who.user_id)
    await store.leave_errand("server", ADA.user_id)
    assert await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless) == [game.id]
    after = await store.session(game.id)
    assert after is not None
    assert [(seat.user_id, seat.name) for seat in after.seats[:2]] == [(None, ""), (101, "Blaise")]
    assert after.seats[0].former
    assert after.host_id == BLAISE.user_id
    assert await store.person(ADA.user_id) is None
    assert (await store.person(BLAISE.user_id)).name == "Blaise"
    assert {post.user_id for post in await store.posts(game.id)} == {EVERYBODY, BLAISE.user_id}
    assert {who.user_id for who in await store.attendances(game.id)} == {BLAISE.user_id}
    assert all(post.picture is None for post in await store.posts(game.id))
    assert await store.sessions_with(ADA.user_id) == []
    waiting = [(errand.kind, errand.about) for errand in await store.errands()]
    assert waiting == [("person", BLAISE.user_id), ("server", ADA.user_id)]


async def test_who_left_a_running_game_is_unknown_and_the_hand_seen_is_not(store: Store) -> None:
    game = await started(store)
    await store._write(
        lambda db: db.execute("INSERT INTO departed VALUES (?, ?, ?)", (game.id, 55, 2))
    )
    await changed(store, game.id, departed=(Departed.unknown(2),), story="[]")
    after = await store.session(game.id)
    assert after is not None
    assert after.departed == (Departed(-3, 2),)
    assert after.departed[0].forgotten
    assert after.changes == game.changes + 1


async def test_a_damaged_story_is_dropped_rather_than_kept(store: Store) -> None:
    game = await started(store)
    await store._write(lambda db: db.execute("UPDATE snapshot SET story = '{Ada'"))
    await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless)
    rows = await store._read(lambda db: db.execute("SELECT story FROM snapshot").fetchall())
    assert rows == [("[]",)]
    assert (await store.session(game.id)).seats[0].name == "Odon"


async def test_seats_of_lobbies_and_running_games_get_a_free_name(store: Store) -> None:
    game = await started(store, channel_id=8)
    opened = await lobby(store)
    await store.forget_person(ADA.user_id, ("Tin", "Odon"), dumped_nameless)
    assert (await store.session(game.id)).seats[0].name == "Odon"
    assert (await store.session(opened.id)).seats[0].name == "Tin"


async def test_the_export_is_of_one_person_alone(store: Store) -> None:
    game = await started(store)
    await store.save_person(Person(ADA.user_id, "Ada", "fr", 7, dm_open=True))
    found = await store.exported(ADA.user_id)
    assert [row["name"] for row in found["person"]] == ["Ada"]
    assert [(row["session_id"], row["seat"]) for row in found["seats"]] == [(game.id, 0)]
    assert "Blaise" not in repr(found)
    assert not any((await store.exported(999)).values())


async def test_the_export_has_what_one_would_have_the_table_do(store: Store) -> None:
    game = await started(store)
    await changed(
        store,
        game.id,
        pause=Pause(votes=(ADA.user_id,)),
        takeback=Takeback(2, 1, due_at=1.0, agreed=(ADA.user_id, BLAISE.user_id)),
    )
    for who, pause in ((ADA, True), (BLAISE, False)):
        (said,) = (await store.exported(who.user_id))["votes"]
        votes = {"pause": pause, "takeback": True, "open_hands": False}
        assert said == {"session_id": game.id, **votes}
    assert (await store.exported(999))["votes"] == []


async def test_the_export_tells_who_would_open_all_hands(store: Store) -> None:
    game = await started(store)
    await changed(store, game.id, status="over", open_hands=OpenHands("asked", agreed=(0,)))
    (said,) = (await store.exported(ADA.user_id))["votes"]
    votes = {"pause": False, "takeback": False, "open_hands": True}
    assert said == {"session_id": game.id, **votes}
    assert (await store.exported(BLAISE.user_id))["votes"] == []


async def test_the_export_has_what_ones_seat_owes_and_how_often_it_was_late(store: Store) -> None:
    game = await started(store)
    turns = (Turn(0, step=4, missed=2, extended=1), Turn(1, gone=True))
    await changed(store, game.id, turns=turns)
    (mine,) = (await store.exported(ADA.user_id))["turns"]
    assert (mine["session_id"], mine["step"], mine["missed"], mine["extended"]) == (
        game.id,
        4,
        2,
        1,
    )
    (theirs,) = (await store.exported(BLAISE.user_id))["turns"]
    assert (theirs["seat"], theirs["gone"]) == (1, True)


async def test_the_export_has_how_far_one_is_in_a_lesson(store: Store) -> None:
    learnt = Learnt("draft-1", '[{"key":"guildes.guild.nobles","args":{}}]')
    opened = await store.create_session(new_lobby(guild_id=None, channel_id=70, lesson=learnt))
    (lesson,) = (await store.exported(ADA.user_id))["lessons"]
    assert lesson == {"session_id": opened.id, "note": learnt.note, "picks": learnt.picks}


async def test_what_is_deleted_is_overwritten(path: Path) -> None:
    store = await SqliteStore.open(path)
    for number in range(300):
        await store.save_person(Person(number, f"Zyxwvutin{number}", "fr", None, dm_open=True))
    for number in range(300):
        await store.forget_person(number, ("Odon",), dumped_nameless)
    await store.settle()
    assert b"Zyxwvutin" not in content(path)
    assert content(path.with_name(f"{path.name}-wal")) == b""
    await store.close()


@pytest.mark.parametrize("schema", [number for number in released.files() if number < ERASES])
async def test_what_older_releases_have_deleted_is_erased_at_the_first_start(
    schema: int, tmp_path: Path
) -> None:
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(released.files()[schema], path)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA secure_delete = OFF")
        database.execute("CREATE TABLE gone (name TEXT)")
        database.executemany("INSERT INTO gone VALUES (?)", [("Zyxwvutin" * 9,)] * 500)
        database.commit()
        database.execute("DROP TABLE gone")
        database.commit()
    assert b"Zyxwvutin" in content(path)
    await (await SqliteStore.open(path)).close()
    assert b"Zyxwvutin" not in content(path)
