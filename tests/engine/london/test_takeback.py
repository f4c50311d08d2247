"""What of Guilds of London can be taken back: what "Undo turn" leaves, and more."""

from __future__ import annotations

import pytest

from engine.london.numbers.asks import Phase
from tests.engine.london.builders import GAME, activate, effect, play, scene, turns

TOWN = {"B3": "mercers", "D4": "grocers", "B1": "drapers"}


def turn_of(hands: str = "31 32 33", **setting):
    return turns(scene(tiles=TOWN, hands=[hands, "31 32 33"], **setting))


def test_a_card_that_recruits_can_be_taken_back_in_ones_own_turn() -> None:
    before = turn_of()
    after = play(before, "card:31.recruit")
    assert not GAME.revealed(before, after, 0)
    assert GAME.own_turn(before, after, 0)


def test_cards_drawn_at_the_end_of_the_turn_have_been_seen() -> None:
    before = play(turn_of(), "card:31.recruit")
    assert GAME.revealed(before, play(before, "end"), 0)


def test_in_the_last_round_nothing_is_drawn_but_the_turn_is_over() -> None:
    before = play(turn_of(round_=15), "card:31.recruit")
    after = play(before, "end")
    assert not GAME.revealed(before, after, 0)
    assert not GAME.own_turn(before, after, 0)


def test_standing_answers_of_others_keep_nobody_from_taking_back_in_ones_own_turn() -> None:
    """A button that isn't there would tell of them."""
    for standing in ("always", "ends", "never", "only", "home", "spare"):
        before = turn_of()
        setattr(before, standing, 0b110)
        assert not GAME.revealed(before, play(before, "card:31.recruit"), 0)


@pytest.mark.parametrize(("standing", "spared"), [("never", True), ("always", False)])
def test_a_standing_answer_tells_of_itself_once_it_has_answered_a_question(
    standing: str, spared: bool
) -> None:
    pawns = {"B3": [2, 3, 2]}
    before = activate(scene(tiles=TOWN, pawns=pawns, neutrals=[2, 2, 2]))
    seat = before.actor
    setattr(before, standing, 0b111 & ~(1 << seat))
    after = play(before, "none")
    assert (after.ask == before.ask) is not spared
    assert GAME.revealed(before, after, seat) is spared


@pytest.mark.parametrize(("hand", "asked"), [("12", 2), ("31", 1)])
def test_who_has_no_pawn_to_recruit_shows_by_having_a_turn_or_none_what_is_in_hand(
    hand: str, asked: int
) -> None:
    pawns = {"guildhall": [4, 0, 4], "plantation": [0, 16, 0]}
    hands = ["32", hand]
    before = turns(scene(tiles={"B3": "mercers"}, hands=hands, pawns=pawns, round_=15))
    after = play(before, "end")
    assert GAME.asked(after) == [asked]
    assert GAME.revealed(before, after, 0)


def test_cards_drawn_and_mayors_looked_at_by_an_effect_have_been_seen() -> None:
    for step in ({"do": "draw"}, {"do": "mayor", "draw": 2, "keep": 1}):
        before, after = turn_of(), effect(step)
        before.box = after.box
        assert GAME.revealed(before, after, 0)


def test_which_of_the_mayors_that_were_seen_is_kept_may_be_taken_back() -> None:
    before = effect({"do": "mayor", "draw": 2, "keep": 1})
    (prompt,) = GAME.prompts(before).values()
    after = play(before, prompt.options[0].id)
    assert not GAME.revealed(before, after, 0)
    assert GAME.own_turn(before, after, 0)


def test_a_negotiation_can_be_taken_back_but_not_unasked() -> None:
    pawns = {"B3": [2, 3, 0]}
    before = activate(scene(tiles=TOWN, pawns=pawns, neutrals=[2, 0, 0]))
    assert before.phase == Phase.ACTIVATION
    after = play(before, "none")
    assert not GAME.own_turn(before, after, 0)


def test_the_end_shows_the_mayors() -> None:
    before = GAME.setup(3, seed=1)
    after = before.clone()
    after.phase = Phase.OVER
    assert GAME.revealed(before, after, 0)
