"""What may befall a database file, one damage after the other: people get a clear answer."""

import contextlib
import shutil
import sqlite3

import pytest

from bot.store.errors import StoreUnusable
from bot.store.sqlite.database import connect
from bot.testing.driver import seen_in, text_of
from bot.testing.picking import picks_on
from tests.whole.house import OTHER_TABLE, TABLE, house, reopened
from tests.whole.test_presses import press_as_it_was

pytestmark = pytest.mark.timeout(300)

SORRY = "Sorry"
NO_GAME = "I don’t know of any game here"
ROWS = ("session", "seat", "move", "snapshot", "post", "turn", "person", "fact")
"""The tables in which a game that runs has anything."""
GARBLED = {"TEXT": ("CAST(x'ff' AS TEXT)", "'['", "'7'"), "INTEGER": ("-1",), "REAL": ("9e999",)}
LOST = {"session": NO_GAME, "seat": "set it apart"}
"""What is said of a game of which the rows of a table are gone; all others are played on."""


def tables(path):
    """The tables of a file, with their columns as SQLite describes them."""
    with contextlib.closing(sqlite3.connect(path)) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        return {
            name: db.execute(f"PRAGMA table_info({name})").fetchall()
            for (name,) in names
            if not name.startswith("sqlite_")
        }


def of_first(table):
    """Which rows of a table are the first game's."""
    keys = {"session": "id = 1", "person": "TRUE", "fact": "TRUE"}
    return keys.get(table, "session_id = 1")


def garbled(path):
    """Every column of the first game's rows with what it can't mean, as far as SQLite takes it."""
    for table, columns in tables(path).items():
        for _, name, kind, required, _, key in columns:
            if table not in ROWS or key:
                continue
            for value in GARBLED[kind] + (() if required else ("NULL",)):
                yield f"UPDATE {table} SET {name} = {value} WHERE {of_first(table)}"  # noqa: S608


def harm(path, statement):
    """Whether the file takes it."""
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        try:
            return db.execute(statement).rowcount > 0
        except sqlite3.IntegrityError:
            return False


def put_back(kept, path):
    with (
        contextlib.closing(sqlite3.connect(kept)) as source,
        contextlib.closing(sqlite3.connect(path)) as target,
    ):
        source.backup(target)


@contextlib.asynccontextmanager
async def two_games(tmp_path):
    """A house with a game that is to be harmed, and another one of the same people."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.play_on()
        other = await hall.game("Goro", "Ada", "Chiara", channel=OTHER_TABLE)
        yield hall, party, other


async def answers(party, hand, choice):
    """What the first game's host is told by all that leads to it."""
    ada = party.host
    yield text_of(ada.response(await press_as_it_was(ada, hand, choice)))
    for command in ("hand", "table", "games"):
        yield text_of(ada.response(await ada.command(command, TABLE)))


def faults(caplog):
    """What nobody foresaw, as the log has it."""
    return [record.msg for record in caplog.records if "at" in getattr(record.msg, "keys", list)()]


async def test_a_column_that_makes_no_sense_costs_one_game_at_most(tmp_path, caplog):
    path, kept, harmed = tmp_path / "guildhall.sqlite3", tmp_path / "kept", 0
    async with two_games(tmp_path) as (hall, party, other):
        await hall.services.notes.write()
        await hall.services.store.backup(kept)
        hand, second = party.hand(party.host), other.hand(party.people[1])
        choice, page = picks_on(hand)[0], picks_on(second)[0]
        for statement in garbled(kept):
            put_back(kept, path)
            if not harm(path, statement):
                continue
            harmed += 1
            hall.services.hearing.forget_all()
            async for answer in answers(party, hand, choice):
                assert SORRY not in answer, statement
            goro = party.people[1]
            played = await press_as_it_was(goro, second, page)
            assert "✓" in str(goro.response(played).components), statement
            await hall.quiet()
            assert faults(caplog) == [], statement
    assert harmed > 100


def lost(path, table, which):
    """A statement that takes away the first game's rows of a table, or one of them."""
    if which == "all":
        return f"DELETE FROM {table} WHERE {of_first(table)}"  # noqa: S608
    key = ", ".join(name for _, name, *_, part in tables(path)[table] if part)
    first = f"SELECT {key} FROM {table} WHERE {of_first(table)} LIMIT 1"  # noqa: S608
    return f"DELETE FROM {table} WHERE ({key}) = ({first})"  # noqa: S608


@pytest.mark.parametrize("which", ["one", "all"])
@pytest.mark.parametrize("table", ROWS)
async def test_rows_that_are_gone_cost_one_game_at_most(tmp_path, caplog, table, which):
    path = tmp_path / "guildhall.sqlite3"
    async with two_games(tmp_path) as (hall, party, other):
        hand = party.hand(party.host)
        choice = picks_on(hand)[0]
        await hall.bot.close()
        assert harm(path, lost(path, table, which))
        async with reopened(hall, path) as again:
            await again.quiet()
            party.house = other.house = again
            said = [answer async for answer in answers(party, hand, choice)]
            assert not any(SORRY in answer for answer in said)
            if table in LOST:
                assert LOST[table] in said[0]
            else:
                assert (await party.table()).record.moves == 4
            await other.play_on()
            assert len(await other.moves()) == 3
    assert faults(caplog) == []


async def test_without_any_snapshot_every_game_goes_on_from_its_log(tmp_path, caplog):
    path = tmp_path / "guildhall.sqlite3"
    async with two_games(tmp_path) as (hall, party, other):
        await hall.bot.close()
        assert harm(path, "DELETE FROM snapshot")
        async with reopened(hall, path) as again:
            await again.quiet()
            for each, moves in ((party, 6), (other, 3)):
                each.house = again
                await each.play_on()
                assert len(await each.moves()) == moves
            assert "selection 3 of" in seen_in(party.board)
    assert faults(caplog) == []


async def test_without_any_seat_every_game_is_set_apart_at_the_first_look(tmp_path, caplog):
    path = tmp_path / "guildhall.sqlite3"
    async with two_games(tmp_path) as (hall, party, other):
        boards = {TABLE: party.board, OTHER_TABLE: other.board}
        await hall.bot.close()
        assert harm(path, "DELETE FROM seat")
        async with reopened(hall, path) as again:
            for channel, board in boards.items():
                asking = await party.host.command("table", channel)
                assert "set it apart" in text_of(party.host.response(asking))
                await again.quiet()
                assert "set it apart" in text_of(board)
    assert faults(caplog) == []


async def test_a_lost_table_is_said_at_the_start(tmp_path):
    path, kept = tmp_path / "guildhall.sqlite3", tmp_path / "kept.sqlite3"
    connect(kept).close()
    for table in tables(kept):
        shutil.copy(kept, path)
        harm(path, f"DROP TABLE {table}")
        with pytest.raises(StoreUnusable, match=rf"tables are missing \({table}\)"):
            connect(path)


async def test_a_log_beside_the_file_that_is_gone_costs_the_last_moves_alone(tmp_path, caplog):
    path, kept = tmp_path / "guildhall.sqlite3", tmp_path / "kept"
    async with two_games(tmp_path) as (hall, party, other):
        await hall.services.store.settle()
        shutil.copy(path, kept)
        hand = party.hand(party.host)
        choice = picks_on(hand)[0]
        await party.play_on()
        await hall.bot.close()
        # As after a kill: what stood in the log alone is lost with it.
        shutil.copy(kept, path)
        path.with_name(f"{path.name}-wal").unlink(missing_ok=True)
        async with reopened(hall, path) as again:
            await again.quiet()
            party.house = other.house = again
            async for answer in answers(party, hand, choice):
                assert SORRY not in answer
            await party.play_on()
            await other.play_on()
            assert (len(await party.moves()), len(await other.moves())) == (6, 3)
    assert faults(caplog) == []
