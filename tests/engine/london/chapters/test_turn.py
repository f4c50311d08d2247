"""A player's turn: the three ways of playing a card, taking back, the end of the turn."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import IllegalMove
from engine.london.numbers.map import HALL
from engine.london.numbers.packed import pack, unpack
from engine.london.table.pawns import controller
from engine.london.table.state import State
from engine.parts.rng import Rng
from engine.text import Text, text
from tests.engine.london.builders import (
    GAME,
    TOWN,
    box_with_card,
    choices,
    codes,
    effect,
    offered,
    pawns,
    place,
    play,
    question,
    scene,
    told,
    turns,
)

ALMS_32 = ["card:32.effect", "card:32.recruit", "end"]


def alms(*hands: str, **setting: Any) -> State:
    """Seat 0 to play in a small town; two harmless cards each unless told otherwise."""
    return turns(scene(tiles=TOWN, hands=hands or ("31 32", "31 32", "31 32"), **setting))


def test_any_card_recruits_one_pawn() -> None:
    state = play(alms(), "card:31.recruit")
    assert pawns(state, "guildhall") == [5, 4, 4]
    assert [(codes(state, [kind]), way) for kind, way in state.played] == [([31], 0)]


def test_no_card_recruits_with_an_empty_supply() -> None:
    state = alms(pawns={"guildhall": [16, 4, 4]})
    assert "card:31.recruit" not in offered(state)


def test_a_card_moves_a_pawn_to_an_unresolved_tile_of_either_colour() -> None:
    state = alms("34 31")
    uses = [option for option in offered(state) if option.startswith("card:34.")]
    assert uses[2:] == ["card:34.d2", "card:34.e3", "card:34.d4"]
    state = play(state, "card:34.d2")
    assert pawns(state, "d2") == [1, 0, 0]


def test_a_card_does_not_move_from_the_plantation_nor_to_the_guildhall() -> None:
    standing = {"guildhall": [0, 4, 4], "plantation": [3, 0, 0]}
    assert offered(alms(pawns=standing)) == ["card:31.effect", "card:31.recruit", *ALMS_32]


def test_a_master_may_be_moved_by_a_card() -> None:
    state = alms("31 32", masters={"B3": 0})
    assert choices(state)[1:5] == [
        "card:31.recruit",
        "card:31.e3",
        "card:31.d4",
        "card:31.elsewhere",
    ]
    state = play(state, "card:31.elsewhere")
    assert (question(state), offered(state)) == ("target.master", ["e3", "d4", "back"])
    state = play(state, "d4")
    assert controller(state, place("b3")) == -1
    assert pawns(state, "d4") == [1, 0, 0]


def test_a_resolved_tile_is_no_target() -> None:
    state = alms("31 32", masters={"D4": 1})
    assert "card:31.e3" in offered(state)
    assert "card:31.d4" not in offered(state)


def test_a_cost_in_cards_is_paid_from_the_other_cards() -> None:
    state = play(alms("32 31 33 34"), "card:32.effect")
    assert (question(state), offered(state)) == (
        "pay_card",
        ["card:31", "card:33", "card:34", "back"],
    )
    state = play(state, "card:33")
    assert codes(state, state.spent) == [33]
    assert len(state.played) == 1
    assert len(state.hands[0]) == 2 + 2


def test_two_cards_are_paid_in_one_answer() -> None:
    state = play(alms("16 31 33 34"), "card:16.effect")
    (prompt,) = GAME.prompts(state).values()
    assert offered(state) == ["card:31", "card:33", "card:34", "back"]
    assert (prompt.least, prompt.most) == (2, 2)
    assert codes(state, play(state, ["card:34", "card:33"]).spent) == [33, 34]
    with pytest.raises(IllegalMove):
        play(state, ["card:33"])
    with pytest.raises(IllegalMove) as refusal:
        play(state, ["card:33", "back"])
    assert refusal.value.reason.key == "illegal.alone"
    assert question(play(state, "back")) == "play"


def test_all_other_cards_are_paid_without_a_question() -> None:
    state = play(alms("16 31 33"), "card:16.effect")
    assert codes(state, state.spent) == [31, 33]
    assert state.hands[0] == []


def test_cards_to_pay_are_asked_about_as_long_as_there_is_a_choice() -> None:
    state = play(alms("16 31 31 33"), "card:16.effect")
    assert offered(state) == ["card:31", "card:31:2", "card:33", "back"]
    assert codes(state, play(state, ["card:31", "card:31:2"]).spent) == [31, 31]
    assert codes(state, play(state, ["card:33", "card:31:2"]).spent) == [31, 33]


def test_all_pawns_that_can_pay_are_paid_without_a_question() -> None:
    box = box_with_card({"do": "vp", "n": 3}, cost={"pawns": 2})
    standing = {"guildhall": [0, 4, 4], "c2": [1, 0, 0], "d4": [1, 0, 0]}
    state = turns(scene(tiles=TOWN, hands=["11 31"], box=box, pawns=standing))
    state = play(state, "card:11.effect")
    assert (state.scores[0], pawns(state, "supply")[0]) == (3, 16)


def test_an_effect_that_cannot_be_paid_is_not_offered() -> None:
    assert "card:16.effect" not in offered(alms("16 31"))
    assert "card:26.effect" not in offered(alms("26 31"))


def test_an_effect_whose_condition_does_not_hold_is_not_offered() -> None:
    assert "card:33.effect" not in offered(alms("33 31"))
    assert "card:33.effect" in offered(alms("33 31", masters={"D4": 0}))


def test_the_condition_is_checked_before_paying() -> None:
    """The master that fulfils it may be the pawn that is paid."""
    box = box_with_card({"do": "vp", "n": 3}, needs="masters>=1", cost={"pawns": 1})
    standing = {"pawns": {"guildhall": [0, 4, 4]}, "masters": {"D4": 0}}
    state = turns(scene(tiles=TOWN, hands=["11 31"], box=box, **standing))
    state = play(state, "card:11.effect")
    assert state.scores[0] == 3
    assert controller(state, place("d4")) == -1


def test_pawns_are_paid_from_the_guildhall_or_any_tile() -> None:
    state = play(alms("56 31", pawns={"C2": [1, 0, 0]}, masters={"B3": 0}), "card:56.effect")
    assert (question(state), offered(state)) == ("pay_pawn", ["guildhall", "c2", "b3", "back"])
    supply = pawns(state, "supply")[0]
    state = play(state, "b3")
    assert pawns(state, "supply")[0] == supply + 1
    assert state.scores[0] == 2


def test_pawns_are_paid_from_the_plantation_only_where_the_cost_says_so() -> None:
    state = alms("26 31", pawns={"plantation": [1, 0, 0]})
    state = play(state, "card:26.effect")
    assert pawns(state, "plantation") == [0, 0, 0]
    assert state.scores[0] == 1


def test_several_pawns_are_paid_in_one_answer() -> None:
    cost = {"pawns": 2}
    standing = {"guildhall": [1, 4, 4], "C2": [1, 0, 0], "D2": [1, 0, 0]}
    box = box_with_card({"do": "vp"}, cost=cost)
    state = turns(scene(tiles=TOWN, hands=["11 31"], box=box, pawns=standing))
    state = play(state, "card:11.effect")
    assert offered(state) == ["guildhall", "c2", "d2", "back"]
    state = play(state, ["c2", "guildhall"])
    assert [pawns(state, name)[0] for name in ("guildhall", "c2", "d2")] == [0, 0, 1]


def test_what_can_pay_is_counted_without_the_pawns_already_chosen() -> None:
    # The numbers of the cells A1 and C1 are also those of the card and of the way "effect".
    town = TOWN | {"A1": "vintners", "C1": "bakers"}
    standing = {"guildhall": [0, 4, 4], "A1": [2, 0, 0], "C1": [2, 0, 0], "D2": [1, 0, 0]}
    box = box_with_card({"do": "vp"}, cost={"cards": 1, "pawns": 2})
    state = turns(scene(tiles=town, hands=["11 32 34"], box=box, pawns=standing))
    state = play(state, "card:11.effect", "card:32")
    assert choices(state) == ["a1", "a1:2", "c1", "c1:2", "d2"]
    state = play(state, ["a1", "a1:2"])
    assert [pawns(state, name)[0] for name in ("A1", "C1", "D2")] == [0, 2, 1]


def test_of_more_than_25_pawns_those_that_pay_are_chosen_one_by_one() -> None:
    box = box_with_card({"do": "vp"}, cost={"pawns": 2})
    state = turns(scene(tiles=TOWN, hands=["11 32"], box=box, pawns={"guildhall": [4], "D2": [2]}))
    state.pawns[0][HALL] = 24  # more than a box has
    state = play(state, "card:11.effect")
    assert offered(state) == ["guildhall", "d2", "back"]
    state = play(state, "d2")
    assert offered(state) == ["guildhall", "d2", "back"]
    assert offered(play(state, "back")) == ["guildhall", "d2", "back"]
    assert pawns(play(state, "d2"), "d2")[0] == 0


def test_until_the_cost_is_paid_the_play_may_be_taken_back() -> None:
    state = play(alms("32 31 33"), "card:32.effect", "back")
    assert question(state) == "play"
    assert (state.played, state.spent) == ([], [])


def test_back_skips_what_was_not_asked() -> None:
    standing = {"guildhall": [0, 4, 4], "C2": [1, 0, 0]}
    state = play(alms(pawns=standing), "card:31.elsewhere")  # C2 is the only source
    assert question(state) == "target"
    assert question(play(state, "back")) == "play"


def test_back_is_not_offered_once_something_was_carried_out() -> None:
    state = effect({"do": "move", "n": 2})
    assert "back" not in offered(state)


def test_a_choice_under_way_is_nobody_elses_business() -> None:
    state = alms("32 31 33")
    before = [GAME.view(state, viewer) for viewer in (1, 2, None)]
    state = play(state, "card:32.effect")
    assert [GAME.view(state, viewer) for viewer in (1, 2, None)] == before


def test_undo_takes_the_whole_turn_back() -> None:
    fresh = alms("15 41 31 33", masters={"B3": 0})
    start = GAME.view(fresh, 0)
    state = play(fresh, "card:15.effect", "card:41.effect", "card:31.elsewhere", "d4")
    assert state.scores == [1, 0, 0]
    state = play(state, "undo")
    again = GAME.view(state, 0)
    telling = {"step", "story", "progress", "prompt"}
    assert again.model_dump(exclude=telling) == start.model_dump(exclude=telling)
    assert again.prompt is not None
    assert start.prompt is not None
    assert again.prompt.options == start.prompt.options


def test_undo_puts_the_score_stack_right() -> None:
    state = alms("23 31", pawns={"plantation": [1, 0, 0]})
    state.live = [2, 1, 0]
    before = state.live
    state = play(turns(state), "card:23.effect")
    assert state.live == [0, 2, 1]
    assert play(state, "undo").live == before


def test_nothing_is_undone_before_a_card_is_played() -> None:
    assert "undo" not in offered(alms())
    assert "undo" not in offered(play(alms("32 31 33"), "card:32.effect"))


def test_undo_ends_where_something_hidden_was_seen() -> None:
    assert "undo" in offered(effect({"do": "vp"}))
    assert "undo" not in offered(effect({"do": "draw"}))
    assert "undo" not in offered(effect({"do": "mayor", "draw": 2, "keep": 1}))


def test_an_undone_turn_is_told() -> None:
    events = told(effect({"do": "vp"}), "undo")
    assert [event.text.key for event in events][-1] == "london.told.takes_back"


def test_a_dump_keeps_what_undo_needs() -> None:
    state = effect({"do": "vp", "n": 2}, {"do": "move", "n": 2}, hands=["11 31 32", "31 32"])
    state.box = GAME.box
    loaded = GAME.load(GAME.dump(state))
    assert GAME.dump(play(loaded, "undo")) == GAME.dump(play(state, "undo"))


def test_two_cards_are_drawn_after_a_play_and_four_after_none() -> None:
    state = play(alms("31 32 33", "31 32 33"), "card:31.recruit", "end")
    assert len(state.hands[0]) == 2 + 2
    state = play(state, "end")
    assert len(state.hands[1]) == 3 + 4


def test_a_card_paid_or_discarded_by_an_effect_is_not_played() -> None:
    trade = {"do": "trade", "give": "card", "then": [{"do": "vp"}]}
    state = play(effect(trade, hands=["11 31 32", "31 32"]), "card:31")
    assert len(state.played) == 1
    assert codes(state, state.spent) == [31]


def test_cards_of_the_turn_are_discarded_only_at_its_end() -> None:
    state = play(alms("32 31 33", "31 32"), "card:32.effect", "card:31")
    assert state.discard == []
    state = play(state, "end")
    assert codes(state, state.discard) == [32, 31]


def test_cards_of_this_turn_cannot_be_drawn_again_in_it() -> None:
    state = alms("32 31 33", "31 32")
    state.deck = []
    state = play(state, "card:32.effect", "card:31")
    assert codes(state, state.hands[0]) == [33]
    state = play(state, "end")
    assert codes(state, state.hands[0]) == [31, 32, 33]


def test_no_cards_are_drawn_at_the_end_of_a_turn_in_the_last_round() -> None:
    state = play(alms("31 32", "31 32", round_=15), "card:31.recruit", "end")
    assert codes(state, state.hands[0]) == [32]
    assert GAME.view(state, 1).to_draw == 0


def test_the_hand_limit_is_7_with_the_owners_choice() -> None:
    state = alms("11 12 13 14 15 16 21", "31 32")
    state.deck = [state.box.kind_number[22]] * 4
    state = play(state, "end")
    (prompt,) = GAME.prompts(state).values()
    assert (prompt.seat, prompt.least, prompt.most) == (0, 4, 4)
    assert [option.id for option in prompt.options][-5:] == [
        "card:22",
        "card:22:2",
        "card:22:3",
        "card:22:4",
        "spare",
    ]
    state = play(state, ["card:22", "card:22:3", "card:22:4", "card:11"])
    assert codes(state, state.hands[0]) == [12, 13, 14, 15, 16, 21, 22]
    assert sorted(codes(state, state.discard)) == [11, 22, 22, 22]


def test_a_large_excess_is_discarded_in_several_answers() -> None:
    state = alms("11 12 13 14 15 16 21 22 23", "31 32")
    state.deck = [state.box.kind_number[24]] * 4
    state = play(state, "end")
    (prompt,) = GAME.prompts(state).values()
    assert (prompt.least, prompt.most) == (4, 4)
    assert prompt.ask == text("london.ask.excess.first", n=4, of=6)
    state = play(state, ["card:24", "card:24:2", "card:24:3", "card:24:4"])
    (prompt,) = GAME.prompts(state).values()
    assert prompt.ask == text("london.ask.excess", n=2)
    assert (prompt.seat, prompt.least, prompt.most) == (0, 2, 2)
    state = play(state, ["card:11", "card:23"])
    assert codes(state, state.hands[0]) == [12, 13, 14, 15, 16, 21, 22]


def test_from_more_than_25_cards_the_excess_is_discarded_one_by_one() -> None:
    state = alms(" ".join(str(kind.code) for kind in GAME.box.kinds[:23]), "31 32")
    state.deck = [state.box.kind_number[56]] * 4
    state = play(state, "end")
    for _ in range(2):
        (prompt,) = GAME.prompts(state).values()
        assert (prompt.seat, prompt.least, prompt.most) == (0, 1, 1)
        held = next(option for option in prompt.options if option.id == "card:56").text
        assert held.key == "london.pick.one_of"  # one goes, however many there are
        assert sorted(GAME.moves(state, 0)) == sorted({pack([kind]) for kind in state.hands[0]})
        state = play(state, "card:56")
    (prompt,) = GAME.prompts(state).values()
    assert (prompt.least, prompt.most, len(prompt.options)) == (4, 4, 25 + 1)


def test_who_says_so_discards_what_is_most_easily_spared_from_now_on() -> None:
    state = alms("11 12 13 14 15 16 21", "31 32")
    state.deck = [state.box.kind_number[22]] * 4
    state = play(play(state, "end"), "spare")
    # Effects that cost a card (12, 22) or two (16) are the first to go; of one kind all four.
    assert codes(state, state.hands[0]) == [11, 13, 14, 15, 21, 22, 22]
    assert sorted(codes(state, state.discard)) == [12, 16, 22, 22]
    assert GAME.view(state, 0).progress.spare


def test_the_university_raises_the_limit_to_8_for_its_master() -> None:
    tiles = TOWN | {"E2": "university"}
    hands = ["11 12 13 14 15 16", "31 32"]
    state = turns(scene(tiles=tiles, hands=hands, masters={"E2": 0}))
    state = play(state, "end")
    assert GAME.view(state, 0).hand_limit == 8
    (prompt,) = GAME.prompts(state).values()
    assert prompt.most == 2


def test_the_university_gives_nothing_once_its_master_has_left() -> None:
    tiles = TOWN | {"E2": "university"}
    state = turns(scene(tiles=tiles, hands=["31 32"], masters={"E2": 0}))
    state = play(state, "card:31.elsewhere", "d4")
    assert GAME.view(state, 0).hand_limit == 7


def test_there_is_no_hand_limit_in_the_last_round() -> None:
    state = alms("11 12 13 14 15 16 21 22 23", "31 32", round_=15)
    assert GAME.asked(play(state, "end")) == [1]


def test_an_effect_that_would_do_nothing_may_be_played_and_counts() -> None:
    state = play(alms("52 31", "31 32", neutrals=[0, 6, 0]), "card:52.effect")
    assert len(state.played) == 1


def test_the_order_of_the_turns_stays_fixed_during_the_round() -> None:
    state = alms("31", "23 31", "31 32", pawns={"plantation": [0, 3, 0]})
    state = play(state, "end", "card:23.effect")
    assert state.live[0] == 1
    assert GAME.asked(play(state, "end")) == [2]


def test_a_turn_without_a_card_in_hand_ends_by_itself() -> None:
    assert GAME.asked(alms("", "31 32")) == [1]


def test_the_last_card_of_a_turn_leaves_end_and_undo() -> None:
    state = play(alms("31", "31 32"), "card:31.recruit")
    assert (question(state), offered(state)) == ("end", ["end", "always", "undo"])
    assert GAME.asked(play(state, "end")) == [1]
    again = play(state, "undo")
    assert question(again) == "play"
    assert (codes(again, again.hands[0]), pawns(again, "guildhall")[0]) == ([31], 4)


def test_a_turn_ends_without_a_question_for_whoever_said_so_until_asking_again() -> None:
    state = play(alms("31", "31", "31"), "card:31.recruit", "always")
    assert state.actor == 1
    assert [GAME.view(state, seat).progress.ends for seat in (0, 1)] == [True, False]
    assert question(play(state, "card:31.recruit")) == "end"
    again = alms("31", "31 32")
    again.ends = state.ends
    assert GAME.asked(play(again, "card:31.recruit")) == [1]
    assert offered(again)[-1] == "ask"
    assert question(play(again, "ask", "card:31.recruit")) == "end"


def test_a_turn_without_a_card_left_ends_by_itself_once_something_hidden_was_seen() -> None:
    state = effect({"do": "draw"}, hands=["11", "31 32"])
    state = play(state, *[f"card:{codes(state, state.hands[0])[0]}.recruit"])
    assert GAME.asked(state) == [1]


def test_a_foreign_card_is_refused() -> None:
    with pytest.raises(IllegalMove) as refusal:
        play(alms(), "card:56.recruit")
    assert refusal.value.reason.key == "illegal.not_offered"


def test_packed_cards_come_back() -> None:
    assert unpack(pack([3, 0, 7, 3])) == [0, 3, 3, 7]
    assert unpack(pack([])) == []


def test_pawns_of_one_owner_in_one_place_are_one_option() -> None:
    state = alms("31 32", pawns={"C2": [3, 0, 0], "D2": [1, 0, 0]})
    state = play(state, "card:31.elsewhere")
    assert offered(state) == ["c2", "d2", "back"]
    assert state.pawns[0][HALL] == 4


def test_a_card_and_its_use_are_one_choice() -> None:
    (prompt,) = GAME.prompts(alms("31 31 34")).values()
    grouped = {option.id: option.group for option in prompt.options}
    one_of_two = text("london.pick.one_of", card=text("london.card.31"), of=2)
    assert grouped["card:31.d4"] == one_of_two
    assert grouped["card:31.effect"] == one_of_two
    assert grouped["card:34.recruit"] == text("london.card.34")
    assert grouped["end"] is None


def test_an_option_says_where_a_tile_lies() -> None:
    state = alms("31 34")
    view = GAME.view(state, 0)
    assert view.choosable == ("D2", "E3", "D4")
    assert GAME.view(state, 1).choosable == ()
    assert view.prompt is not None
    options = {option.id: option for option in view.prompt.options}
    called = {
        name: option.text.args["place"]
        for name, option in options.items()
        if "place" in option.text.args
    }
    assert {name: said.args["cell"] for name, said in called.items() if isinstance(said, Text)} == {
        "card:31.e3": "E3",
        "card:31.d4": "D4",
        "card:34.d2": "D2",
        "card:34.e3": "E3",
        "card:34.d4": "D4",
    }


def joined(state: State, pick: str) -> list[tuple[tuple[str, ...], ...]]:
    """What may be chosen with this option of the only open prompt."""
    (prompt,) = GAME.prompts(state).values()
    return [then.picks for option in prompt.options if option.id == pick for then in option.then]


def test_an_effect_comes_with_the_payment_most_easily_spared() -> None:
    state = alms("12 24 31 42 43")
    (paid,), *_ = joined(state, "card:12.effect")
    assert question(play(state, "card:12.effect")) == "pay_card"
    state = play(play(state, "card:12.effect"), *paid)
    (prompt,) = GAME.prompts(state).values()
    assert not prompt.ask.key.endswith("pay_card")
    assert len(state.spent) == 1


def test_an_effect_comes_with_the_tiles_where_its_player_is_strongest() -> None:
    state = alms("11 24 31 42", pawns={"E3": [2, 0, 0], "D4": [1, 0, 0]})
    assert joined(state, "card:11.effect")[:2] == [(("e3",),), (("d4",),)]
    pawns_first = joined(alms("24 31 41 42", pawns={"E3": [2, 0, 0]}), "card:24.effect")
    assert pawns_first[0][-1] == ("e3",)


def test_a_row_that_may_be_chosen_with_a_card_is_what_will_be_asked_for() -> None:
    """Whatever the hand, every row is played to its end, and nothing of it is refused."""
    for held in ("11 12 13 14", "16 22 25 31", "24 36 44 56", "43 53 54 55", "21 26 32 53"):
        state = alms(held, pawns={"E3": [2, 0, 0], "plantation": [2, 0, 0]})
        (prompt,) = GAME.prompts(state).values()
        for option in prompt.options:
            for then in option.then:
                after = play(state, option.id)
                for picks in then.picks:
                    after = play(after, *picks) if len(picks) == 1 else play(after, list(picks))


def test_with_few_cards_left_a_play_may_be_the_turns_last() -> None:
    assert (("end",),) in joined(alms("31 41"), "card:31.effect")
    assert (("end",),) in joined(alms("31 41"), "card:31.e3")
    assert (("end",),) not in joined(alms("31 34 41 45"), "card:31.effect")
    assert (("end",),) not in joined(alms("31"), "card:31.effect")  # nothing is left to play


def test_a_play_may_be_the_turns_last_though_all_that_is_left_is_one_move() -> None:
    state = alms("31 12", pawns={"guildhall": [16, 4, 4]})  # nobody left to recruit
    assert offered(play(state, "card:31.effect")) == ["card:12.d2", "end", "undo"]
    assert (("end",),) in joined(state, "card:31.effect")


def test_a_row_ends_before_a_card_is_drawn_or_looked_at() -> None:
    """An end of the turn after it would be chosen without having seen it."""
    assert joined(alms("26 41", pawns={"plantation": [1, 0, 0]}), "card:26.effect") == []
    assert all(picks[-1] != ("end",) for picks in joined(alms("32 41 42"), "card:32.effect"))


def test_a_move_from_the_guildhall_is_a_button_with_the_card_most_easily_spared() -> None:
    (prompt,) = GAME.prompts(alms("11 34 31")).values()
    alone = {option.id for option in prompt.options if option.alone}
    assert {"card:31.effect", "card:34.effect"} <= alone
    assert "card:34.d2" in alone or "card:11.d2" in alone
    assert not {"card:34.e3", "card:34.d4"} & alone  # of two colours; the other card has one


def test_the_card_that_moves_is_the_one_that_would_pay() -> None:
    """33 needs a master for its effect, 31 nothing: nothing else tells them apart."""
    (prompt,) = GAME.prompts(alms("31 33")).values()
    alone = {option.id for option in prompt.options if option.alone}
    assert "card:33.d4" in alone
    assert "card:31.d4" not in alone


def test_of_cards_to_give_away_the_most_easily_spared_are_ticked_at_first() -> None:
    state = alms("11 24 31 32 33 34 41 42")
    state = play(state, "end")
    (prompt,) = GAME.prompts(state).values()
    ticked = tuple(option.id for option in prompt.options if option.ticked)
    assert question(state) == "excess.first"
    assert len(ticked) == prompt.least == prompt.most
    advised = GAME.decode(state, 0, GAME.policy.normal(state, 0, Rng(1)))
    assert set(ticked) == set(advised)
