"""A whole game without pictures."""

import pytest

from bot.testing.reader import Reader
from bot.testing.suite.whole import hall_of
from engine.parts.rng import Rng
from engine.text import text
from liars_dice.box import BOX


def needed(view, words):
    """One's own dice, the bid that stands, how many dice everybody has."""
    for face in set(view.hand):
        yield words(text(f"liars_dice.face.{face}"))
    if view.bid is not None:
        yield words(text(f"liars_dice.bid.{view.bid.face}", n=view.bid.number))
    for seat, number in enumerate(view.dice):
        yield from (words.name(seat), str(number))


@pytest.mark.asyncio
async def test_a_whole_game_is_played_by_text_and_labels(tmp_path):
    async with hall_of(tmp_path / "guildhall.sqlite3", BOX) as hall:
        party = await hall.lobby("Ada", computers=2, game="liars_dice")
        reader = await Reader.at(party, party.host, needed)
        await party.host.press("Start", party.board)
        await hall.quiet()
        rng = Rng(3)
        while await party.awaited():
            await reader.read()
            await reader.choose(rng)
            await hall.quiet()
        assert (await party.table()).record.status == "over"
