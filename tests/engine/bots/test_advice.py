"""Suggestions: what the normal computer would choose; of a game that has no words, the best two."""

from __future__ import annotations

import pytest

from bot.languages import Languages
from bot.screens.play.guiding import suggested
from engine import games
from engine.bots import NotAsked, advise
from engine.corrompue import Corrompue


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
