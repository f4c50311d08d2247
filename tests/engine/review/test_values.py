"""What the choices of a whole game cost, once all are read."""

from __future__ import annotations

import pytest

from engine.review.values import Answer, Choice, Review


def answer(name, chance):
    return Answer(picks=(name,), chance=chance, low=chance - 20, high=chance + 20, worlds=120)


def choice(entry, mine, best, turn, doubt=0):
    """A choice between two answers, of which the better one wins so often."""
    answers = (answer("chosen", mine), answer("better", best))
    cost = max(0, best - mine)
    return Choice(
        entry=entry, round=1, cost=cost, lost=cost, answers=answers, turn=turn, doubt=doubt
    )


def reviewed(*choices, passes=0):
    review = Review(seat=0, result=0, total=len(choices), passes=passes)
    for one in choices:
        review = review.grown(one)
    return review


def test_a_mistake_within_a_turn_is_counted_once():
    """A pays a card: 0 of 64 %. B, the same turn's next choice, still had 67 %, surely 65, and gave
    it away: it was B that cost them."""
    review = reviewed(choice(5, 0, 640, turn=5), choice(6, 0, 670, turn=5))
    assert [one.cost for one in review.choices] == [0, 670]
    assert [one.entry for one in review.turning_points] == [6]
    assert review.beginning == 650
    assert review.luck == (20, 0)
    assert review.choices[0].lost == 0


def test_a_choice_costs_what_the_rest_of_its_turn_surely_cannot_make_up():
    review = reviewed(choice(5, 0, 640, turn=5), choice(6, 440, 300, turn=5))
    first, _ = review.choices
    assert (first.cost, first.lost, first.before) == (220, 220, 640)
    assert (first.answers[0].chance, first.answers[0].high) == (420, 460)
    assert first.answers[0].picks == ("chosen",)


def test_less_than_half_of_a_cost_is_not_made_up_for():
    """Few worlds tell of what comes after: that much may be chance."""
    first = reviewed(choice(5, 0, 640, turn=5), choice(6, 330, 100, turn=5)).choices[0]
    assert (first.cost, first.after) == (640, 0)


def test_of_three_choices_the_last_one_makes_up_for_both():
    first, second, third = (choice(entry, 0, 600, turn=5) for entry in (5, 6, 7))
    assert [one.cost for one in reviewed(first, second, third).choices] == [20, 20, 600]


@pytest.mark.parametrize("turns", [(5, 6), (None, None)])
def test_what_comes_out_between_two_turns_makes_up_for_nothing(turns):
    one, other = turns
    review = reviewed(choice(5, 0, 640, turn=one), choice(6, 0, 670, turn=other))
    assert [choice.cost for choice in review.choices] == [640, 670]
    assert review.luck == (670, 0)


@pytest.mark.parametrize(("ahead", "told"), [(9, False), (10, True)])
def test_well_chosen_is_what_gained_a_point_at_least(ahead, told):
    review = reviewed(choice(5, 500, 300, turn=None).model_copy(update={"ahead": ahead}))
    assert (review.best is not None) == told


@pytest.mark.parametrize(("cost", "turning"), [(9, 0), (10, 1)])
def test_a_turning_point_cost_a_point_at_least(cost, turning):
    review = reviewed(choice(5, 500, 500 + cost, turn=None))
    assert len(review.turning_points) == turning


def test_what_was_made_up_for_is_not_read_again():
    review = reviewed(
        choice(5, 0, 640, turn=5, doubt=640), choice(6, 0, 670, turn=5, doubt=670), passes=2
    )
    assert review.again == (6,)
    assert review.choices[0].doubt == 0
