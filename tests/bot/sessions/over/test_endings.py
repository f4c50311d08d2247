"""How games end: the result with the last move, awards from the log, older games made up for."""

from __future__ import annotations

import sqlite3
import tracemalloc
from contextlib import closing
from dataclasses import replace

import pytest

from bot.sessions.over.endings import Counting, awards_of, counts, ended
from bot.sessions.sessions import Locks
from bot.store.records.play import COMPUTER
from engine import games
from engine.text import Seat
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, rooms

SERVER = 1
"""Where these rooms are."""


async def play_to_the_end(house, session_id):
    table = await house.sessions.table(session_id)
    while table.record.status == "playing":
        table = await house.play(session_id, 1)
    return table


@pytest.mark.parametrize("game", list(games))
async def test_the_result_says_what_the_outcome_says(tmp_path, game):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, game=game)
        table = await play_to_the_end(house, table.record.id)
        outcome = table.game.outcome(table.state)
        standings = await house.store.standings(SERVER)
        first = {each.user_id for each in standings if each.place == 1}
        assert first == {table.record.seats[seat].user_id for seat in outcome.places[0]}
        scores = {each.user_id: each.score for each in standings}
        expected = {seat.user_id: outcome.scores[seat.seat] for seat in table.record.seats}
        assert scores == expected
        assert all(each.rating is not None and each.counts for each in standings)


async def test_partners_of_the_majority_stand_alike(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, DORA, game="majority")
        await play_to_the_end(house, table.record.id)
        seats = {seat.user_id: seat.seat for seat in table.record.seats}
        rated = {seats[each.user_id]: each.rating for each in await house.store.standings(SERVER)}
        assert rated[0] == rated[2]
        assert rated[1] == rated[3]
        assert rated[0] != rated[1]


async def test_the_log_says_who_chose(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        session_id = table.record.id
        await house.choose(session_id, BEN)
        left = (await house.holders.leave(session_id, CLEO)).table
        prompt, seat = left.prompt(2), 2
        picks = [prompt.options[0].id]
        await house.plays.act_as_computer(session_id, seat, prompt.step, picks)
        chosen = [(move.seat, move.chosen_by) for move in await house.store.moves(session_id)]
        assert chosen == [(1, BEN), (2, COMPUTER)]


@pytest.mark.parametrize("game", list(games))
async def test_awards_are_of_the_game_and_there_after_a_restart(tmp_path, game):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, game=game)
        table = await play_to_the_end(house, table.record.id)
        awards = awards_of(table.record)
        assert awards
        for award in awards:
            assert award.key.startswith(f"{game}.award.")
            assert isinstance(award.args["player"], Seat)
        again = await house.reopened().table(table.record.id)
        assert awards_of(again.record) == awards


async def test_the_end_of_a_long_game_takes_no_more_memory_than_one_of_its_states(tmp_path):
    """What was needed once Python keeps: with every state of a game that was 10 MB."""
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, DORA, game="london")
        table = await play_to_the_end(house, table.record.id)
        moves = await house.store.moves(table.record.id)
        assert len(moves) > 250
        tracemalloc.start()
        try:
            before, _ = tracemalloc.get_traced_memory()
            assert (await ended(table, moves)).awards == table.record.awards
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        assert most - before < 500_000


async def test_a_choice_that_was_taken_back_wins_no_award(tmp_path):
    """The log is told as the game stood in the end."""
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, game="corrompue")
        table = await play_to_the_end(house, table.record.id)
        awards = awards_of(table.record)
        assert awards
        await house.store._connection.run(
            lambda db: db.executescript(
                "DELETE FROM standing;"
                "UPDATE result SET counted = 0, rated = 0, awards = '[]';"
                "INSERT INTO move (session_id, number, seat, picks, back_to)"
                " SELECT session_id, number + 1, seat, '[]', number FROM move"
                " ORDER BY number DESC LIMIT 1;"
                "INSERT INTO move (session_id, number, seat, picks)"
                " SELECT session_id, number + 2, seat, picks FROM move"
                " WHERE back_to IS NULL ORDER BY number DESC LIMIT 1;"
            )
        )
        await counting(house).count(table.record.id)
        assert awards_of(await house.store.session(table.record.id)) == awards


def counting(house) -> Counting:
    return Counting(house.store, games, Locks())


async def as_an_older_release_left_it(house, session_id) -> None:
    await house.store._connection.run(
        lambda db: db.executescript(
            "DELETE FROM standing; UPDATE move SET chosen_by = NULL;"
            "UPDATE result SET counted = 0, rated = 0, awards = '[]';"
        )
    )
    house.sessions.forget(session_id)


@pytest.mark.parametrize("game", list(games))
async def test_games_that_were_over_before_are_counted_once(tmp_path, game):
    async with rooms(tmp_path) as house:
        table = await play_to_the_end(
            house, (await house.game(ADA, BEN, CLEO, game=game)).record.id
        )
        before, awards = await house.store.standings(SERVER), table.record.awards
        await as_an_older_release_left_it(house, table.record.id)
        assert await house.store.uncounted() == [table.record.id]
        await counting(house).count(table.record.id)
        assert await house.store.standings(SERVER) == before
        assert (await house.store.session(table.record.id)).awards == awards
        assert await house.store.uncounted() == []


async def test_a_game_whose_log_leads_nowhere_counts_nowhere(tmp_path):
    async with rooms(tmp_path) as house:
        table = await play_to_the_end(house, (await house.game(ADA, BEN, CLEO)).record.id)
        await as_an_older_release_left_it(house, table.record.id)
        with closing(sqlite3.connect(tmp_path / "guildhall.sqlite3")) as database:
            database.execute("UPDATE snapshot SET state = NULL")
            database.execute("DELETE FROM move WHERE number = 3")
            database.commit()
        await counting(house).count(table.record.id)
        assert await house.store.standings(SERVER) == []
        assert await house.store.uncounted() == []


async def test_a_game_that_is_not_installed_waits_until_it_is(tmp_path):
    async with rooms(tmp_path) as house:
        table = await play_to_the_end(house, (await house.game(ADA, BEN, CLEO)).record.id)
        await as_an_older_release_left_it(house, table.record.id)
        without = {name: game for name, game in games.items() if name != "guildes"}
        await Counting(house.store, without, Locks()).count(table.record.id)
        assert await house.store.uncounted() == [table.record.id]


async def test_games_outside_of_servers_count_nowhere(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        assert counts(table.record)
        assert not counts(replace(table.record, guild_id=None))
