"""What a debate pays."""

from __future__ import annotations

from engine.majority.rounds import pay, ranks
from engine.majority.telling import debate_on
from engine.text import Seat


def test_example_of_the_rules_two_first_one_second() -> None:
    assert pay([16, 16, 10, 5]) == [2, 2, 6, 0]


def test_first_earns_two_and_second_a_fifth_of_the_first() -> None:
    assert pay([24, 19, 10, 0]) == [2, 4, 0, 0]


def test_all_tied_second_earn_in_full() -> None:
    assert pay([15, 9, 9, 3]) == [2, 3, 3, 0]


def test_nobody_second_pays_nothing_more() -> None:
    assert pay([12, 12, 12, 12]) == [2, 2, 2, 2]
    assert pay([12, 0, 12]) == [2, 0, 2]


def test_total_of_zero_never_earns() -> None:
    assert pay([0, 0, 0]) == [0, 0, 0]
    assert pay([30, 0, 0, 0]) == [2, 0, 0, 0]


def test_a_first_below_five_pays_the_second_nothing() -> None:
    assert pay([4, 3, 0]) == [2, 0, 0]


def test_three_tied_first_pay_the_second_three_times() -> None:
    assert pay([10, 3, 10, 10]) == [2, 6, 2, 2]


def test_gold_is_unlimited() -> None:
    assert pay([240, 240, 240, 1]) == [2, 2, 2, 144]


def test_equals_share_a_rank_and_zero_has_none() -> None:
    assert ranks([16, 16, 10, 0]) == [1, 1, 2, None]


def test_a_debate_tells_each_colours_power_and_gold_from_the_highest_total() -> None:
    totals = [5, 16, 0, 10]
    said = debate_on(0, totals, pay(totals))
    assert said.key == "majority.event.paid"
    told = [
        (one.key, one.args["seat"], one.args["power"], one.args["gold"].args["n"])
        for one in said.args["earned"]
    ]
    assert told == [
        ("majority.earned", Seat(1), 16, 2),
        ("majority.earned", Seat(3), 10, 3),
        ("majority.unearned", Seat(0), 5, 0),
    ]


def test_a_colour_in_which_nobody_has_power_pays_nothing() -> None:
    assert debate_on(1, [0, 0, 0], [0, 0, 0]).key == "majority.event.unpaid"
