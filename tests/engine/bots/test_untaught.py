"""A game that nobody has taught the computers anything: its rules are enough for a hard one."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.bots import counted, players, players_with
from engine.bots.players import policy_of
from engine.game import Game
from engine.log import moments
from engine.parts.policy import MENU
from engine.review import Draft, Effort, Reading, owed
from engine.review.chances import interval
from engine.saved import SavedEntry
from engine.tools.simulate import Setting, choices
from engine.tools.tournament import Match, shares

EXAMPLE = Path(__file__).parents[2] / "example_game"
GAMES = 24


@pytest.fixture
def liars_dice(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The example game, which is on no path else."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(EXAMPLE)
    from liars_dice.game import LiarsDice  # noqa: PLC0415

    yield LiarsDice()
    for name in {*sys.modules} - before:
        if name.startswith("liars_dice"):
            del sys.modules[name]


@pytest.mark.parametrize(("seats", "chance"), [(2, 1 / 2), (3, 1 / 3)])
def test_a_hard_player_wins_more_often_than_chance(
    liars_dice: Game, seats: int, chance: float
) -> None:
    players = players_with(counted(playouts=20))
    assert liars_dice.policy is None
    setting = Setting(liars_dice, seats, liars_dice.Options(), GAMES, seed=1)
    match = Match("hard", "normal", (players["hard"], players["normal"]))
    low, _ = interval(sum(shares(setting, match)), GAMES)
    assert low > chance


def test_a_search_begins_with_few_of_many_moves_from_the_first_to_the_last(
    liars_dice: Game,
) -> None:
    state = liars_dice.setup(2, seed=1)
    (seat,) = liars_dice.asked(state)
    moves = liars_dice.moves(state, seat)
    rows = policy_of(liars_dice).rows(state, seat)
    assert len(moves) > MENU == len({*rows})
    assert rows[0] == (moves[0],)
    assert rows[-1] == (moves[-1],)
    assert [*rows] == sorted(rows)


def test_all_of_few_moves_are_searched(liars_dice: Game) -> None:
    state = liars_dice.setup(2, liars_dice.Options(dice=2), seed=1)
    (seat,) = liars_dice.asked(state)
    liars_dice.apply(state, seat, liars_dice.moves(state, seat)[-5])
    (seat,) = liars_dice.asked(state)
    moves = liars_dice.moves(state, seat)
    assert 1 < len(moves) <= MENU
    assert policy_of(liars_dice).rows(state, seat) == [(move,) for move in moves]


def test_a_reviews_first_look_is_at_few_of_many_answers(liars_dice: Game) -> None:
    """All of them are played in a world before the clock is looked at."""
    start = liars_dice.setup(2, seed=1)
    log = [
        SavedEntry(seat=seat, picks=picks)
        for seat, picks in choices(liars_dice, start.clone(), [players["easy"]] * 2, 1)
    ]
    last = moments(liars_dice, start, log)[-1]
    made = next(
        choice
        for seat in range(2)
        for choice in owed(liars_dice, last, log, seat)
        if choice.view.prompt is not None and len(choice.view.prompt.options) > MENU
    )
    assert made.view.viewer is not None
    reading, draft = Reading(liars_dice, made, made.view.viewer, (), Effort()), Draft()
    left = iter((True, False))
    assert reading.go_on(draft, lambda: next(left)) is None
    assert MENU <= len(draft.first) <= MENU + 1
