"""What of The Majority can be taken back."""

from __future__ import annotations

from engine.majority.state import EXCHANGE, OPEN
from tests.engine.majority.builders import GAME, choose, table

HANDS = ("red:3 red:5 red:6", "blue:5 blue:6 blue:7", "yellow:5 yellow:6 yellow:7")


def test_secret_cards_that_are_revealed_cant_be_taken_back() -> None:
    before = table(HANDS)
    pending = choose(before, "red:3")
    assert not GAME.revealed(before, pending, 0)
    after = choose(pending, "", "blue:5", "yellow:5")
    assert GAME.revealed(before, after, 0)
    assert GAME.revealed(choose(pending, "", "blue:5"), after, 2)


def test_an_open_card_can_be_taken_back_until_the_next_one_lies_there() -> None:
    before = choose(table(HANDS), "red:3", "blue:5", "yellow:5")
    assert before.phase == OPEN
    assert GAME.view(before, None).awaited == (1,)
    after = choose(before, "", "blue:6")
    assert not GAME.revealed(before, after, 1)
    assert not GAME.own_turn(before, after, 1)
    assert GAME.revealed(before, choose(after, "", "", "yellow:6"), 1)


def test_who_is_asked_for_an_open_card_is_exposed() -> None:
    state = choose(table(HANDS), "red:3", "blue:5", "yellow:5")
    assert (*GAME.exposed(state),) == (1,)
    assert (*GAME.exposed(choose(state, "", "blue:6")),) == (2,)


def test_all_who_are_asked_for_the_card_after_open_play_are_exposed() -> None:
    hands = ("red:3 red:5 red:6 red:7", "blue:5 blue:6 blue:7 blue:9", f"{HANDS[2]} yellow:9")
    state = choose(table(hands), "red:3", "blue:5", "yellow:5")
    before = choose(choose(state, "", "blue:6"), "", "", "yellow:6")
    after = choose(before, "red:5")
    assert not GAME.revealed(before, after, 0)
    assert (*GAME.exposed(after),) == GAME.view(after, None).awaited == (0, 1, 2)


def test_who_picks_of_a_pack_is_not_exposed() -> None:
    assert not GAME.exposed(GAME.setup(3, seed=1))


def test_who_is_not_asked_shows_a_hand_of_one_kind() -> None:
    hands = ("red:3 red:5 red:6 red:7", "blue:5 blue:6 blue:7 blue:7", f"{HANDS[2]} yellow:9")
    state = choose(table(hands), "red:3", "blue:5", "yellow:5")
    state = choose(choose(state, "", "blue:6"), "", "", "yellow:6")
    after = choose(state, "red:5")
    assert GAME.view(after, None).awaited == (0, 2)
    assert GAME.revealed(state, after, 0)


def test_an_exchange_shows_the_partners_card() -> None:
    before = table((*HANDS, "red:9 blue:9 yellow:9"), phase=EXCHANGE)
    pending = choose(before, "red:5", "blue:5", "yellow:5")
    assert GAME.revealed(pending, choose(pending, "", "", "", "red:9"), 3)


def test_a_pack_that_is_passed_on_shows_the_next_one() -> None:
    before = pending = after = GAME.setup(3, seed=1)
    for seat in range(3):
        pending = after
        after, _ = GAME.play(after, seat, [GAME.prompts(after)[seat].options[0].id])
    assert not GAME.revealed(before, pending, 0)
    assert GAME.revealed(before, after, 0)
