"""Why a card of The Majority is suggested: what its colour would pay with it, by hand."""

from __future__ import annotations

import pytest

from engine.bots.advice import advise
from engine.majority.components import KIND_OF_ID
from engine.majority.reasons import reason
from engine.majority.view import MajorityView
from engine.text import Seat, Text, text
from tests.engine.majority.builders import GAME, exchange, table

RED = text("majority.colour.red")


def test_the_first_of_a_colour_earns_two() -> None:
    state = table(["red:9 red:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [3, 0, 0, 11, 0, 0, 0, 0, 0]
    said = text("majority.reason.own.first", colour=RED, power=12, n=2)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == said


def test_the_second_earns_a_fifth_of_each_first() -> None:
    state = table(["red:9 red:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 16, 0, 0]
    said = text("majority.reason.own.second", colour=RED, power=9, n=6)
    assert reason(state, 0, KIND_OF_ID["red:9"]) == said


def test_the_third_earns_nothing_yet() -> None:
    state = table(["red:5 red:9", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 9, 0, 0]
    said = text("majority.reason.own.behind", colour=RED, power=5, n=0)
    assert reason(state, 0, KIND_OF_ID["red:5"]) == said


@pytest.mark.parametrize(
    ("card", "effect"),
    [("red:0", "bribe"), ("red:2", "assassination"), ("red:3", "spy")],
)
def test_a_card_with_an_effect_is_suggested_for_it(card: str, effect: str) -> None:
    state = table([f"{card} blue:5 blue:5", "blue:5 blue:6 red:5", "blue:5 blue:9 red:5"])
    said = text(f"majority.reason.{effect}", colour=RED, power=int(card[-1]))
    assert reason(state, 0, KIND_OF_ID[card]) == said


def test_a_spy_played_as_the_last_card_of_a_round_opens_no_turn() -> None:
    state = table(["red:3 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    assert reason(state, 0, KIND_OF_ID["red:3"]) == text("majority.reason.spy_last")


def test_a_betrayal_is_said_by_what_it_brings_the_right_hand_neighbour() -> None:
    state = table(["red:7 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 2, 0, 0]
    # Seat 2 has 9 with it, second to one seat's 16: a fifth of that is 3.
    said = text("majority.reason.betrayal", player=Seat(2), colour=RED, power=9, n=3)
    assert reason(state, 0, KIND_OF_ID["red:7"]) == said


def test_a_betrayal_given_to_the_partner_is_won_by_neither() -> None:
    state = exchange(["red:7 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    why = text("majority.reason.partner.betrayal")
    said = text("majority.reason.exchange", partner=Seat(2), why=why)
    assert reason(state, 0, KIND_OF_ID["red:7"]) == said


def test_a_partner_is_given_what_earns_there() -> None:
    state = exchange(["red:10 yellow:10", "blue:10 blue:9", "yellow:10 yellow:9", "red:0 blue:0"])
    state.totals[2 * 3] = 4
    why = text("majority.reason.partner.first", colour=RED, power=14, n=2)
    said = text("majority.reason.exchange", partner=Seat(2), why=why)
    assert reason(state, 0, KIND_OF_ID["red:10"]) == said


def gold(totals: list[int], seat: int) -> int:
    """What one colour pays a seat (rules: debate)."""
    first = max(totals)
    if not totals[seat]:
        return 0
    if totals[seat] == first:
        return 2
    below = max(total for total in totals if total < first)
    return first // 5 * totals.count(first) if totals[seat] == below else 0


def check(view: MajorityView, pick: str, said: Text) -> None:
    """The reason for a card by the rules and what its player sees."""
    key, args, seat = said.key.removeprefix("majority.reason."), said.args, view.viewer
    colour, power = pick.split(":")
    assert seat is not None
    gains = {"betrayal": (seat - 1) % view.seats, "exchange": (seat + 2) % 4}.get(key, seat)
    if key == "exchange":
        assert (view.phase, args["partner"]) == ("exchange", Seat(gains))
        key, args = args["why"].key.removeprefix("majority.reason."), args["why"].args
    totals = [player.totals[colour] for player in view.players]
    totals[gains] += int(power)
    earned, most = gold(totals, gains), max(totals)
    if "n" in args:
        assert (args["power"], args["n"]) == (totals[gains], earned)
    last = view.turn == view.turns and view.phase in {"play", "open"}
    how = key.rpartition(".")[2]
    assert {
        "first": totals[gains] == most > 0,
        "second": totals[gains] < most and earned > 0,
        "behind": earned == 0,
        "betrayal": power == "7",
        "spy": power == "3" and not last,
        "spy_last": power == "3" and last,
        "bribe": power == "0",
        "assassination": power == "2",
    }[how]


@pytest.mark.parametrize("seats", [3, 4])
def test_every_reason_is_true_by_the_rules_and_the_view(seats: int) -> None:
    said = set()
    for seed in range(3):
        state = GAME.setup(seats, seed=seed)
        while GAME.asked(state):
            seat = GAME.asked(state)[0]
            view = GAME.view(state, seat)
            advice = advise(GAME, view, seed)
            assert advice.reason is not None
            check(view, advice.picks[0], advice.reason)
            said.add(advice.reason.key.removeprefix("majority.reason."))
            GAME.apply(state, seat, GAME.encode(state, seat, advice.picks))
    assert {"own.first", "own.second", "own.behind"} <= said
