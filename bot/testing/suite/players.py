"""Computer players know what their seat knows: two worlds that look the same, one choice."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bot.sessions.table.table import AnyGame
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from engine.bots import STRENGTHS, counted, players_with

MOMENTS: Final = 6
PLAYERS: Final = players_with(counted(playouts=4))


@pytest.mark.parametrize("strength", STRENGTHS)
def test_a_players_choice_is_the_same_in_any_world_with_the_same_view(
    table: Seating, strength: str
) -> None:
    """Whatever went through the game before: nothing is remembered of it."""
    game, player, through = table.game, PLAYERS[strength], playthrough(table)
    for number, state in enumerate(through.some_states(MOMENTS)[:-1], 1):
        asked = game.asked(state)
        seat = asked[number % len(asked)]
        view = game.view(state, seat)
        look_through(game, through.start)
        world = game.sample(view, 1000 + number)
        assert game.view(world, seat) == view
        chosen = set()
        for seen in (state, world):
            look_through(game, seen)
            chosen.add(player.choose(game, view, number))
        (picks,) = chosen
        game.play(state, seat, picks)


def look_through(game: AnyGame, state: Any) -> None:
    """Whatever a game could remember of a state, it could remember now."""
    for seat in game.asked(state):
        game.prompts(state)
        game.moves(state, seat)
    for viewer in range(state.seats):
        game.view(state, viewer)
    game.dump(state)
