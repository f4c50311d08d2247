"""Each verb's meaning, also when it can't be carried out."""

from __future__ import annotations

from engine.london.numbers.map import HALL, PLANTATION, SUPPLY
from engine.london.table.pawns import controller
from engine.london.table.state import State
from engine.text import text
from tests.engine.london.builders import (
    GAME,
    TOWN,
    activate,
    box_with_tile,
    choices,
    codes,
    effect,
    label,
    offered,
    pawns,
    place,
    play,
    question,
    scene,
    turns,
)

ALMS = [31]


def test_vp_are_gained_in_one_go() -> None:
    state = effect({"do": "vp", "n": 3})
    assert state.scores == [3, 0, 0]
    assert ("gains", (0, 3)) in state.deeds


def test_vp_per_count_are_capped() -> None:
    steps = {"do": "vp", "n": 2, "per": "members:plantation", "max": 5}
    assert effect(steps, pawns={"plantation": [2, 0, 0]}).scores[0] == 4
    assert effect(steps, pawns={"plantation": [4, 0, 0]}).scores[0] == 5


def test_a_count_of_0_asks_nothing() -> None:
    state = effect({"do": "move", "n": 1, "per": "masters"}, {"do": "vp", "n": 1, "per": "masters"})
    assert question(state) == "play"
    assert state.scores == [0, 0, 0]


def test_recruit_takes_pawns_from_the_supply_to_the_guildhall() -> None:
    state = effect({"do": "recruit", "n": 2})
    assert pawns(state, "guildhall") == [6, 4, 4]
    assert pawns(state, "supply") == [10, 12, 12]


def test_recruit_takes_what_the_supply_holds() -> None:
    state = effect({"do": "recruit", "n": 3}, pawns={"guildhall": [15, 4, 4]})
    assert pawns(state, "guildhall") == [16, 4, 4]


def test_recruit_straight_to_a_tile_that_shows_a_colour() -> None:
    state = effect({"do": "recruit", "n": 2, "to": "yellow|purple"})
    assert question(state) == "post"
    assert offered(state) == ["c2", "b3", "e3", "stop", "undo"]
    state = play(state, "b3", "b3")
    assert pawns(state, "b3") == [2, 0, 0]
    assert pawns(state, "supply")[0] == 10
    assert question(state) == "play"


def test_recruit_straight_to_a_tile_may_be_stopped() -> None:
    state = play(effect({"do": "recruit", "n": 2, "to": "red"}), "d2", "stop")
    assert pawns(state, "d2") == [1, 0, 0]
    assert question(state) == "play"


def test_an_offer_is_skipped_and_a_step_that_has_begun_is_left() -> None:
    state = effect({"do": "recruit", "n": 2, "to": "red"})
    assert label(state, "stop") == "london.pick.pass"
    assert label(play(state, "d2"), "stop") == "london.pick.stop"


def test_recruit_straight_to_a_tile_is_lost_without_supply_or_tile() -> None:
    steps = {"do": "recruit", "to": "red"}
    assert question(effect(steps, pawns={"guildhall": [16, 4, 4]})) == "play"
    assert question(effect(steps, masters={"D2": None})) == "play"


def test_move_asks_where_to_from_the_guildhall_first() -> None:
    state = effect({"do": "move"}, pawns={"C2": [1, 0, 0]})
    assert question(state) == "target"
    assert offered(state) == ["c2", "d2", "b3", "e3", "d4", "elsewhere", "stop", "undo"]
    state = play(state, "d4")
    assert [pawns(state, name)[0] for name in ("guildhall", "c2", "d4")] == [3, 1, 1]


def test_move_from_elsewhere_than_the_guildhall() -> None:
    state = effect({"do": "move"}, pawns={"C2": [1, 0, 0], "D2": [1, 0, 0]})
    state = play(state, "elsewhere")
    assert (question(state), offered(state)) == ("source", ["c2", "d2", "back", "undo"])
    state = play(state, "c2")
    assert offered(state) == ["d2", "b3", "e3", "d4", "back", "undo"]
    back = play(state, "back", "back")
    assert (question(back), offered(back)[-3:]) == ("target", ["elsewhere", "stop", "undo"])
    state = play(state, "d4")
    assert [pawns(state, name)[0] for name in ("guildhall", "c2", "d4")] == [4, 0, 1]


def test_move_without_a_pawn_on_the_guildhall_asks_from_where() -> None:
    standing = {"guildhall": [0, 4, 4], "C2": [1, 0, 0], "D2": [1, 0, 0]}
    state = effect({"do": "move"}, pawns=standing)
    assert (question(state), offered(state)) == ("source", ["c2", "d2", "stop", "undo"])
    state = play(state, "c2", "d4")
    assert pawns(state, "d4")[0] == 1


def test_each_pawn_of_several_may_come_from_elsewhere() -> None:
    state = effect({"do": "move", "n": 2}, pawns={"C2": [1, 0, 0]})
    state = play(state, "elsewhere", "d4", "elsewhere")  # D4 is the only other place
    assert (question(state), offered(state)[:2]) == ("target", ["c2", "d2"])
    assert [pawns(play(state, "d2"), name)[0] for name in ("d4", "d2")] == [0, 1]


def test_move_from_the_only_source_asks_only_where_to() -> None:
    state = effect({"do": "move"})
    assert question(state) == "target"
    assert offered(state) == ["c2", "d2", "b3", "e3", "d4", "stop", "undo"]


def test_the_same_pawn_may_be_moved_again() -> None:
    state = effect({"do": "move", "n": 2}, pawns={"guildhall": [1, 4, 4]})
    state = play(state, "c2", "d2")
    assert (pawns(state, "c2"), pawns(state, "d2")) == ([0, 0, 0], [1, 0, 0])
    assert question(state) == "play"


def test_moves_may_be_stopped_and_the_rest_is_lost() -> None:
    state = play(effect({"do": "move", "n": 3}), "c2", "stop")
    assert pawns(state, "guildhall")[0] == 3
    assert question(state) == "play"


def test_a_target_is_never_the_source() -> None:
    state = effect({"do": "move", "from": "tiles", "to": "red"}, pawns={"D2": [2, 0, 0]})
    assert question(state) == "play"


def test_move_from_the_guildhall_from_tiles_and_from_the_plantation() -> None:
    standing = {"guildhall": [1, 4, 4], "C2": [1, 0, 0], "plantation": [1, 0, 0]}
    for source, emptied in (("guildhall", "guildhall"), ("tiles", "c2"), ("plantation",) * 2):
        state = effect({"do": "move", "from": source}, pawns=standing)
        state = play(state, "d2")
        assert pawns(state, emptied)[0] == 0
        assert pawns(state, "d2")[0] == 1


def test_move_from_anywhere_leaves_the_plantation_alone() -> None:
    state = effect({"do": "move"}, pawns={"guildhall": [0, 4, 4], "plantation": [2, 0, 0]})
    assert question(state) == "play"


def test_a_moved_master_becomes_a_member_and_the_tile_has_no_master() -> None:
    state = effect({"do": "move", "from": "tiles"}, masters={"B3": 0})
    state = play(state, "c2")
    assert controller(state, place("b3")) == -1
    assert pawns(state, "c2") == [1, 0, 0]
    assert place("b3") in state.resolved


def test_move_without_source_or_target_is_lost() -> None:
    assert question(effect({"do": "move"}, pawns={"guildhall": [0, 4, 4]})) == "play"
    assert question(effect({"do": "move", "to": "red"}, masters={"D2": None})) == "play"


def test_plantation_takes_a_pawn_from_a_tile() -> None:
    state = effect({"do": "plantation"}, pawns={"C2": [1, 0, 0]})
    assert (question(state), offered(state)) == ("ship", ["c2", "stop", "undo"])
    assert pawns(play(state, "c2"), "plantation") == [1, 0, 0]
    assert pawns(play(state, "stop"), "plantation") == [0, 0, 0]


def test_plantation_takes_masters_but_only_from_where_it_may() -> None:
    standing = {"pawns": {"C2": [1, 0, 0]}, "masters": {"B3": 0}}
    tiles = effect({"do": "plantation"}, **standing)
    assert offered(tiles)[:2] == ["c2", "b3"]
    anywhere = effect({"do": "plantation", "from": "any"}, **standing)
    assert offered(anywhere)[:3] == ["guildhall", "c2", "b3"]
    hall = effect({"do": "plantation", "from": "guildhall"}, **standing)
    assert offered(hall) == ["guildhall", "stop", "undo"]


def test_plantation_without_a_source_is_lost() -> None:
    assert question(effect({"do": "plantation"})) == "play"


def test_draw_now_brings_cards_at_once_and_ends_undo() -> None:
    state = effect({"do": "draw", "n": 2})
    assert len(state.hands[0]) == 3
    assert "undo" not in offered(state)


def test_draw_at_the_end_brings_cards_with_those_of_the_turn() -> None:
    state = effect({"do": "draw", "n": 2, "when": "end"})
    assert len(state.hands[0]) == 1
    state = play(state, "end")
    assert len(state.hands[0]) == 1 + 2 + 2


def test_draw_at_the_end_is_lost_in_the_last_round_but_draw_now_is_not() -> None:
    state = effect({"do": "draw", "n": 2, "when": "end"}, {"do": "draw", "n": 1}, round_=15)
    assert len(state.hands[0]) == 2
    assert len(play(state, "end").hands[0]) == 2


def test_draw_shuffles_the_discard_pile_and_loses_what_is_not_there() -> None:
    box = box_with_tile("weavers", colours=["green"])
    state = turns(scene(tiles={"C2": "weavers"}, hands=["33 31"], masters={"C2": 0}, box=box))
    state.deck, state.discard = [], [0]
    state = play(state, "card:33.effect")
    assert state.hands[0] == sorted([0, state.box.kind_number[31]])
    assert (state.deck, state.discard) == ([], [])


def test_neutral_takes_what_the_pool_has() -> None:
    state = effect({"do": "neutral", "n": 2}, neutrals=[0, 3, 2])
    assert (state.neutrals, state.pool) == ([1, 3, 2], 0)


def test_mayor_keeps_one_and_orders_the_others_under_the_deck() -> None:
    state = effect({"do": "mayor", "draw": 3, "keep": 1})
    assert (question(state), offered(state)) == (
        "arrange",
        [
            *("order:1.2.3", "order:1.3.2", "order:2.1.3"),
            *("order:2.3.1", "order:3.1.2", "order:3.2.1"),
        ],
    )
    state = play(state, "order:2.3.1")
    assert state.mayors[0] == [1]
    assert state.mayor_deck[-2:] == [2, 0]
    assert state.knows[-3:] == [0, 1, 1]


def test_mayor_says_what_is_kept_and_the_order_of_the_others() -> None:
    state = effect({"do": "mayor", "draw": 3, "keep": 1})
    (prompt,) = GAME.prompts(state).values()
    said = next(option.text for option in prompt.options if option.id == "order:2.3.1")
    first, second, third = (text(f"london.mayor.m0{number}") for number in (1, 2, 3))
    assert said == text("london.pick.arrange", kept=(second,), under=(third, first))


def test_mayor_with_too_many_orders_for_a_menu_asks_for_them_one_by_one() -> None:
    state = effect({"do": "mayor", "draw": 5, "keep": 1})
    state = play(state, "mayor:m02", "back", "mayor:m02", "mayor:m05", "mayor:m01", "mayor:m03")
    assert state.mayors[0] == [1]
    assert state.mayor_deck[-4:] == [4, 0, 2, 3]


def test_mayor_with_fewer_cards_left_looks_at_those() -> None:
    scarce = turns(scene(tiles={"C2": "weavers"}, hands=["54 31 31 31"], masters={"C2": 0}))
    scarce.mayor_deck, scarce.knows = [4, 9], [0, 0]
    state = play(scarce, "card:54.effect")
    assert offered(state) == ["mayor:m05", "mayor:m10"]
    state = play(state, "mayor:m10")
    assert (state.mayors[0], state.mayor_deck) == ([9], [4])


def test_mayor_without_cards_gives_5_vp_once() -> None:
    scarce = turns(scene(tiles={"C2": "weavers"}, hands=["54 31 31 31"], masters={"C2": 0}))
    scarce.mayor_deck, scarce.knows = [], []
    state = play(scarce, "card:54.effect")
    assert (state.scores[0], state.mayors[0]) == (5, [])


def test_mayor_that_keeps_all_it_sees_asks_nothing() -> None:
    scarce = turns(scene(tiles={"C2": "weavers"}, hands=["54 31 31 31"], masters={"C2": 0}))
    scarce.mayor_deck, scarce.knows = [4], [0]
    state = play(scarce, "card:54.effect")
    assert (state.mayors[0], state.mayor_deck) == ([4], [])


def test_beadle_goes_to_another_unresolved_guild_never_to_a_building() -> None:
    state = turns(scene(tiles={"C2": "weavers", "D2": "dyers", "E3": "church"}, hands=["53 31"]))
    state.beadle = place("c2")
    state = play(state, "card:53.effect")
    assert (question(state), offered(state)) == ("beadle", ["d2", "stop", "undo"])
    assert play(state, "d2").beadle == place("d2")
    assert play(state, "stop").beadle == place("c2")


def test_beadle_without_another_guild_does_nothing() -> None:
    state = turns(scene(tiles={"C2": "weavers", "E3": "church"}, hands=["53 31"]))
    state.beadle = place("c2")
    assert question(play(state, "card:53.effect")) == "target"


def test_each_time_fires_after_each_pawn_up_to_its_limit() -> None:
    steps = {"do": "each_time", "event": "move", "max": 2, "then": [{"do": "vp"}]}
    state = effect(steps, {"do": "move", "n": 3}, pawns={"guildhall": [1, 4, 4]})
    scores = [state.scores[0]]
    for target in ("c2", "d2", "c2"):
        state = play(state, target)
        scores.append(state.scores[0])
    assert scores == [0, 1, 2, 2]


def test_each_time_does_not_count_what_came_before_it() -> None:
    steps = {"do": "each_time", "event": "recruit", "then": [{"do": "vp"}]}
    state = effect({"do": "recruit", "n": 2}, steps, {"do": "recruit", "n": 1})
    assert state.scores[0] == 1


def test_each_time_without_a_limit_fires_for_every_pawn_and_later_cards() -> None:
    steps = {"do": "each_time", "event": "recruit", "then": [{"do": "vp"}]}
    state = effect(steps, {"do": "recruit", "n": 3}, hands=["11 31 32"])
    assert state.scores[0] == 3
    assert play(state, "card:31.recruit").scores[0] == 4


def test_each_time_fires_for_the_plantation() -> None:
    steps = {"do": "each_time", "event": "plantation", "then": [{"do": "vp", "n": 2}]}
    state = effect(steps, {"do": "plantation", "from": "any"})
    assert play(state, "guildhall").scores[0] == 2


def test_each_time_sets_off_no_each_time() -> None:
    steps = {"do": "each_time", "event": "recruit", "then": [{"do": "recruit"}, {"do": "vp"}]}
    state = effect(steps, {"do": "recruit"})
    assert pawns(state, "guildhall")[0] == 4 + 2
    assert state.scores[0] == 1


def test_several_each_times_fire_in_the_order_in_which_they_began() -> None:
    first = {"do": "each_time", "event": "recruit", "then": [{"do": "vp", "n": 1}]}
    second = {"do": "each_time", "event": "recruit", "then": [{"do": "vp", "n": 2}]}
    state = effect(first, second, {"do": "recruit"})
    gains = [numbers for what, numbers in state.deeds if what == "gains"]
    assert gains == [(0, 1), (0, 2)]


def test_each_time_ends_with_the_turn() -> None:
    steps = {"do": "each_time", "event": "recruit", "then": [{"do": "vp"}]}
    state = play(effect(steps, hands=["11 31", "31 31"]), "end", "card:31.recruit")
    assert state.scores == [0, 0, 0]


def test_choose_carries_out_one_list_even_one_without_a_result() -> None:
    options = [[{"do": "recruit", "n": 2}], [{"do": "vp", "per": "masters"}]]
    state = effect({"do": "choose", "options": options})
    assert (question(state), offered(state)) == ("choose", ["option:1", "option:2", "undo"])
    assert pawns(play(state, "option:1"), "guildhall")[0] == 6
    assert question(play(state, "option:2")) == "play"


def test_trade_discards_card_by_card_for_steps() -> None:
    state = effect({"do": "trade", "give": "card", "n": 2, "then": [{"do": "vp", "n": 2}]})
    assert (question(state), offered(state)) == ("trade", ["card:31", "stop", "undo"])
    stopped = play(state, "stop")
    assert (stopped.scores[0], codes(stopped, stopped.hands[0])) == (0, ALMS)
    traded = play(state, "card:31")
    assert traded.scores[0] == 2
    assert question(traded) == "end"  # no card left: the trade stops


def test_trade_without_a_card_stops() -> None:
    state = effect({"do": "trade", "give": "card", "then": [{"do": "vp"}]}, hands=["11", "31 31"])
    assert question(state) == "end"
    assert state.scores[0] == 0


def test_a_condition_is_read_when_its_step_starts() -> None:
    late = {"do": "vp", "if": "turn:recruited>=2"}
    state = effect(late, {"do": "recruit", "n": 2}, late)
    assert state.scores[0] == 1


def test_several_conditions_must_all_hold() -> None:
    both = {"do": "vp", "if": ["turn:recruited>=1", "masters>=1"]}
    assert effect({"do": "recruit"}, both).scores[0] == 0
    assert effect({"do": "recruit"}, both, masters={"B3": 0}).scores[0] == 1


def test_a_moves_condition_counts_the_moves_of_the_turn() -> None:
    state = turns(scene(tiles={"C2": "weavers", "D2": "dyers"}, hands=["13 31"], pawns={"C2": [2]}))
    state = play(state, "card:13.effect", "d2", "d2")
    assert state.moved == 2
    assert state.drawn_at_end == 1


def test_a_master_that_would_leave_is_named_and_no_shortcut_moves_it() -> None:
    state = turns(scene(tiles=TOWN, hands=["13 31"], masters={"B3": 0}))
    (prompt,) = GAME.prompts(state).values()
    effects = [one for one in prompt.options if one.id == "card:13.effect"]
    assert [then.picks for one in effects for then in one.then] == []
    assert question(play(state, "card:13.effect")) == "target.master"


def test_rewards_may_move_a_pawn_of_the_active_tile_but_not_onto_it() -> None:
    box = box_with_tile("dyers", first=[{"do": "move"}], bonus=[])
    scened = scene(tiles={"C2": "weavers", "B3": "dyers"}, pawns={"B3": [3]}, box=box)
    state = play(activate(scened), ["part:0"])
    assert offered(state) == ["c2", "elsewhere", "stop"]
    state = play(state, "elsewhere")
    assert pawns(state, "c2") == [1, 0, 0]
    assert controller(state, place("b3")) == 0
    assert (state.pawns[0][HALL], state.pawns[0][PLANTATION], state.pawns[0][SUPPLY]) == (5, 0, 9)


def times(state: State) -> dict[str, tuple[tuple[str, ...], ...]]:
    """What the options of the only open prompt are offered with."""
    (prompt,) = GAME.prompts(state).values()
    return {option.id: then.picks for option in prompt.options for then in option.then}


def test_all_pawns_of_a_move_may_go_to_one_tile_at_once() -> None:
    state = effect({"do": "move", "n": 3, "from": "guildhall"})
    joined = times(state)
    assert list(joined) == choices(state)
    assert joined["d2"] == (("d2",), ("d2",))
    for picks in (("d2",), *joined["d2"]):
        assert question(state) == "target"
        state = play(state, *picks)
    assert pawns(state, "d2") == [3, 0, 0]
    assert question(state) in ("play", "end")


def test_what_fewer_pawns_than_moves_or_waiting_effects_could_part_is_chosen_one_by_one() -> None:
    few = {"guildhall": [2, 4, 4], "b3": [2, 0, 0]}
    assert not times(effect({"do": "move", "n": 3}, pawns=few))
    waiting = {"do": "each_time", "event": "move", "then": [{"do": "vp", "n": 1}]}
    assert not times(effect(waiting, {"do": "move", "n": 2}))


def test_several_pawns_of_one_place_are_shipped_at_once() -> None:
    state = effect({"do": "plantation", "n": 2}, pawns={"b3": [2, 0, 0], "d4": [1, 0, 0]})
    assert times(state) == {"b3": (("b3",),)}
    state = play(play(state, "b3"), "b3")
    assert pawns(state, "plantation") == [2, 0, 0]
