"""What a review says of choices: it adds up, knows no secrets, and finds what was bad."""

from __future__ import annotations

from collections import deque

import pytest

from engine import games
from engine.review import Review, owed, reviewed
from engine.review.chances import ToWin, Worlds
from engine.review.reading import Owed, read_choice
from engine.values import Outcome
from tests.engine.review.builders import LITTLE, played


@pytest.fixture(scope="module", params=[("guildes", 3), ("majority", 4), ("corrompue", 3)])
def grown(request):
    game, last, log = played(*request.param)
    return game, last, log, list(reviewed(game, last, log, 1, LITTLE))


def test_beginning_costs_and_luck_add_up_to_the_result(grown) -> None:
    for review in grown[3][1:]:
        costs = sum(choice.cost for choice in review.choices)
        assert review.beginning - costs + sum(review.luck) == review.result


def test_a_better_answer_differs_by_the_cost_and_stands_second(grown) -> None:
    for choice in grown[3][-1].choices:
        if choice.cost:
            assert choice.before == choice.answers[1].chance > choice.after


def test_a_review_grows_by_a_choice_and_goes_on_where_it_was_left(grown) -> None:
    game, last, log, steps = grown
    assert [len(step.choices) for step in steps] == list(range(steps[-1].total + 1))
    kept = Review.model_validate_json(steps[-3].model_dump_json())
    assert list(reviewed(game, last, log, 1, LITTLE, kept)) == steps[-3:]


def test_all_choices_between_two_answers_are_read_as_they_were_made(grown) -> None:
    game, last, log, steps = grown
    for choice, made in zip(steps[-1].choices, owed(game, last, log, 1), strict=True):
        assert choice.entry == made.entry
        assert choice.answers[0].picks == tuple(log[made.entry - 1].picks)


def test_of_worlds_that_look_the_same_the_same_is_said() -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    view = game.view(state, 0)
    other = game.sample(view, 99)
    assert game.dump(other) != game.dump(state)
    picks = (view.prompt.options[0].id,)
    said = [
        read_choice(game, Owed(1, 1, game.view(world, 0), picks), 0, LITTLE)
        for world in (state, other)
    ]
    assert said[0] == said[1]


def test_all_answers_are_played_in_the_same_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = games["majority"]
    state = game.setup(3, seed=4)
    seen: dict[int, list[str]] = {}

    def watched(game, policy, world, seat, row, seed):
        seen.setdefault(row[0], []).append(f"{seed} {game.dump(world)}")
        return 0.5

    monkeypatch.setattr("engine.review.chances.playout", watched)
    moves = game.moves(state, 0)[:3]
    Worlds(game, game.view(state, 0), 0).play({move: [] for move in moves}, range(5))
    first, *others = seen.values()
    assert len(set(first)) == 5
    assert all(other == first for other in others)


def test_the_one_choice_that_loses_the_game_is_the_turning_point(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game, last, log = played("majority", 3)
    fatal = owed(game, last, log, 1)[4]
    planted = Worlds(game, fatal.view, 1)
    loses = game.encode(planted.first(), 1, fatal.picks)

    def loses_by_one(game, policy, world, seat, row, seed):
        there = 0 <= seed - planted.seed < LITTLE.look + LITTLE.most
        return 0.25 if there and row == (loses,) else 0.75

    monkeypatch.setattr("engine.review.chances.playout", loses_by_one)
    *_, review = reviewed(game, last, log, 1, LITTLE)
    (turn,) = review.turning_points
    assert (turn.entry, turn.cost, turn.after, turn.before) == (fatal.entry, 500, 250, 750)
    assert turn.answers[1].low == turn.answers[1].high == 750
    assert turn.reason is not None


def test_what_only_looked_better_at_first_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """In the first worlds the chosen card loses; in all further ones nothing is better."""
    game = games["majority"]
    state = game.setup(3, seed=4)
    view = game.view(state, 0)
    begin, chosen = Worlds(game, view, 0).seed, game.moves(state, 0)[0]

    def unlucky_at_first(game, policy, world, seat, row, seed):
        return 0.0 if row == (chosen,) and seed < begin + LITTLE.look else 1.0

    monkeypatch.setattr("engine.review.chances.playout", unlucky_at_first)
    picks = game.decode(state, 0, chosen)
    choice = read_choice(game, Owed(1, 1, view, picks), 0, LITTLE)
    assert (choice.cost, choice.after, choice.reason) == (0, 1000, None)


def test_partners_win_together_and_those_who_share_a_place_share_the_win() -> None:
    party = ToWin(games["majority"], 4)
    assert party.reward(Outcome(places=[[0, 2], [1, 3]], scores={}), 2) == 1
    assert party.reward(Outcome(places=[[0, 2], [1, 3]], scores={}), 3) == 0
    assert party.reward(Outcome(places=[[0, 1, 2, 3]], scores={}), 3) == 0.5
    alone = ToWin(games["guildes"], 3)
    assert alone.reward(Outcome(places=[[0, 1], [2]], scores={}), 1) == 0.5


def test_a_running_game_is_not_reviewed() -> None:
    game, last, log = played("majority", 3)
    with pytest.raises(ValueError, match="runs"):
        deque(reviewed(game, last.before, log, 0, LITTLE))
