"""Lobbies: who sits down, and how strong."""

from tests.whole.house import house


async def test_another_computer_is_as_strong_as_the_one_before_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=1)
        await party.host.choose(["hard"], party.board, f"lobby:{party.session_id}:strength")
        await party.host.press("Add computer", party.board)
        seats = (await party.table()).record.seats
        assert [seat.strength for seat in seats] == [None, "hard", "hard"]
