"""Computer players see what a person in their seat sees, and play what is allowed."""

from __future__ import annotations

import pytest

from engine import games
from engine.bots import STRENGTHS, NotAsked, counted, players_with
from engine.bots.players import moment
from engine.bots.search import contenders
from engine.game import Game, State

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


SEATS = {"guildes": 4, "majority": 4, "corrompue": 3, "london": 3}


def asked_after(game: Game, choices: int) -> tuple[State, int]:
    """A game after so many choices made by lot, and who has more than one answer then."""
    state = game.moment(SEATS[game.name], 3, choices)
    seats = [seat for seat in game.asked(state) if len(game.moves(state, seat)) > 1]
    return (state, seats[-1]) if seats else asked_after(game, choices + 1)


@pytest.mark.parametrize("choices", [0, 9, 30])
@every_game
def test_a_made_up_moment_asks_the_same_and_is_a_whole_game(game: Game, choices: int) -> None:
    state, seat = asked_after(game, choices)
    view = game.view(state, seat)
    world = moment(game, view, 0)
    assert game.view(world, seat) == view
    assert game.dump(world) == game.dump(moment(game, view, 0))
    again = game.load(game.dump(world))
    assert game.dump(again) == game.dump(world)
    made = 0
    while game.asked(again):
        mover = game.asked(again)[0]
        picks = PLAYERS["normal"].choose(game, game.view(again, mover), made)
        again, _ = game.play(again, mover, picks)
        made += 1
    assert game.outcome(again) is not None


@every_game
def test_made_up_moments_of_other_numbers_hide_other_things(game: Game) -> None:
    state, seat = asked_after(game, 9)
    view = game.view(state, seat)
    assert len({game.dump(moment(game, view, number)) for number in range(4)}) == 4


def test_a_turn_of_guilds_of_london_is_undone_in_a_made_up_moment_as_in_the_real_one() -> None:
    game, choices, undo = games["london"], 0, ("undo",)
    while True:
        state, seat = asked_after(game, choices)
        view = game.view(state, seat)
        if any(option.role == "undo" for option in view.prompt.options):
            break
        choices += 1
    real, _ = game.play(state, seat, undo)
    made_up, _ = game.play(moment(game, view, 0), seat, undo)
    assert game.view(made_up, seat) == game.view(real, seat)
    assert game.view(real, seat) != view
