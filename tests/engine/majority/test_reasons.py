"""Why a card of The Majority is suggested: what its colour would pay with it, by hand."""

from __future__ import annotations

import pytest

from engine.majority.components import KIND_OF_ID
from engine.majority.policy import MajorityPolicy, reason
from engine.majority.state import OPEN
from engine.majority.telling import CARD
from engine.text import Seat, Text, text
from tests.engine.majority.builders import exchange, table

RED = text("majority.colour.red")


def test_the_first_of_a_colour_earns_two() -> None:
    state = table(["red:9 red:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [3, 0, 0, 9, 0, 0, 0, 0, 0]
    said = text("majority.reason.own.first", colour=RED, power=12, n=2, before=1)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == said


@pytest.mark.parametrize(("others", "before"), [(11, 2), (15, 3)])
def test_gold_that_would_be_there_without_the_card_is_no_reason_for_it(others, before) -> None:
    """Second to 11 pays 2, to 15 it pays 3, and first pays 2."""
    state = table(["red:9 red:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [9, 0, 0, others, 0, 0, 0, 0, 0]
    said = text("majority.reason.own.later", colour=RED, power=18, n=2, before=before)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == said


def test_the_second_earns_a_fifth_of_each_first() -> None:
    state = table(["red:9 red:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 16, 0, 0]
    said = text("majority.reason.own.second", colour=RED, power=9, n=6, before=0)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == said


def test_the_third_earns_nothing_yet() -> None:
    state = table(["red:5 red:9", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 9, 0, 0]
    said = text("majority.reason.own.behind", colour=RED, power=5, n=0, before=0)
    assert reason(state, 0, KIND_OF_ID["red:5"]) == said


@pytest.mark.parametrize(
    ("card", "effect"), [("red:0", "bribe"), ("red:2", "assassination"), ("red:3", "spy")]
)
def test_a_card_with_an_effect_is_suggested_for_it(card: str, effect: str) -> None:
    state = table([f"{card} blue:5 blue:5", "blue:5 blue:6 red:5", "blue:5 blue:9 red:5"])
    said = text(f"majority.reason.{effect}", colour=RED, power=int(card[-1]))
    assert reason(state, 0, KIND_OF_ID[card]) == said


def test_a_spy_played_as_the_last_card_of_a_round_opens_no_turn() -> None:
    state = table(["red:3 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    assert reason(state, 0, KIND_OF_ID["red:3"]) == text("majority.reason.spy_last")


def betrayed(**told: int) -> Text:
    """What is said of a red 7 that goes to seat 2."""
    return text("majority.reason.betrayal", player=Seat(2), colour=RED, **told)


def test_a_betrayal_is_said_by_what_it_brings_the_neighbour_and_oneself() -> None:
    state = table(["red:7 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [3, 0, 0, 16, 0, 0, 2, 0, 0]
    # Seat 2 has 9 with it, second to one seat's 16, where seat 0 was: a fifth of that is 3.
    said = betrayed(power=9, theirs=3, were=0, mine=0, before=3)
    assert reason(state, 0, KIND_OF_ID["red:7"]) == said


def test_a_betrayal_that_pushes_oneself_down_says_so() -> None:
    state = table(["red:7 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [12, 0, 0, 13, 0, 0, 9, 0, 0]
    # Seat 2 goes from third to first with 16. Seat 1 was first and is second, seat 0 third.
    said = betrayed(power=16, theirs=2, were=0, mine=0, before=2)
    assert reason(state, 0, KIND_OF_ID["red:7"]) == said


def test_of_a_card_that_an_open_assassin_discards_that_is_said() -> None:
    hand = "blue:10 yellow:6 blue:2"
    state = table([hand, "yellow:2 blue:5 blue:6", "blue:5 blue:9 red:5"])
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["yellow:2"]
    said = text("majority.reason.killed", player=Seat(1), card=CARD[KIND_OF_ID["yellow:2"]])
    assert reason(state, 0, KIND_OF_ID["blue:10"]) == said
    assert reason(state, 0, KIND_OF_ID["yellow:6"]).key == "majority.reason.own.first"
    assert reason(state, 0, KIND_OF_ID["blue:2"]).key == "majority.reason.assassination"


def test_of_a_card_that_an_open_bribe_takes_that_is_said_unless_it_is_cancelled() -> None:
    hands = ["blue:10 yellow:6", "blue:0 blue:5", "blue:0 blue:9"]
    state = table(hands)
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["blue:0"]
    said = text("majority.reason.bribed", player=Seat(1), card=CARD[KIND_OF_ID["blue:0"]])
    assert reason(state, 0, KIND_OF_ID["blue:10"]) == said
    state.chosen[2] = KIND_OF_ID["blue:0"]
    assert reason(state, 0, KIND_OF_ID["blue:10"]).key == "majority.reason.own.first"


def test_the_second_suggestion_is_no_card_that_is_lost_already() -> None:
    """Blue 10 would pay 3 gold and yellow 6 but 2; the yellow 2 that lies open discards blue."""
    hands = ["yellow:9 yellow:6 blue:10", "yellow:2 blue:5 blue:6", "blue:5 blue:9 red:5"]
    state = table(hands)
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["yellow:2"]
    policy = MajorityPolicy()
    assert policy.second(state, 0, KIND_OF_ID["yellow:9"]) == KIND_OF_ID["yellow:6"]


def test_a_betrayal_given_to_the_partner_is_won_by_who_sits_before_them() -> None:
    state = exchange(["red:7 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    why = text("majority.reason.partner.betrayal", player=Seat(1))
    said = text("majority.reason.exchange", partner=Seat(2), why=why)
    assert reason(state, 0, KIND_OF_ID["red:7"]) == said


def test_a_partner_is_given_what_earns_there() -> None:
    state = exchange(["red:10 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    why = text("majority.reason.partner.first", colour=RED, power=10, n=2, before=0)
    said = text("majority.reason.exchange", partner=Seat(2), why=why)
    assert reason(state, 0, KIND_OF_ID["red:10"]) == said
