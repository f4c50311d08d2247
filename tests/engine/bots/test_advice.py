"""Suggestions: what the normal computer would choose, unless playouts surely tell of better; of a
game that has no words, the best two."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from bot.languages import Languages
from bot.screens.play.guiding import suggested
from engine import games
from engine.bots import NotAsked, advise, players
from engine.bots.players import Picks, moment
from engine.bots.search import playout
from engine.corrompue import Corrompue
from engine.game import Game, View
from engine.parts.policy import Policy
from engine.review.chances import ToWin


class Wordless(Corrompue):
    """A game without a judgement of its own."""

    policy = None


def test_nobody_is_advised_who_is_not_asked() -> None:
    game = games["guildes"]
    with pytest.raises(NotAsked):
        advise(game, game.view(game.setup(3, seed=1), None), 1)


def test_without_words_the_best_two_are_named_with_their_worth() -> None:
    game = Wordless()
    state = game.setup(2, seed=3)
    (seat,) = game.asked(state)
    advice = advise(game, game.view(state, seat), 5)
    assert advice.reason is None
    best, second = advice.best
    assert advice.picks == best.picks != second.picks
    assert 100 >= best.worth >= second.worth >= 0
    offered = {option.id for option in game.prompts(state)[seat].options}
    assert {*best.picks, *second.picks} <= offered


def test_the_next_best_is_said_beside_what_is_suggested_and_that_two_are_alike() -> None:
    game = games["guildes"]
    words = Languages.load().words("en", ["Ana", "Bo", "Cy"])
    for seed in range(12):
        view = game.view(game.setup(3, seed=seed), 0)
        advice = advise(game, view, seed)
        assert advice.second is not None
        assert view.prompt is not None
        assert advice.picks != advice.second[0]
        (*_, last), _ = suggested(advice, view.prompt, words)
        alike = advice.reason == advice.second[1]
        assert ("for the same reason" in last) == alike
        assert "Next best" in last


def test_a_choice_that_surely_does_better_when_played_out_is_suggested_instead_and_says_so() -> (
    None
):
    """In worlds of their own such choices go on better than those of the normal computer."""
    game, gains = games["corrompue"], []
    state = game.setup(3, seed=1)
    while len(gains) < 4:
        (seat,) = game.asked(state)
        view = game.view(state, seat)
        advice, rule = advise(game, view, 1), players["normal"].choose(game, view, 1)
        if advice.picks != rule:
            assert advice.second is not None
            picks, said = advice.second
            assert picks == rule
            assert said is None or said.key == "suggest.played"
            gains.append(going_on(game, view, advice.picks) - going_on(game, view, rule))
        game.play(state, seat, rule)
    assert fmean(gains) > 0.01


def test_what_playouts_give_a_choice_is_called_a_rating_as_no_game_may_be_won_with_it() -> None:
    """In The Majority it counts by how much gold one is ahead or behind."""
    game, words = games["majority"], Languages.load().words("en", ["Ana", "Bo", "Cy"])
    views, lost = [], []
    state = game.setup(3, seed=1)
    while asked := game.asked(state):
        views.append(game.view(state, asked[0]))
        state, _ = game.play(state, asked[0], players["normal"].choose(game, views[-1], 1))
    for view in views[-12:]:
        advice = advise(game, view, 1)
        why = None if advice.second is None else advice.second[1]
        if why is None or why.key != "suggest.played":
            continue
        if going_on(game, view, advice.picks, ToWin(game, 3)) == 0:
            lost.append(why)
    assert any(why.args["mine"] != 0 for why in lost)
    assert all("A computer that plays on rates it " in words(why) for why in lost)


def going_on(game: Game, view: View, picks: Picks, policy: Policy[Any] | None = None) -> float:
    """How 40 games go on from a choice, by the game's judgement or another."""
    judged = policy or game.policy
    assert judged is not None
    assert view.viewer is not None
    ends = []
    for number in range(40):
        world = moment(game, view, number)
        move = game.encode(world, view.viewer, picks)
        ends.append(playout(game, judged, world, view.viewer, (move,), number))
    return fmean(ends)


def test_a_turn_that_is_planned_as_a_whole_is_suggested_as_the_normal_computer_plays_it() -> None:
    game = games["london"]
    state = game.setup(3, seed=3)
    for _ in range(12):
        seat, *_ = game.asked(state)
        view = game.view(state, seat)
        advice = advise(game, view, 7)
        assert advice.picks == players["normal"].choose(game, view, 7)
        game.play(state, seat, advice.picks)
