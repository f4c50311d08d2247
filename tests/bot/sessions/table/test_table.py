"""Who owes a choice at a table, as its session changes."""

from __future__ import annotations

from dataclasses import replace

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
