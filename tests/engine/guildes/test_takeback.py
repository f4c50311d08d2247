"""What of Guildes can be taken back."""

from __future__ import annotations

from engine.guildes.state import PLAYED
from tests.engine.guildes.build import GAME, cards, drafting, laying, play, play_all, playing_tricks

TABLEAUX = ({"nobles": 1, "paysans": 1}, {"paysans": 1}, {"marchands": 1})


def test_the_packs_that_were_passed_on_have_been_seen() -> None:
    before = drafting([cards("nobles", "paysans", "marchands")] * 3)
    pending = play(before, 0, "nobles")
    assert not GAME.revealed(before, pending, 0)
    assert GAME.revealed(before, play_all(pending, "nobles", "nobles"), 0)


def test_cards_that_were_laid_together_have_been_seen() -> None:
    hand = cards("3 nobles", "4 paysans", "3 marchands")
    before = laying([hand, hand, hand])
    picks = [option.id for option in GAME.prompts(before)[0].options]
    after = before
    for seat in range(3):
        prompt = GAME.prompts(after)[seat]
        after = play(after, seat, *picks[: prompt.least])
    assert GAME.revealed(before, after, 0)


def test_cards_that_lie_face_down_have_not() -> None:
    hand = cards("3 nobles", "4 paysans", "3 marchands")
    before = laying([hand, hand, hand], event="face_down")
    first = play_all(before, "nobles", "paysans", "marchands")
    assert not GAME.revealed(before, first, 2)
    assert (*GAME.exposed(first),) == (0, 1, 2)
    assert GAME.revealed(first, play_all(first, "nobles", "paysans", "marchands"), 2)


def test_laid_in_turn_a_card_is_open_to_all_but_its_own_player_alone_has_shown_one() -> None:
    hand = cards("3 nobles", "4 paysans", "3 marchands")
    before = laying([hand, hand, hand], event="in_turn")
    (first,) = GAME.asked(before)
    after = play(before, first, "nobles")
    assert not GAME.revealed(before, after, first)
    assert not GAME.own_turn(before, after, first)
    (second,) = GAME.asked(after)
    assert (*GAME.exposed(after),) == (second,)
    assert GAME.revealed(before, play(after, second, "nobles"), first)


def test_a_trick_shows_nothing_but_salvage_draws() -> None:
    hands = [cards("nobles", "paysans")] * 3
    state = playing_tricks(["exchange", "sacrifice", "salvage"], TABLEAUX, hands=hands)
    (seat,) = GAME.asked(state)
    assert not GAME.revealed(state, play(state, seat, "decline"), seat)
    discard = cards("3 marchands", "3 pretres")
    drawing = playing_tricks(["protection", "salvage", "exchange"], TABLEAUX, discard=discard)
    seat = next(s for s in range(3) if GAME.view(drawing, None).players[s].trick == "salvage")
    while GAME.asked(drawing) != [seat]:
        (other,) = GAME.asked(drawing)
        drawing = play(drawing, other, "decline")
    assert GAME.revealed(drawing, play(drawing, seat, "use"), seat)


def test_second_thoughts_show_a_card_of_the_hand() -> None:
    hands = [cards("nobles", "paysans")] * 3
    tricks = ["exchange", "second_thoughts", "mark_nobles"]
    before = playing_tricks(tricks, TABLEAUX, hands=hands)
    declined = play(before, 0, "decline")
    assert GAME.asked(declined) == [1]
    assert not GAME.exposed(declined)
    assert not GAME.revealed(before, play(declined, 1, "decline"), 0)
    after = play(declined, 1, "nobles")
    assert after.trick_states[1] == PLAYED
    assert GAME.revealed(before, after, 0)
    assert GAME.revealed(declined, after, 2)
    assert not GAME.revealed(declined, after, 1)


def test_a_trick_that_was_declined_can_be_thought_over_until_the_next_player_has_chosen() -> None:
    hands = [cards("nobles", "paysans")] * 3
    before = playing_tricks(["exchange", "sacrifice", "salvage"], TABLEAUX, hands=hands)
    (first,) = GAME.asked(before)
    declined = play(before, first, "decline")
    assert GAME.own_turn(before, declined, first)
    (second,) = GAME.asked(declined)
    assert not GAME.own_turn(declined, play(declined, second, "decline"), first)


def test_a_trick_that_was_used_is_no_such_choice() -> None:
    hands = [cards("nobles", "paysans")] * 3
    before = playing_tricks(["mark_nobles", "sacrifice", "salvage"], TABLEAUX, hands=hands)
    after = before
    seat = next(s for s in range(3) if GAME.view(before, None).players[s].trick == "mark_nobles")
    while GAME.asked(after) != [seat]:
        (other,) = GAME.asked(after)
        after = play(after, other, "decline")
    asked = after
    while GAME.asked(after) == [seat]:
        after = play(after, seat, GAME.prompts(after)[seat].options[0].id)
    assert not GAME.own_turn(asked, after, seat)


def test_the_last_trick_brings_the_count_and_new_packs() -> None:
    hands = [cards("nobles", "paysans")] * 3
    state = playing_tricks(["exchange", "sacrifice", "mark_nobles"], TABLEAUX, hands=hands)
    before, seat = state, -1
    while GAME.view(state, None).phase == "tricks":
        (seat,) = GAME.asked(state)
        before, state = state, play(state, seat, "decline")
    assert not GAME.own_turn(before, state, seat)
