"""Computer players know what their seat knows: two worlds that look the same, one choice."""

from __future__ import annotations

from typing import Any, Final

import pytest

from bot.sessions.table.table import AnyGame
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from engine.bots import STRENGTHS, counted, players_with
from engine.bots.players import policy_of
from engine.parts.policy import MENU
from engine.review import Effort, Owed, read_choice

MOMENTS: Final = 6
PLAYERS: Final = players_with(counted(playouts=4))
GLANCE: Final = Effort(look=2, told=2, step=1, most=2)


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


def test_few_ways_to_go_on_are_played_out_beside_each_other(table: Seating) -> None:
    """A review looks at no clock while all of them are played in a world."""
    game, policy = table.game, policy_of(table.game)
    for number, state in enumerate(playthrough(table).some_states(MOMENTS)[:-1]):
        asked = game.asked(state)
        seat = asked[number % len(asked)]
        world = game.sample(game.view(state, seat), number)
        assert 1 <= len(policy.rows(world, seat)) <= MENU


def test_a_review_says_the_same_of_a_choice_in_any_world_with_the_same_view(table: Seating) -> None:
    game, through = table.game, playthrough(table)
    for number, state in enumerate(through.some_states(MOMENTS)[1:-1:3], 1):
        asked = game.asked(state)
        seat = asked[number % len(asked)]
        world = game.sample(game.view(state, seat), 1000 + number)
        picks = tuple(game.decode(state, seat, game.moves(state, seat)[-1]))
        said = []
        for seen in (state, world):
            look_through(game, seen)
            round_of, seen_by = game.round_of(seen), game.view(seen, seat)
            made = Owed(number, round_of, seen_by, picks, whole=number % 2 == 0)
            said.append(read_choice(game, made, seat, ("hard",) * state.seats, GLANCE))
        assert said[0] == said[1]
        assert said[0].answers[0].picks == picks


def look_through(game: AnyGame, state: Any) -> None:
    """Whatever a game could remember of a state, it could remember now."""
    for seat in game.asked(state):
        game.prompts(state)
        game.moves(state, seat)
    for viewer in range(state.seats):
        game.view(state, viewer)
    game.dump(state)
