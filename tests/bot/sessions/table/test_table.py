"""Who owes a choice at a table, as its session changes."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions.table.log import can_change
from tests.bot.sessions.house import ADA, BEN, CLEO, rooms


async def test_the_computer_chooses_for_whoever_is_away_until_he_is_back(tmp_path):
    async with rooms(tmp_path) as hall:
        table = await hall.game(ADA, BEN, CLEO, game="guildes")
    assert (table.away(), table.computers_asked(), table.people_asked()) == ((), (), (0, 1, 2))
    first, *others = table.record.turns
    left = table.having(turns=(replace(first, away=True), *others))
    assert (left.away(), left.computers_asked(), left.people_asked()) == ((0,), (0,), (1, 2))
    back = left.having(turns=(replace(first, reminded=1), *others))
    assert (back.away(), back.computers_asked(), back.people_asked()) == ((), (), (0, 1, 2))


async def test_a_seat_that_a_computer_takes_over_is_asked_as_its(tmp_path):
    async with rooms(tmp_path) as hall:
        table = await hall.game(ADA, BEN, CLEO, game="guildes")
    assert table.people_asked() == (0, 1, 2)
    one, *seats = table.record.seats
    given = table.having(seats=(replace(one, user_id=None), *seats))
    assert (given.computers_asked(), given.people_asked()) == ((0,), (1, 2))


async def test_there_is_something_to_view_once_the_game_has_begun(tmp_path):
    async with rooms(tmp_path) as hall:
        lobby = await hall.sessions.table(await hall.lobby(ADA, BEN, CLEO))
        assert not lobby.started
        started = await hall.lobbies.start(lobby.record.id, ADA, moderator=False)
        assert started.started


async def test_a_secret_choice_can_be_changed_in_the_hand_from_when_it_is_made(tmp_path):
    async with rooms(tmp_path) as hall:
        table = await hall.game(ADA, BEN, CLEO, game="guildes")
        assert not can_change(table, 0)
        await hall.choose(table.record.id, ADA)
        assert can_change(await hall.sessions.table(table.record.id), 0)


async def test_a_table_in_a_log_says_nothing_of_what_is_hidden(tmp_path):
    async with rooms(tmp_path) as hall:
        table = await hall.game(ADA, BEN, CLEO, game="corrompue")
    assert table.story
    said = repr(table)
    for hidden in ("seed=", "snapshot=", "state=", "story=", "corrompue.event"):
        assert hidden not in said
