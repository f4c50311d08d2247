"""Long turns are told as wholes: the turn that was played beside the best one found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.review import Answer, Choice, Owed, Review, following, owed, read_choice, steps, unread
from engine.review.chances import Worlds
from tests.engine.review.builders import LITTLE, played

SEAT = 1


@pytest.fixture(scope="module")
def london():
    game, last, log = played("london", 2)
    return game, log, owed(game, last, log, SEAT)


def test_a_turn_goes_on_as_it_was_played(london) -> None:
    _, log, choices = london
    long = [choice for choice in choices if choice.then]
    assert len(long) > 5
    for choice in long:
        rest = log[choice.entry : choice.entry + len(choice.then)]
        assert [(entry.seat, tuple(entry.picks)) for entry in rest] == [
            (SEAT, picks) for picks in choice.then
        ]


def test_each_choice_of_a_turn_knows_the_first(london) -> None:
    _, _, choices = london
    ends = {choice.entry: choice.entry + len(choice.then) for choice in choices if choice.then}
    for choice in choices:
        inside = [first for first, end in ends.items() if first <= choice.entry <= end]
        assert [choice.turn] == (inside or [None])


def test_nobody_has_a_turn_where_all_choose_at_once() -> None:
    game, last, log = played("guildes", 3)
    assert {choice.turn for choice in owed(game, last, log, SEAT)} == {None}


def test_whoever_takes_a_trick_last_leads_on_in_the_same_turn() -> None:
    """La Cité: nothing hidden comes out between one's last card of a trick and one's next."""
    game, last, log = played("corrompue", 3)
    turns = [choice for choice in owed(game, last, log, SEAT) if choice.then]
    assert turns
    for choice in turns:
        assert [entry.seat for entry in log[choice.entry - 1 :][: len(choice.then) + 1]] == [
            SEAT
        ] * (len(choice.then) + 1)


def test_the_turn_played_stands_beside_the_best_one_found(
    london, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.reading.learned", {}.get)
    game, _, choices = london
    made = next(choice for choice in choices if choice.then)
    mine = []

    def loses_as_played(game, policy, world, seat, row, seed):
        mine.append(row)
        return 0.25 if row == mine[0] else 0.75

    monkeypatch.setattr("engine.review.chances.playout", loses_as_played)
    turn = read_choice(game, replace(made, whole=True), SEAT, (), LITTLE)
    played_turn, best = turn.answers[:2]
    assert (played_turn.picks, played_turn.then) == (made.picks, made.then)
    assert len(mine[0]) == 1 + len(made.then)
    # Of 8 worlds 2 won, or 6, and half a one of one more: 2.5 / 9 and 6.5 / 9.
    assert (turn.entry, turn.cost, best.chance) == (made.entry, 444, 722)
    assert (best.picks, best.then) != (made.picks, made.then)


def test_a_better_choice_amid_a_turn_is_part_of_a_whole_turn_that_is_tried(
    london, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.review.reading.learned", {}.get)
    game, _, choices = london
    amid = next(one for one in choices if one.turn not in (None, one.entry))
    first = next(one for one in choices if one.entry == amid.turn)
    up_to = (first.picks, *first.then)[: [first.entry, *first.after].index(amid.entry)]
    state = Worlds(game, amid.view, SEAT).first()
    better = game.decode(state, SEAT, game.moves(state, SEAT)[-1])
    assert better != amid.picks

    def wins_so(game, policy, world, seat, row, seed):
        picks = []
        for move in row:
            picks.append(game.decode(world, seat, move))
            world, _ = game.play(world, seat, picks[-1])
        return 0.75 if tuple(picks[: len(up_to) + 1]) == (*up_to, better) else 0.25

    monkeypatch.setattr("engine.review.chances.playout", wins_so)
    answers = tuple(Answer(picks=one, chance=0, low=0, high=0, worlds=1) for one in ((), better))
    cost = Choice(entry=amid.entry, round=1, cost=50, answers=answers, turn=amid.turn)
    whole = following((first,), Review(seat=SEAT, result=0, total=1).grown(cost))
    best = read_choice(game, whole, SEAT, (), LITTLE).answers[1]
    assert (best.picks, *best.then)[: len(up_to) + 1] == (*up_to, better)


def test_a_turn_is_told_as_it_would_be_asked(london) -> None:
    game, _, choices = london
    made = next(choice for choice in choices if choice.then)
    answer = Answer(picks=made.picks, then=made.then, chance=0, low=0, high=0, worlds=1)
    told = steps(game, made, SEAT, answer)
    assert [step.picks for step in told] == [made.picks, *made.then]
    assert told[0].prompt.ask == made.view.prompt.ask
    state = Worlds(game, made.view, SEAT).first()
    for step in told:
        state, _ = game.play(state, SEAT, step.picks)


def choice_of(entry: int, cost: int, turn: int | None = None) -> Choice:
    answer = Answer(picks=(), chance=0, low=0, high=0, worlds=1)
    return Choice(entry=entry, round=1, cost=cost, answers=(answer,) * 2, moves=10, turn=turn)


def test_after_all_choices_the_turns_of_the_dearest_are_read(london) -> None:
    view = london[2][0].view
    first = Owed(1, 1, view, ("a",), 9, turn=1, then=(("b",),))
    choices = (
        first,
        Owed(2, 1, view, ("b",), 8, turn=1),
        Owed(5, 1, view, ("c",), 5, turn=5, then=(("d",),)),
    )
    review = Review(seat=0, result=0, total=3)
    assert following(choices, review, 1600).moves == 9 * (1600 - 3 * 100) // 22
    left = [unread(choices, review)]
    for choice in (choice_of(1, 0, 1), choice_of(2, 50, 1), choice_of(5, 0, 5)):
        review = review.grown(choice)
        left.append(unread(choices, review))
    assert not review.done
    # Thirteen parts of sixteen are the choices', by how long games go on; one turn is left.
    assert left == pytest.approx([1, (3 + 13 * 13 / 22) / 16, (3 + 13 * 5 / 22) / 16, 1 / 16])
    owed_turn = following(choices, review, 1600)
    assert (owed_turn.entry, owed_turn.whole, owed_turn.moves) == (1, True, 100)
    whole = choice_of(1, 30, 1)
    review = review.grown(whole)
    assert review.done
    assert (len(review.choices), review.turns, unread(choices, review)) == (3, (whole,), 0)


def test_a_whole_turn_adds_nothing_to_what_choices_cost() -> None:
    review = Review(seat=0, result=0, total=1).grown(choice_of(1, 50, 1)).grown(choice_of(1, 70, 1))
    assert review.accuracy == 95
    assert [turn.cost for turn in review.turning_points] == [50]
