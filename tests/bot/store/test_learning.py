"""Lessons, suggestions and beginners, as the store keeps them."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.sessions.table.story import dumped_nameless
from bot.store.records.people import Person
from bot.store.records.play import Learnt, Move
from bot.store.sqlite.store import SqliteStore
from tests.bot.store.builders import (
    ADA,
    BLAISE,
    begun,
    changed,
    commit,
    committed,
    lobby,
    new_lobby,
    started,
)
from tests.bot.store.released import FOLDER


async def ended(store, number, status="over"):
    """A game of Ada and Blaise that has ended so."""
    session = await started(store, channel_id=100 + number)
    await commit(store, session.id, 1, status=status)
    return await store.session(session.id)


async def test_the_first_three_games_of_a_kind_make_a_beginner(store):
    both = (ADA.user_id, BLAISE.user_id)
    assert [(await ended(store, number)).beginners for number in range(4)] == [both, both, both, ()]


async def test_games_without_a_result_count_for_nobody(store):
    for number in range(4):
        assert (await ended(store, number, "abandoned")).beginners


async def test_who_takes_a_seat_of_a_running_game_may_be_a_beginner(store):
    for number in range(3):
        await ended(store, number)
    session = await started(store)
    assert session.beginners == ()
    newcomer = replace(session.seats[1], user_id=555, name="Cleo")
    changed = replace(session, seats=(session.seats[0], newcomer, session.seats[2]))
    after = await store.change(session, changed)
    assert after.beginners == (555,)


async def test_who_is_forgotten_is_no_beginner_any_more(store):
    session = await ended(store, 1)
    assert ADA.user_id in session.beginners
    await store.save_person(Person(ADA.user_id, "Ada", "en", None, dm_open=True))
    await store.forget_person(ADA.user_id, ("Odon",), dumped_nameless)
    assert (await store.session(session.id)).beginners == (BLAISE.user_id,)


async def test_whether_suggestions_are_allowed_is_kept(store):
    opened = await lobby(store)
    assert not opened.suggestions
    assert (await changed(store, opened.id, suggestions=True)).suggestions


async def test_a_lesson_knows_what_its_learner_chose_last(store):
    plain = await lobby(store)
    assert plain.lesson is None
    opened = await store.create_session(
        new_lobby(guild_id=None, channel_id=70, lesson=Learnt(), suggestions=True)
    )
    assert opened.lesson == Learnt()
    session = await started_of(store, opened)
    chosen = Learnt("draft-1", '[{"key":"guildes.guild.nobles","args":{}}]')
    await committed(store, session.id, Move(1, 0, ("nobles",)), snapshot="state 1", lesson=chosen)
    assert (await store.session(session.id)).lesson == chosen
    await committed(store, session.id, Move(2, 1, ("nobles",)), snapshot="state 2")
    assert (await store.session(session.id)).lesson == chosen


async def started_of(store, opened):
    """The game that is made of a lobby."""
    return await store.change(opened, begun(opened))


async def test_help_is_wanted_until_it_is_turned_off(store):
    person = Person(7, "Ada", "en", None, dm_open=True)
    await store.save_person(person)
    assert (await store.person(7)).helped
    await store.save_person(replace(person, helped=False))
    assert not (await store.person(7)).helped


@pytest.mark.parametrize("schema", [1, 2, 3, 4])
async def test_running_games_of_earlier_schemas_have_their_beginners(tmp_path, schema):
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FOLDER / f"schema-{schema}.sqlite3", path)
    store = await SqliteStore.open(path)
    try:
        first, lobby_of_old, given_up = [await store.session(number) for number in (1, 5, 6)]
        assert first.beginners == tuple(seat.user_id for seat in first.seats)
        assert (lobby_of_old.beginners, given_up.beginners) == ((), ())
        for session in (first, lobby_of_old, given_up):
            assert (session.lesson, session.suggestions) == (None, False)
        assert (await store.person(11)).helped
    finally:
        await store.close()


async def test_who_had_played_three_games_is_no_beginner_after_the_migration(tmp_path):
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FOLDER / "schema-4.sqlite3", path)
    with closing(sqlite3.connect(path)) as db, db:
        for number in (91, 92, 93):
            db.execute(
                "INSERT INTO session (id, game, options, channel_id, locale, host_id, status, seed,"
                " moves, computers_due, created_at, updated_at)"
                " VALUES (?, 'guildes', '{}', ?, 'fr', 11, 'over', '7', 0, 0, 0, 0)",
                (number, number),
            )
            db.execute(
                "INSERT INTO seat (session_id, seat, user_id, name) VALUES (?, 0, 11, 'Ada')",
                (number,),
            )
    store = await SqliteStore.open(path)
    try:
        session = await store.session(1)
        assert session.game == "guildes"
        assert session.beginners == (12, 13)
    finally:
        await store.close()
