"""Guildes from /play to the result, over sockets."""

from tests.local.driver import labels, text_of
from tests.whole.house import TABLE, asked, house, pick_anything


async def test_one_person_plays_a_whole_game_with_three_computers(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        await ada.command("play", TABLE, game="guildes")
        lobby = ada.latest(TABLE)
        for _ in range(3):
            await ada.press("Add computer", lobby)
        await ada.press("Start", lobby)
        hand = await ada.sees(asked, None)
        while asked(hand):
            await pick_anything(ada, hand)
            await hall.quiet()
        board = await ada.sees(lambda message: "Play again" in labels(message), TABLE)
        assert "over" in text_of(board)
