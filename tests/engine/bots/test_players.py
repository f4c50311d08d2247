"""Computer players see what a person in their seat sees, and play what is allowed."""

from __future__ import annotations

import pytest

from engine import games
from engine.bots import STRENGTHS, NotAsked, counted, players_with
from engine.bots.search import contenders
from engine.game import Game

PLAYERS = players_with(counted(playouts=6))
every_strength = pytest.mark.parametrize("strength", STRENGTHS)
every_game = pytest.mark.parametrize("game", games.values(), ids=games.keys())


@pytest.mark.parametrize("strength", ["easy", "normal"])
@every_game
def test_a_game_of_computer_players_goes_to_its_end(game: Game, strength: str) -> None:
    state = game.setup(seats=game.seats[0], seed=2)
    choices = 0
    while game.asked(state):
        seat = game.asked(state)[0]
        picks = PLAYERS[strength].choose(game, game.view(state, seat), choices)
        state, _ = game.play(state, seat, picks)
        choices += 1
    assert game.outcome(state) is not None


@every_strength
def test_a_view_without_a_prompt_asks_for_no_choice(strength: str) -> None:
    game = games["guildes"]
    state = game.setup(seats=3, seed=1)
    with pytest.raises(NotAsked):
        PLAYERS[strength].choose(game, game.view(state, None), 1)


def test_a_hard_player_stops_thinking_when_told_to() -> None:
    asked_for_time = []

    def time_left():
        return lambda: asked_for_time.append(1) is not None

    game = games["guildes"]
    view = game.view(game.setup(seats=4, seed=1), 2)
    picks = players_with(time_left)["hard"].choose(game, view, 1)
    assert len(asked_for_time) == 1
    assert view.prompt is not None
    assert view.prompt.check(picks) == picks


def test_a_move_is_dropped_when_it_is_behind_by_more_than_luck() -> None:
    clear = {1: [0.9, 0.8, 0.9, 0.8], 2: [0.1, 0.2, 0.1, 0.2], 3: [0.2, 0.9, 1.0, 0.9]}
    assert set(contenders(clear)) == {1, 3}
