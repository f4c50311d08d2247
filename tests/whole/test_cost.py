"""Whole games that are played lively cost few of the bot's own calls, and end up to date."""

import pytest

from bot.testing.driver import text_of
from engine.parts.rng import Rng
from tests.local.clock import ManualClock
from tests.tiers import half
from tests.whole.house import house, pick_anything

RHYTHM = 10.0
MOST_CALLS = 0.30
"""Of the bot's own calls, a choice."""
MOST_A_TURN = 3.2
"""The same, a turn, where how many choices a turn has is the players' own."""


@pytest.mark.parametrize("game", half(["majority", "guildes", "corrompue", "london"], 1))
async def test_a_whole_lively_game_costs_few_calls(tmp_path, game):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        calls, chance = hall.discord.requests.kinds, Rng(1)
        before = calls["bot"]
        party = await hall.game("Ada", "Farah", "Goro", "Hugo", game=game)
        while await party.awaited():
            for person in await party.awaited():
                await pick_anything(person, party.hand(person), chance.choice)
            await hall.quiet()
            clock.advance(RHYTHM)
            await hall.quiet()
        spent = calls["bot"] - before
        if game == "london":
            turns = len(party.people) * (await party.table()).view(None).round
            assert spent / turns <= MOST_A_TURN
        else:
            assert spent / len(await party.moves()) <= MOST_CALLS
        assert "over" in text_of(party.host.channel(party.channel).messages[party.board.id])
