"""Why a card of The Majority is suggested: what its colour would pay with it, by hand."""

from __future__ import annotations

import pytest

from engine.majority import MajorityOptions
from engine.majority.components import KIND_OF_ID
from engine.majority.policy import MajorityPolicy, apart, reason
from engine.majority.state import OPEN
from engine.parts.policy import LITTLE
from engine.text import Seat, Text, text
from tests.engine.majority.builders import exchange, table

RED, BLUE, YELLOW = (text(f"majority.colour.{name}") for name in ("red", "blue", "yellow"))


def said(totals: list[int], card: str = "red:9", round_: int = 1) -> Text:
    """Why seat 0 plays a card, these being the totals, a row for each of three seats."""
    hands = [f"{card} red:5 blue:5 blue:6", "blue:5 blue:6 red:5", "blue:5 blue:9 red:5"]
    state = table(hands, round_=round_)
    state.totals = totals
    return reason(state, 0, KIND_OF_ID[card])


def own(how: str, power: int, **told: int) -> Text:
    """What is said of seat 0 itself in red."""
    return text(f"majority.reason.own.{how}", player=Seat(0), colour=RED, power=power, **told)


def test_the_first_of_a_colour_earns_two() -> None:
    assert said([3, 0, 0, 9, 0, 0, 0, 0, 0]) == own("first", 12, n=2, before=1)


@pytest.mark.parametrize("other", [11, 15])
def test_gold_that_would_be_there_without_the_card_is_no_reason_for_it(other: int) -> None:
    """Second to 11 pays 2, to 15 it pays 3, and first pays 2."""
    assert said([9, 0, 0, other, 0, 0, 0, 0, 0]) == own("later", 18)


def test_the_second_earns_a_fifth_of_each_first() -> None:
    assert said([0, 0, 0, 16, 0, 0, 16, 0, 0]) == own("second", 9, n=6, before=0)


def test_of_the_third_it_is_said_what_makes_it_second() -> None:
    near = text("majority.reason.nearer", colour=RED, power=5, n=4)
    assert said([0, 0, 0, 16, 0, 0, 9, 0, 0], "red:5") == near


def test_a_card_that_pays_no_more_makes_a_place_surer() -> None:
    first = text("majority.reason.surer.first", colour=RED, power=19, next=6)
    assert said([10, 0, 0, 6, 0, 0, 0, 0, 0]) == first
    second = text("majority.reason.surer.second", colour=RED, power=17, next=7)
    assert said([8, 0, 0, 40, 0, 0, 7, 0, 0]) == second


def test_nothing_is_said_for_a_card_that_pays_less_in_the_last_debate() -> None:
    """Second to 16 is worth 3 gold, and first only 2."""
    assert said([15, 0, 0, 16, 0, 0, 0, 0, 0], round_=4) == LITTLE


def test_what_a_card_costs_another_speaks_for_it() -> None:
    """Seat 0 stays second to 40; seat 2 was level with it and is paid no more."""
    costs = text("majority.reason.costs", player=Seat(2), colour=RED, n=8)
    assert said([9, 0, 0, 40, 0, 0, 9, 0, 0]) == costs


def test_what_the_partner_gains_by_it_is_said_for_the_team() -> None:
    """A fifth of the first's 24 goes to seat 2, who is second; it was a fifth of 15."""
    state = table(["red:9 blue:5 blue:6", "blue:5", "blue:5", "blue:5"])
    state.totals = [15, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0]
    team = text("majority.reason.team", colour=RED, n=6, before=5)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == team


@pytest.mark.parametrize(
    ("card", "effect"), [("red:0", "bribe"), ("red:2", "assassination"), ("red:3", "spy")]
)
def test_a_card_with_an_effect_is_suggested_for_it(card: str, effect: str) -> None:
    state = table([f"{card} blue:5 blue:5", "blue:5 blue:6 red:5", "blue:5 blue:9 red:5"])
    told = {
        "bribe": {"colour": RED, "power": 5},
        "assassination": {
            "colours": (text("majority.colour.blue"), text("majority.colour.yellow"))
        },
        "spy": {"n": 2},
    }
    assert reason(state, 0, KIND_OF_ID[card]) == text(f"majority.reason.{effect}", **told[effect])


def test_a_spy_played_as_the_last_card_of_a_round_opens_no_turn() -> None:
    state = table(["red:3 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    assert reason(state, 0, KIND_OF_ID["red:3"]) == text("majority.reason.spy_last")


def test_with_four_a_spy_sees_one_card_and_with_three_two() -> None:
    """Rules, effects: with four the right-hand neighbour plays first, the spy second."""
    for seats in (3, 4):
        state = table(["red:3 blue:5 blue:6", *["blue:5 blue:6 red:5"] * (seats - 1)])
        said = reason(state, 0, KIND_OF_ID["red:3"])
        assert said == text("majority.reason.spy", n=2 if seats == 3 else 1)


def betrayed(totals: list[int], round_: int = 4) -> Text:
    """Why seat 0 plays a red 7, which goes to seat 2."""
    state = table(["red:7 blue:5", "blue:5 blue:6", "blue:5 blue:9"], round_=round_)
    state.totals = totals
    return reason(state, 0, KIND_OF_ID["red:7"])


def test_a_betrayal_is_said_by_what_it_brings_oneself() -> None:
    """Seat 2 is first with 20; a fifth of that goes to seat 0, where it was a fifth of 13."""
    told = {"player": Seat(2), "colour": RED, "power": 20, "n": 4, "before": 2}
    assert betrayed([9, 0, 0, 0, 0, 0, 13, 0, 0]) == text("majority.reason.betrayal", **told)


def test_a_betrayal_is_said_by_what_it_costs_a_third() -> None:
    """Seats 1 and 2 are second to 16 and earn 3 each; past it, seat 2 earns them alone."""
    costs = text("majority.reason.costs", player=Seat(1), colour=RED, n=3)
    assert betrayed([16, 0, 0, 5, 0, 0, 5, 0, 0]) == costs
    assert betrayed([16, 0, 0, 5, 0, 0, 0, 0, 0]) == LITTLE  # seat 2 gains what seat 1 loses


@pytest.mark.parametrize("totals", [[3, 0, 0, 16, 0, 0, 2, 0, 0], [12, 0, 0, 13, 0, 0, 9, 0, 0]])
def test_nothing_is_said_for_a_betrayal_that_pushes_oneself_down(totals: list[int]) -> None:
    assert betrayed(totals) == LITTLE


def test_nothing_is_said_for_a_card_that_an_open_assassin_discards() -> None:
    hand = "blue:10 yellow:6 blue:2"
    state = table([hand, "yellow:2 blue:5 blue:6", "blue:5 blue:9 red:5"])
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["yellow:2"]
    assert reason(state, 0, KIND_OF_ID["blue:10"]) == LITTLE
    assert reason(state, 0, KIND_OF_ID["yellow:6"]).key == "majority.reason.own.first"
    assert reason(state, 0, KIND_OF_ID["blue:2"]).key == "majority.reason.assassination"


@pytest.mark.parametrize("acts", [True, False])
def test_an_assassin_that_an_open_bribe_takes_discards_nothing_where_only_free_ones_act(
    acts: bool,
) -> None:
    options = MajorityOptions(stolen_assassin_acts=acts)
    hands = ["blue:2 yellow:6", "blue:0 blue:5", "blue:0 blue:9"]
    state = table(hands, options=options)
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["blue:0"]
    said = reason(state, 0, KIND_OF_ID["blue:2"])
    assert (said.key == "majority.reason.assassination") == acts
    state.chosen[2] = KIND_OF_ID["blue:0"]
    assert reason(state, 0, KIND_OF_ID["blue:2"]).key == "majority.reason.assassination"


def test_nothing_is_said_for_a_card_that_an_open_bribe_takes_unless_it_is_cancelled() -> None:
    hands = ["blue:10 yellow:6", "blue:0 blue:5", "blue:0 blue:9"]
    state = table(hands)
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["blue:0"]
    assert reason(state, 0, KIND_OF_ID["blue:10"]) == LITTLE
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


def test_nothing_is_said_for_a_betrayal_given_to_the_partner() -> None:
    state = exchange(["red:7 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    assert reason(state, 0, KIND_OF_ID["red:7"]) == LITTLE


def test_a_partner_is_given_what_earns_there() -> None:
    state = exchange(["red:10 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    told = {"player": Seat(2), "colour": RED, "power": 10, "n": 2, "before": 0}
    assert reason(state, 0, KIND_OF_ID["red:10"]) == text("majority.reason.partner.first", **told)
    state.totals[2 * 3], state.round = 4, 1  # it is first already
    later = text("majority.reason.partner.later", player=Seat(2), colour=RED, power=14)
    assert reason(state, 0, KIND_OF_ID["red:10"]) == later


def second(hand: str, other: str, totals: list[int] | None = None) -> Text:
    """What tells the first card of seat 0's hand from another."""
    state = table([hand, "blue:5 blue:6 red:5", "blue:5 blue:9 red:5"])
    state.totals = totals or [0] * 9
    return apart(state, 0, KIND_OF_ID[hand.split(maxsplit=1)[0]], KIND_OF_ID[other])


def test_the_next_best_is_told_apart_by_what_weighs_most() -> None:
    """Gold in all colours if the debate were held now, else power."""
    gold = text("majority.reason.second.gold", n=1, mine=2, power=5)
    assert second("red:9 blue:5", "blue:5", [0, 0, 0, 4, 6, 0, 0, 4, 0]) == gold
    power = text("majority.reason.second.power", n=5, mine=9, power=5)
    assert second("red:9 red:5", "red:5") == power


def test_of_an_effect_that_decides_it_is_said_what_gold_it_outweighs() -> None:
    level = text("majority.reason.second.level.none", n=2, mine=2, power=5)
    assert second("red:2 red:5", "red:5") == level


def test_of_a_next_best_that_is_lost_already_that_is_said() -> None:
    state = table(["blue:2 red:10", "yellow:2 blue:5 blue:6", "blue:5 blue:9 red:5"])
    state.phase = OPEN
    state.chosen[1] = KIND_OF_ID["yellow:2"]
    said = apart(state, 0, KIND_OF_ID["blue:2"], KIND_OF_ID["red:10"])
    assert said == text("majority.reason.second.lost")


def test_a_card_that_the_partner_needs_no_more_than_oneself_is_kept() -> None:
    """Seat 0 is first in red, where its partner would be second; in blue both have none."""
    state = exchange(["red:10 blue:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    state.totals[0] = 20
    said = apart(state, 0, KIND_OF_ID["red:10"], KIND_OF_ID["blue:10"])
    assert said == text("majority.reason.second.kept", n=0, mine=4, player=Seat(2))
