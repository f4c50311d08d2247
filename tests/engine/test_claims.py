"""*Suggest* says what is true, says it of the next best too, and is as good as *normal*."""

from __future__ import annotations

from statistics import fmean
from typing import Any

import pytest

from engine import games
from engine.bots import advise, players
from engine.bots.search import playout
from engine.tools.simulate import Setting
from engine.tools.tournament import Match, shares
from tests.bot.catalogues import messages
from tests.engine.claims import checked, positions

COMPARED = 400
RARE = {
    *("order", "give_instead", "idle", "least", "keep_last", "second.spared"),
    "second.paysan_left",
}
"""Reasons that needn't come in thousands of positions: only cards that a set hasn't got ask so,
hardly anybody turns a trick from one other player to another, or keeps a token that is of no more
use, discards are seldom alike in Noblesse, and one event redistributes cards."""
WORLDS = 4
"""In which each of two choices is played out."""
EVERY_GAME = pytest.mark.parametrize("game", games.values(), ids=list(games))


@EVERY_GAME
def test_every_reason_is_true_by_the_rules_and_the_view(game: Any) -> None:
    assert len(checked(game, 120)) >= 5


@pytest.mark.nightly
@pytest.mark.timeout(600)
@EVERY_GAME
def test_every_reason_is_true_in_thousands_of_positions(game: Any) -> None:
    begin = f"{game.name}.reason."
    keys = {key.partition(".you.")[0] for key in messages("en")}  # to its reader the same reason
    known = {key.removeprefix(begin) for key in keys if key.startswith(begin)}
    assert known - {*checked(game, 2000)} <= RARE


@EVERY_GAME
def test_what_is_said_comes_with_the_next_best_wherever_there_is_another_way(game: Any) -> None:
    """A player who can't see why not the other card isn't told why this one."""
    alone = [at for at in positions(game, 60) if at.advice.second is None]
    for at in alone:
        choices = [option for option in at.view.prompt.options if option.role == "choice"]
        asks = at.view.prompt.ask.key
        assert len(choices) <= at.view.prompt.most or "keep" in asks or "take" in asks, asks


@pytest.mark.nightly
@pytest.mark.timeout(600)
@EVERY_GAME
def test_what_is_suggested_is_no_worse_than_the_next_best_when_both_are_played_out(
    game: Any,
) -> None:
    gained = []
    for number, at in enumerate(positions(game, COMPARED)):
        if at.advice.second is None:
            continue
        for seed in range(WORLDS):
            world = game.sample(at.view, seed)
            best, second = (
                playout(game, game.policy, world, at.seat, (move,), number)
                for move in (
                    game.encode(world, at.seat, picks)
                    for picks in (at.advice.picks, at.advice.second[0])
                )
            )
            gained.append(best - second)
    assert fmean(gained) > 0


class Follower:
    """Chooses what *Suggest* says."""

    def choose(self, game: Any, view: Any, seed: int) -> Any:
        return advise(game, view, seed).picks


@pytest.mark.nightly  # by day conformance asks the same, with fewer games played out
@EVERY_GAME
def test_what_normal_chooses_is_suggested_or_comes_second_to_what_was_played_out(game: Any) -> None:
    for at in positions(game, 40):
        advice, rule = advise(game, at.view, 7), players["normal"].choose(game, at.view, 7)
        if advice.picks != rule:
            assert game.name != "london"
            assert advice.second is not None
            assert advice.second[0] == rule


@pytest.mark.nightly
@pytest.mark.timeout(600)
@EVERY_GAME
def test_whoever_follows_every_suggestion_plays_no_worse_than_normal(game: Any) -> None:
    match = Match("suggest", "normal", (Follower(), players["normal"]))
    setting = Setting(game, game.seats[-1], game.Options(), 60, seed=1)
    result = match.came_to(setting, sum(shares(setting, match)))
    _, high = result.interval
    assert result.chance <= high, result
