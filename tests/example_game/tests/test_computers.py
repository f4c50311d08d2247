"""Computers at a game that says nothing of how to judge it."""

from engine.bots import counted, players_with
from engine.tools.simulate import play_with
from liars_dice.game import LiarsDice

GAMES = 20


def test_who_plays_worlds_out_beats_somebody_who_only_knows_the_rules():
    """A coin would win 17 of 20 games once in 800 times."""
    game = LiarsDice()
    assert game.policy is None
    players = players_with(counted(playouts=40))
    won = 0
    for number in range(GAMES):
        thinker = number % 2
        state = game.setup(2, seed=number)
        seats = [players["hard" if seat == thinker else "easy"] for seat in range(2)]
        play_with(game, state, seats, number)
        won += game.outcome(state).places[0] == [thinker]
    assert won >= 17
