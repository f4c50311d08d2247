"""Databases of every earlier schema open, migrate and are played on."""

from __future__ import annotations

import random
import shutil
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest

from bot.delivery.known.noted import STARTED, seconds_until_told
from bot.sessions.examination import Examination
from bot.sessions.over.endings import Counting
from bot.sessions.play.playing import Playing
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.refusals import Unreadable
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.log import undecided
from bot.store.records.people import EVERYBODY, Attendance, Post
from bot.store.records.play import Speed
from bot.store.schema import newest
from bot.store.sqlite.database import MIGRATIONS
from bot.store.sqlite.store import SqliteStore
from bot.testing.playing import act_for, random_picks
from bot.time import TableTime
from engine import games
from tests.bot.store import released
from tests.local.clock import ManualClock

FILES = released.files()

# The first schema in which a session knows what it was begun with.
KNOWS_ITS_BEGINNING = 4

# The first schema in which results are kept.
KEEPS_RESULTS = 5


def database(tmp_path: Path, schema: int, changes: Iterable[str] = ()) -> Path:
    """A database of this schema after these statements."""
    path = tmp_path / "guildhall.sqlite3"
    shutil.copy(FILES[schema], path)
    with closing(sqlite3.connect(path)) as connection:
        for statement in changes:
            connection.execute(statement)
        connection.commit()
    return path


def test_every_earlier_schema_has_a_file() -> None:
    lacking = sorted(set(range(1, newest(MIGRATIONS))) - set(FILES))
    assert not lacking, "without the migrations after it, python -m tests.bot.store.released"


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_games_of_an_older_database_are_played_to_their_end(
    schema: int, tmp_path: Path
) -> None:
    store = await SqliteStore.open(database(tmp_path, schema))
    locks, time = Locks(), TableTime(ManualClock())
    sessions = Sessions(store, games, locks, time)
    playing = Playing(store, games, sessions)
    examination = Examination(store, games, sessions, locks)
    changed = [] if schema >= KNOWS_ITS_BEGINNING else list(released.GAMES)
    due = await examination.due()
    assert due == [1, 2, 3, 4], "another version has written a file: VERSION is to be the next"
    told = [due for due in await examination.due() if await examination.examine(due)]
    asked_anew = ["london"] if changed else []
    games_told = [list(released.GAMES)[session_id - 1] for session_id in told]
    assert games_told == asked_anew, "their logs don't give the same games: docs/upgrades.md, rules"
    assert await examination.due() == []
    choice = random.Random(schema)
    for session_id, game in enumerate(released.GAMES, start=1):
        table = await sessions.table(session_id)
        assert (table.record.game, table.record.status) == (game, "playing")
        assert table.record.moves == released.CHOICES
        while prompts := games[game].prompts(table.state):
            owed = [seat for seat, prompt in prompts.items() if prompt.answered is None]
            prompt = prompts[choice.choice(owed)]
            picks = random_picks(games[game], table.state, prompt.seat, choice)
            table = await act_for(playing, session_id, prompt.seat, prompt.step, picks)
        assert table.record.status == "over"
        stood = [one for one in await store.standings(1) if one.game == game]
        assert len(stood) == released.GAMES[game]
        assert all(each.counts and each.rating is not None for each in stood)
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_players_of_an_older_database_remember_the_packs_they_handed_on(
    schema: int, tmp_path: Path
) -> None:
    store = await SqliteStore.open(database(tmp_path, schema))
    table = await Sessions(store, games, Locks()).table(1)
    views = [table.view(seat) for seat in range(released.GAMES["guildes"])]
    assert views[0].phase == "draft"
    assert views[0].turn > 1
    assert [len(view.passed) for view in views] == [views[0].turn - 1] * len(views)
    assert table.view(None).passed == ()
    await store.close()


@pytest.mark.parametrize("schema", [schema for schema in FILES if schema < KEEPS_RESULTS])
async def test_games_that_were_over_before_an_upgrade_are_to_be_counted(
    schema: int, tmp_path: Path
) -> None:
    over = "UPDATE session SET status = 'over' WHERE id IN (1, 3)"
    store = await SqliteStore.open(database(tmp_path, schema, [over]))
    counting = Counting(store, games, Locks())
    assert await store.uncounted() == [1, 3]
    for session_id in await store.uncounted():
        await counting.count(session_id)  # they stand in the middle: nobody knows who won
    assert await store.uncounted() == []
    assert await store.standings(1) == []
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_games_that_only_their_snapshots_give_are_set_apart_without_them(
    schema: int, tmp_path: Path
) -> None:
    path = database(tmp_path, schema, ["UPDATE snapshot SET state = NULL"])
    store = await SqliteStore.open(path)
    sessions = Sessions(store, games, Locks())
    for session_id, game in enumerate(released.GAMES, start=1):
        if game == "london" and schema < KNOWS_ITS_BEGINNING:
            with pytest.raises(Unreadable):
                await sessions.table(session_id)
        else:
            table = await sessions.table(session_id)
            assert table.record.moves == released.CHOICES
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_lobbies_people_and_messages_of_an_older_database_are_there(
    schema: int, tmp_path: Path
) -> None:
    store = await SqliteStore.open(database(tmp_path, schema))
    lobby = await store.live_session_in(9)
    assert lobby is not None
    assert [seat.name for seat in lobby.seats] == ["Ada", "Ben"]
    assert await store.live_session_in(10) is None
    posts = {(post.kind, post.user_id): post for post in await store.posts(1)}
    assert set(posts) == {("board", EVERYBODY), ("hand", 11), ("hand", 12), ("hand", 13)}
    assert posts["hand", 13] == Post("hand", 13, 502, 1002, 0)
    assert (await store.session(1)).board_message_id == posts["board", EVERYBODY].message_id == 901
    assert await store.posts(5) == await store.posts(6) == []
    ben = await store.person(12)
    assert (ben.name, ben.locale, ben.dm_channel_id, ben.dm_open) == ("Ben", "fr", 501, False)
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_choices_in_games_of_an_older_database_can_be_taken_back_from_now_on(
    schema: int, tmp_path: Path
) -> None:
    store, locks = await SqliteStore.open(database(tmp_path, schema)), Locks()
    sessions = Sessions(store, games, locks)
    playing = Playing(store, games, sessions)
    takebacks = Takebacks(store, sessions, playing)
    session_id = list(released.GAMES).index("corrompue") + 1
    table = await sessions.table(session_id)
    assert (table.record.takebacks, table.record.retractable) == (True, ())
    retractable = None
    while retractable is None:
        table = await sessions.table(session_id)
        before = table.view(None).model_copy(update={"step": 0})
        (seat, *_) = table.game.asked(table.state)
        prompt = table.game.prompts(table.state)[seat]
        picks = [option.id for option in prompt.options[: prompt.least]]
        table = await act_for(playing, session_id, seat, prompt.step, picks)
        retractable = next((each for each in table.record.retractable if each.own_turn), None)
    user_id = table.record.seats[retractable.seat].user_id
    assert user_id is not None
    table = await takebacks.ask(session_id, user_id, retractable.number)
    for voter in undecided(table):
        table = await takebacks.agree(session_id, voter, retractable.number)
    assert table.view(None).model_copy(update={"step": 0}) == before
    await store.close()


async def test_messages_of_schema_1_show_as_much_as_they_did(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        1,
        [
            "UPDATE session SET board_shown = 12 WHERE id IN (1, 2)",
            "UPDATE hand SET shown = 12 WHERE session_id IN (1, 2)",
            "UPDATE hand SET shown = 11 WHERE session_id = 1 AND seat = 1",
            "UPDATE hand SET shown = -1 WHERE session_id = 1 AND seat = 2",
        ],
    )
    store = await SqliteStore.open(path)
    shown = {(post.kind, post.user_id): post.shown for post in await store.posts(1)}
    game = await store.session(1)
    assert game is not None
    assert game.changes == game.moves == 12
    assert shown == {("board", EVERYBODY): 12, ("hand", 11): 12, ("hand", 12): 11, ("hand", 13): -1}
    assert await store.lagging() == [1, 3, 4, 5]
    await store.close()


async def test_hands_of_schema_1_are_their_persons_at_whatever_seat(tmp_path: Path) -> None:
    store = await SqliteStore.open(database(tmp_path, 1))
    where = {post.user_id: post.message_id for post in await store.posts(2) if post.user_id}
    assert where == {13: 2000, 11: 2001, 12: 2002, 14: 2003}
    await store.close()


async def test_nobody_is_told_the_end_of_a_game_that_ended_before_the_upgrade(
    tmp_path: Path,
) -> None:
    ended = "UPDATE session SET status = '{}', board_shown = 12 WHERE id = {}"
    path = database(tmp_path, 1, [ended.format("over", 1), ended.format("abandoned", 2)])
    store = await SqliteStore.open(path)
    for session_id in (1, 2):
        assert {post.shown for post in await store.posts(session_id)} == {12}
        assert await store.attendances(session_id) == []
    assert await store.lagging() == [3, 4, 5]
    await store.close()


async def test_games_that_run_at_the_upgrade_are_not_told_their_start_anew(tmp_path: Path) -> None:
    store = await SqliteStore.open(database(tmp_path, 1))
    known = await store.attendances(1)
    assert sorted(who.user_id for who in known) == [11, 12, 13]
    assert {who.told_step for who in known} == {STARTED}
    assert seconds_until_told(known[0], "away", None, 1_800_000_000.0) is None
    assert seconds_until_told(known[0], "away", 3, 1_800_000_000.0) == 0
    assert seconds_until_told(Attendance(11), "away", 3, 1_800_000_000.0) is None
    assert await store.attendances(5) == await store.attendances(6) == []
    assert await store.due() == {}
    await store.close()


async def test_a_computer_of_schema_1_has_no_attendance(tmp_path: Path) -> None:
    path = database(
        tmp_path,
        1,
        [
            "DELETE FROM hand WHERE session_id = 1 AND seat = 2",
            "UPDATE seat SET user_id = NULL, strength = 'easy' WHERE session_id = 1 AND seat = 2",
        ],
    )
    store = await SqliteStore.open(path)
    assert sorted(who.user_id for who in await store.attendances(1)) == [11, 12]
    await store.close()


async def test_people_of_schema_1_are_told_when_they_are_away(tmp_path: Path) -> None:
    store = await SqliteStore.open(database(tmp_path, 1))
    for user_id in released.PEOPLE:
        assert (await store.person(user_id)).tell == "away"
    await store.close()


@pytest.mark.parametrize("schema", [1, 2])
async def test_games_that_run_at_the_upgrade_have_no_clock_and_open_tables_are_relaxed(
    schema: int, tmp_path: Path
) -> None:
    store = await SqliteStore.open(database(tmp_path, schema))
    for session_id in range(1, len(released.GAMES) + 1):
        game = await store.session(session_id)
        assert game is not None
        assert (game.status, game.speed, game.turns) == ("playing", None, ())
    lobby = await store.live_session_in(9)
    assert lobby is not None
    assert lobby.speed == Speed(8 * 3600, 24 * 3600)
    assert await store.timed() == []
    await store.close()


async def test_the_open_lobbies_of_schema_1_are_shown_anew_with_the_buttons_of_today(
    tmp_path: Path,
) -> None:
    shown = "UPDATE session SET board_message_id = 5, board_shown = moves"
    path = database(tmp_path, 1, [f"{shown} WHERE channel_id IN (9, 10)"])
    store = await SqliteStore.open(path)
    lobby = await store.live_session_in(9)
    assert lobby is not None
    lagging = await store.lagging()
    assert lobby.id in lagging
    assert lobby.id + 1 not in lagging  # ended before
    await store.close()


@pytest.mark.parametrize("schema", sorted(FILES))
async def test_hosts_count_as_seen_when_their_table_last_changed(
    schema: int, tmp_path: Path
) -> None:
    store = await SqliteStore.open(database(tmp_path, schema))
    for session_id in range(1, len(released.GAMES) + 1):
        game = await store.session(session_id)
        assert game is not None
        assert (game.host_seen, game.host_away) == (game.updated_at, False)
        assert not any(turn.gone for turn in game.turns)
    await store.close()
