"""Activation: sweep, negotiation, vote, rewards, turning the tile over."""

from __future__ import annotations

from typing import Any

import pytest

from engine.game import IllegalMove
from engine.london.numbers.asks import Phase
from engine.london.table.pawns import carry, controller
from engine.london.table.state import State
from tests.engine.london.builders import (
    GAME,
    TOWN,
    activate,
    box_with_tile,
    choices,
    grow,
    offered,
    pawns,
    place,
    play,
    question,
    scene,
    turns,
)

ALL = ["part:0"]


def deeds(state: State, *kinds: str) -> list[tuple[str, tuple[int, ...]]]:
    """The story so far, of these kinds only."""
    return [deed for deed in state.deeds if deed[0] in kinds]


def test_a_tile_is_activated_at_its_threshold_with_the_beadle() -> None:
    tiles = {"C2": "blacksmiths", "D2": "curriers"}  # thresholds 3 and 3
    state = scene(tiles=tiles, pawns={"C2": [2], "D2": [2]})
    state.beadle = place("d2")
    state = activate(state)
    assert deeds(state, "activates", "activates_beadle") == [("activates_beadle", (place("d2"), 3))]


def test_members_of_all_players_count() -> None:
    state = activate(scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 1, 0]}))
    assert deeds(state, "activates") == [("activates", (place("c2"), 3))]


def test_tiles_are_activated_in_reading_order_each_completely() -> None:
    tiles = {"D4": "butchers", "E2": "paviors", "B2": "blacksmiths"}
    state = activate(scene(tiles=tiles, pawns={"D4": [2], "E2": [0, 2], "B2": [0, 0, 3]}))
    assert (state.actor, state.active) == (2, place("b2"))
    state = play(state, ALL)
    assert (state.actor, state.active) == (1, place("e2"))
    state = play(state, ALL)
    assert (state.actor, state.active) == (0, place("d4"))


def test_a_reward_can_bring_a_later_tile_to_its_threshold() -> None:
    tiles = {"B2": "founders", "D4": "butchers"}  # founders: 4 VP, move 1
    state = activate(scene(tiles=tiles, pawns={"B2": [4], "D4": [1]}))
    state = play(state, ["part:0", "part:1"], "elsewhere")
    assert state.active == place("d4")


def test_a_reward_leaves_a_tile_already_passed_for_the_next_activation() -> None:
    tiles = {"B2": "butchers", "D4": "founders"}
    state = activate(scene(tiles=tiles, pawns={"B2": [1], "D4": [4]}))
    state = play(state, ["part:0", "part:1"], "elsewhere")
    assert pawns(state, "b2") == [2, 0, 0]
    assert place("b2") in state.open
    assert state.phase == Phase.TURNS


def test_negotiation_asks_in_live_order_who_has_a_neutral_and_someone_to_replace() -> None:
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [3]}, neutrals=[2, 1, 2])
    state.live = [2, 0, 1]
    state = activate(state)
    # Seat 0 has a neutral, but nobody else's pawn is there.
    assert (GAME.asked(state), question(state)) == ([2], "negotiate")
    state = play(state, "none")
    assert GAME.asked(state) == [1]
    assert question(play(state, "none")) == "take.first"


def test_a_player_without_neutrals_is_never_asked_to_negotiate() -> None:
    state = activate(scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 1, 0]}))
    assert question(state) == "take.first"


def test_a_neutral_sends_a_pawn_home_and_returns_to_the_pool_before_the_vote() -> None:
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 1, 0]}, neutrals=[0, 0, 1])
    state = activate(state)
    assert offered(state) == ["none", "1x1", "0x1", "never", "only"]
    state = play(state, "0x1")
    assert pawns(state, "guildhall") == [5, 4, 4]
    assert (state.pool, state.aside, state.neutrals) == (6, 0, [0, 0, 0])
    # 1 against 1 now, with no master about: nothing happens.
    assert deeds(state, "undecided", "wins") == []
    assert state.phase == Phase.TURNS
    assert pawns(state, "c2") == [1, 1, 0]


def test_neutrals_need_no_own_pawn_and_may_empty_a_tile() -> None:
    state = scene(tiles={"C2": "butchers"}, pawns={"C2": [2]}, neutrals=[0, 2])
    state = play(activate(state), "0x2")
    assert pawns(state, "c2") == [0, 0, 0]
    assert place("c2") in state.open


def test_a_tile_stays_activated_below_its_threshold() -> None:
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 1, 0]}, neutrals=[1])
    state = play(activate(state), "1x1")
    assert (state.actor, question(state)) == (0, "take.first")
    assert pawns(state, "c2") == [2, 0, 0]


def test_many_ways_to_negotiate_are_asked_one_opponent_after_the_other() -> None:
    state = scene(4, tiles={"C2": "weavers"}, pawns={"C2": [0, 3, 3, 3]}, neutrals=[4])
    state = activate(state)
    assert (question(state), offered(state)) == ("replace", ["0", "1", "2", "3", "never", "only"])
    state = play(state, "3")
    assert offered(state) == ["0", "1", "back"]
    state = play(state, "back", "1", "1")
    assert offered(state) == ["0", "1", "2", "back"]
    state = play(state, "2")
    assert pawns(state, "c2") == [0, 2, 2, 1]
    assert state.neutrals[0] == 0


def test_a_tie_is_broken_by_masters_on_adjacent_tiles() -> None:
    tiles = {"C2": "blacksmiths", "D2": "butchers", "C1": "paviors"}
    state = scene(tiles=tiles, pawns={"C2": [2, 2, 0]}, masters={"D2": 1, "C1": 2})
    state = activate(state)
    assert (state.actor, question(state)) == (1, "take.first")
    assert deeds(state, "wins_tie") == [("wins_tie", (1, place("c2")))]


def test_a_master_further_away_breaks_no_tie() -> None:
    tiles = {"C2": "blacksmiths", "E2": "butchers"}
    state = activate(scene(tiles=tiles, pawns={"C2": [2, 2, 0]}, masters={"E2": 1}))
    assert place("c2") in state.open
    assert pawns(state, "c2") == [2, 2, 0]


def test_a_tile_that_stays_tied_keeps_pawns_marker_and_beadle_and_may_come_again() -> None:
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2, 2, 0]})
    state.beadle = place("c2")
    state = activate(state)
    assert state.phase == Phase.TURNS
    assert (pawns(state, "c2"), state.beadle) == ([2, 2, 0], place("c2"))
    assert state.markers[place("c2")] >= 0
    carry(state, 0, place("guildhall"), place("c2"))
    assert question(activate(state)) == "take.first"


def test_gog_and_magog_adds_1_in_every_tie_wherever_the_tile_lies() -> None:
    tiles = {"C2": "blacksmiths", "F3": "gog-magog"}
    state = activate(scene(tiles=tiles, pawns={"C2": [2, 2, 0]}, masters={"F3": 1}))
    assert (state.actor, question(state)) == (1, "take.first")


def test_gog_and_magog_next_to_the_tile_still_adds_only_1() -> None:
    tiles = {"C2": "blacksmiths", "D2": "gog-magog", "C1": "butchers"}
    state = scene(tiles=tiles, pawns={"C2": [2, 2, 0]}, masters={"D2": 1, "C1": 0})
    state = activate(state)
    assert place("c2") in state.open


def test_gog_and_magog_gives_nothing_without_its_master() -> None:
    tiles = {"C2": "blacksmiths", "F3": "gog-magog"}
    state = activate(scene(tiles=tiles, pawns={"C2": [2, 2, 0]}, masters={"F3": None}))
    assert place("c2") in state.open


def test_the_winner_gets_the_first_reward_left_to_right_then_the_bonus() -> None:
    # Drapers: 4 VP, move 1, plantation 1; bonus: a neutral.
    tiles = {"C2": "drapers", "D2": "weavers"}
    state = activate(scene(tiles=tiles, pawns={"C2": [5]}))
    (prompt,) = GAME.prompts(state).values()
    parts = [option for option in prompt.options if option.role == "choice"]
    assert [option.id for option in parts] == ["part:0", "part:1", "part:2", "part:3"]
    assert all(option.ticked for option in parts)
    assert (prompt.least, prompt.most) == (0, 4)
    state = play(state, ["part:0", "part:1", "part:2", "part:3"])
    assert (state.scores[0], question(state), state.neutrals[0]) == (4, "target", 0)
    state = play(state, "elsewhere")
    assert (question(state), state.neutrals[0]) == ("ship", 0)
    state = play(state, "c2")
    assert state.neutrals[0] == 1


def test_any_part_may_be_declined() -> None:
    state = activate(scene(tiles={"C2": "grocers"}, pawns={"C2": [6]}))  # 6 VP, draw 2
    taken = play(state, ["part:1"])
    assert (taken.scores[0], len(taken.hands[0])) == (0, 2 + 2)
    assert play(state, []).scores == [0, 0, 0]


def test_the_rest_of_the_rewards_is_skipped_with_one_press() -> None:
    tiles = {"C2": "drapers", "D2": "weavers"}
    state = activate(scene(tiles=tiles, pawns={"C2": [5]}))
    state = play(state, ["part:0", "part:1", "part:2", "part:3"])
    assert offered(state)[-2:] == ["stop", "skip"]
    skipped = play(state, "skip")
    assert (skipped.neutrals[0], pawns(skipped, "plantation")) == (0, [0, 0, 0])
    stopped = play(state, "stop")
    assert question(stopped) == "ship"


def test_whoever_always_takes_everything_is_not_asked_until_asking_to_be() -> None:
    """Seat 0 wins two tiles, and then a third."""
    box = box_with_tile("butchers", first=[{"do": "vp"}], bonus=[])
    tiles = {"B2": "butchers", "C2": "paviors", "D4": "blacksmiths"}
    scened = scene(tiles=tiles, pawns={"B2": [2], "C2": [2]}, box=box, hands=["31 32", "31 32"])
    state = activate(scened)
    assert (question(state), offered(state)[-1]) == ("take.first", "always")
    state = play(state, "always")
    assert state.phase == Phase.TURNS
    assert place("c2") in state.resolved
    assert GAME.view(state, 0).progress.always
    assert not GAME.view(state, 1).progress.always
    assert (state.actor, offered(state)[-1]) == (0, "ask")
    asking = play(state, "ask")
    assert "ask" not in offered(asking)
    carry(asking, 0, place("guildhall"), place("d4"), 3)
    assert question(activate(asking)) == "take.first"


def test_always_taking_everything_goes_with_no_part() -> None:
    state = activate(scene(tiles={"C2": "grocers"}, pawns={"C2": [6]}))
    with pytest.raises(IllegalMove) as refusal:
        play(state, ["part:0", "always"])
    assert refusal.value.reason.key == "illegal.alone"


def test_who_is_second_is_told_once_also_where_everything_is_always_taken() -> None:
    """The page: "That player gets the marker's reward, then the tile's second-place reward"."""
    state = activate(scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}))
    state, first = GAME.play(state, 0, [])
    _, second = GAME.play(state, 1, ["always"])
    keys = [event.text.key for event in (*first, *second)]
    assert keys.count("london.told.second_to") == 1


def test_offered_steps_are_still_asked_about_where_everything_is_taken() -> None:
    tiles = {"C2": "founders", "D2": "weavers"}  # 4 VP, move 1
    state = play(activate(scene(tiles=tiles, pawns={"C2": [4]})), "always")
    assert (question(state), "stop" in offered(state)) == ("target", True)


def test_neutrals_may_be_left_alone_for_this_activation_and_come_up_in_the_next() -> None:
    tiles = {"B2": "butchers", "D4": "paviors", "C1": "weavers"}
    standing = {"B2": [0, 3], "D4": [0, 3]}
    state = activate(scene(tiles=tiles, pawns=standing, neutrals=[2]))
    assert (question(state), state.actor, state.active) == ("negotiate", 0, place("b2"))
    state = play(state, "never", [])
    assert (question(state), state.active) == ("take.first", place("d4"))
    state = play(state, [])
    carry(state, 1, place("guildhall"), place("c1"), 6)
    assert question(activate(state)) == "negotiate"


def test_that_neutrals_are_left_alone_is_known_to_nobody_else() -> None:
    state = activate(scene(tiles={"C2": "butchers"}, pawns={"C2": [0, 3]}, neutrals=[2]))
    others = [GAME.view(play(state, answer), 1) for answer in ("none", "never")]
    told = [GAME.play(state, 0, [answer])[1] for answer in ("none", "never")]
    assert others[0] == others[1]
    assert told[0] == told[1]


def test_negotiation_for_the_plantation_has_no_answer_for_this_activation_alone() -> None:
    state = grow(scene(tiles=TOWN, pawns={"plantation": [0, 2]}, neutrals=[1], round_=6))
    assert (question(state), offered(state)) == ("negotiate", ["none", "1x1", "only"])


def test_who_says_so_is_asked_about_neutrals_only_where_they_change_the_own_reward() -> None:
    # Seat 0 with one neutral: C2 is lost by 3 whatever it does, D2 is a tie that it can break.
    tiles = {"C2": "weavers", "D2": "blacksmiths"}
    held = {"C2": [1, 4, 0], "D2": [2, 2, 0]}
    state = activate(scene(tiles=tiles, pawns=held, neutrals=[1]))
    assert offered(state)[-1] == "only"
    state = play(state, "only")
    while question(state) != "negotiate":
        assert state.actor != 0 or question(state).startswith("take")
        state = play(state, *[["part:0"]] if question(state).startswith("take") else ["stop"])
    assert (state.actor, state.active) == (0, place("d2"))
    assert "only" not in offered(state)
    assert GAME.view(state, 0).progress.only
    assert not GAME.view(state, 1).progress.only


def test_who_says_so_sends_nobody_to_the_plantation_as_a_reward() -> None:
    box = box_with_tile("dyers", first=[{"do": "plantation"}], bonus=[])
    scened = scene(tiles={"C2": "weavers", "B3": "dyers"}, pawns={"B3": [3]}, box=box)
    state = play(activate(scened), ["part:0"])
    assert (question(state), offered(state)[-1]) == ("ship", "home")
    state = play(state, "home")
    assert question(state) != "ship"
    assert pawns(state, "plantation") == [0, 0, 0]
    assert state.tallies[-1][-1] == (1, 0)  # told and struck out as any reward that is declined


def test_skip_is_not_offered_when_nothing_follows() -> None:
    state = activate(scene(tiles={"C2": "founders", "D2": "weavers"}, pawns={"C2": [4]}))
    state = play(state, ["part:0", "part:1"])
    assert offered(state)[-1] == "stop"


def test_parts_that_can_give_nothing_are_not_asked_about() -> None:
    state = scene(
        tiles={"C2": "haberdashers"}, pawns={"C2": [4]}, neutrals=[0, 3, 3]
    )  # 4 VP, a neutral, but the pool is empty
    state = play(activate(state), "none", "none")
    assert choices(state) == ["part:0"]


def test_a_move_without_a_target_and_a_draw_without_a_card_are_not_asked_about() -> None:
    town = {"C2": "leathersellers"}  # 3 VP, move 1, draw 1; the only unresolved tile
    state = scene(tiles=town, pawns={"C2": [4]})
    assert choices(activate(state.clone())) == ["part:0", "part:2"]
    state.deck = []
    assert choices(activate(state)) == ["part:0"]


def test_a_draw_from_the_discard_pile_is_asked_about() -> None:
    state = scene(tiles={"C2": "leathersellers"}, pawns={"C2": [4]})
    state.deck, state.discard = [], state.deck
    assert choices(activate(state)) == ["part:0", "part:2"]


def rewarded(*first: dict[str, object], **setting: Any) -> State:
    """Seat 0 has won the Blacksmiths with 3 pawns on them, and is asked for parts of these."""
    box = box_with_tile("blacksmiths", first=first, bonus=[])
    standing = {"C2": [3, 0, 0], "guildhall": [0, 4, 4]} | setting.pop("pawns", {})
    tiles = {"C2": "blacksmiths", "D2": "butchers", "B3": "dyers"}  # green; blue and purple
    return activate(scene(tiles=tiles, pawns=standing, box=box, **setting))


VP = {"do": "vp", "n": 2}
LOST: list[tuple[dict[str, object], dict[str, Any]]] = [
    ({"do": "vp", "if": "masters>=1"}, {}),
    ({"do": "vp", "if": ["markers==0", "masters>=1"]}, {}),
    ({"do": "vp", "per": "members:plantation"}, {}),
    ({"do": "recruit"}, {"pawns": {"plantation": [13, 0, 0]}}),
    ({"do": "recruit", "to": "any"}, {"pawns": {"plantation": [13, 0, 0]}}),
    ({"do": "recruit", "to": "yellow"}, {}),
    ({"do": "move", "to": "yellow"}, {}),
    ({"do": "move", "from": "guildhall"}, {}),
    ({"do": "move", "from": "plantation"}, {}),
    ({"do": "plantation", "from": "guildhall"}, {}),
    ({"do": "neutral"}, {"neutrals": [6]}),
]


@pytest.mark.parametrize(("lost", "setting"), LOST)
def test_a_part_that_gives_nothing_as_things_stand_is_not_asked_about(
    lost: dict[str, object], setting: dict[str, Any]
) -> None:
    assert choices(rewarded(lost, VP, **setting)) == ["part:1"]
    assert question(rewarded(lost, **setting)) != "take.first"


@pytest.mark.parametrize(
    ("first", "then", "setting"),
    [
        ({"do": "neutral"}, {"do": "vp", "per": "neutrals"}, {}),
        ({"do": "plantation"}, {"do": "vp", "per": "members:plantation"}, {}),
        ({"do": "plantation"}, {"do": "move", "from": "plantation"}, {}),
        ({"do": "move"}, {"do": "vp", "if": "masters:blue==0"}, {"masters": {"B3": 0}}),
        ({"do": "recruit"}, {"do": "move", "from": "guildhall"}, {}),
        ({"do": "recruit"}, {"do": "plantation", "from": "guildhall"}, {}),
    ],
)
def test_a_part_that_an_earlier_one_makes_possible_is_asked_about(
    first: dict[str, object], then: dict[str, object], setting: dict[str, Any]
) -> None:
    assert choices(rewarded(first, then, **setting)) == ["part:0", "part:1"]
    assert choices(rewarded(then, first, **setting)) == ["part:1"]


def test_what_only_a_part_that_gives_nothing_would_make_possible_is_not_asked_about() -> None:
    state = rewarded({"do": "neutral"}, {"do": "vp", "per": "neutrals"}, VP, neutrals=[0, 3, 3])
    assert choices(play(state, "none", "none")) == ["part:2"]


def test_the_second_gets_the_marker_then_the_printed_reward_and_keeps_the_marker() -> None:
    # Haberdashers, second: 1 VP. Marker s5: 1 VP and recruit 1.
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}, markers_on={"C2": "s5"})
    state = play(activate(state), [])
    assert (state.actor, question(state)) == (1, "take.second")
    assert choices(state) == ["part:0", "part:1", "part:2"]
    state = play(state, ["part:0", "part:1", "part:2"])
    assert state.scores == [0, 2, 0]
    assert GAME.view(state, None).players[1].markers == ("s5",)


def test_the_second_may_decline_the_marker_and_still_keeps_it() -> None:
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]})
    state = play(activate(state), [], [])
    assert state.scores == [0, 0, 0]
    assert GAME.view(state, None).players[1].markers == ("s2",)


def test_two_tied_for_second_get_nothing_and_the_marker_goes_to_the_box() -> None:
    state = play(activate(scene(tiles={"C2": "haberdashers"}, pawns={"C2": [2, 1, 1]})), [])
    assert state.phase == Phase.TURNS
    assert GAME.view(state, None).boxed == ("s2",)


def test_the_loser_of_a_tie_is_second_if_alone_on_that_count() -> None:
    tiles = {"C2": "haberdashers", "D2": "butchers"}
    state = scene(tiles=tiles, pawns={"C2": [2, 2, 1]}, masters={"D2": 0})
    state = play(activate(state), [])
    assert (state.actor, question(state)) == (1, "take.second")


def test_second_place_is_counted_after_the_negotiation() -> None:
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 2, 1]}, neutrals=[0, 0, 2])
    state = play(activate(state), "1x2", [])
    assert (state.actor, question(state)) == (2, "take.second")


def test_one_pawn_of_the_winner_becomes_master_and_all_others_go_home() -> None:
    state = play(activate(scene(tiles={"C2": "butchers"}, pawns={"C2": [3, 1, 1]})), [])
    assert pawns(state, "c2") == [1, 0, 0]
    assert controller(state, place("c2")) == 0
    assert pawns(state, "guildhall") == [6, 5, 5]
    assert place("c2") in state.resolved


def test_moving_own_pawns_off_changes_neither_the_vote_nor_the_second_place() -> None:
    tiles = {"C2": "blacksmiths", "D2": "weavers"}
    box = box_with_tile("blacksmiths", first=[{"do": "move", "n": 2}])
    state = activate(scene(tiles=tiles, pawns={"C2": [2, 1, 0]}, box=box))
    state = play(state, ["part:0"], "elsewhere", "elsewhere")
    assert question(state) == "take.second"
    state = play(state, [])
    assert controller(state, place("c2")) == 0
    assert pawns(state, "d2") == [2, 0, 0]
    assert pawns(state, "guildhall")[0] == 3  # the master came from there


def test_the_master_comes_from_the_supply_and_else_there_is_none() -> None:
    box = box_with_tile("butchers", first=[{"do": "move", "n": 2}], bonus=[])
    tiles = {"C2": "butchers", "D2": "weavers"}
    standing = {"C2": [2, 0, 0], "guildhall": [0, 4, 4]}
    state = activate(scene(tiles=tiles, pawns=standing, box=box))
    supplied = play(state, ["part:0"], "d2", "d2")
    assert controller(supplied, place("c2")) == 0
    assert pawns(supplied, "supply")[0] == 13
    standing |= {"plantation": [14, 0, 0]}
    state = activate(scene(tiles=tiles, pawns=standing, box=box))
    state = play(state, ["part:0"], "d2", "d2")
    assert place("c2") in state.resolved
    assert controller(state, place("c2")) == -1


def test_the_beadle_goes_on_to_the_unresolved_guild_with_the_lowest_number() -> None:
    tiles = {"C2": "butchers", "D2": "dyers", "C4": "weavers", "E3": "church"}
    state = scene(tiles=tiles, pawns={"C2": [1]})
    state.beadle = place("c2")
    state = play(activate(state), [])
    assert state.beadle == place("c4")


def test_the_beadle_may_bring_a_tile_still_to_come_to_its_threshold() -> None:
    tiles = {"C2": "butchers", "D4": "paviors"}  # thresholds 2 and 2
    state = scene(tiles=tiles, pawns={"C2": [1], "D4": [0, 1]})
    state.beadle = place("c2")
    state = play(activate(state), [])
    assert (state.active, state.actor) == (place("d4"), 1)


def test_the_beadle_rests_without_an_unresolved_guild() -> None:
    tiles = {"C2": "butchers", "E3": "church"}
    state = scene(tiles=tiles, pawns={"C2": [1]})
    state.beadle = place("c2")
    state = play(activate(state), [])
    assert state.beadle == -1


def test_a_beadle_moved_by_a_card_stays_until_its_tile_is_resolved() -> None:
    tiles = {"C2": "butchers", "D4": "weavers"}
    state = turns(scene(tiles=tiles, hands=["53"]))
    state.beadle = place("d4")
    state = play(state, "card:53.effect", "c2", "stop")
    assert state.beadle == place("c2")


@pytest.mark.parametrize(("round_", "expected"), [(3, Phase.TURNS), (4, Phase.ACTIVATION)])
def test_two_players_activate_in_even_rounds_only(round_: int, expected: Phase) -> None:
    tiles = {"C2": "butchers", "D3": "weavers"}
    hands = ["31", "31"]
    state = turns(scene(2, tiles=tiles, pawns={"C2": [2]}, hands=hands, round_=round_))
    assert play(state, "end", "end").phase == expected


@pytest.mark.parametrize(("round_", "grey"), [(4, 6), (5, 6), (6, 6), (13, 15), (15, 15)])
def test_without_unresolved_tiles_the_marker_jumps_to_the_next_grey_round(
    round_: int, grey: int
) -> None:
    state = scene(tiles={"C2": "butchers"}, pawns={"C2": [2]}, round_=round_)
    state = play(activate(state), [])
    if grey == 15:
        assert state.phase == Phase.OVER
        assert state.round == 15
    else:
        assert (state.phase, state.round) == (Phase.TURNS, grey + 1)
        assert len(state.open) == 5


def test_two_players_end_when_all_tiles_are_resolved_after_the_plantation() -> None:
    state = scene(2, tiles={"C2": "butchers"}, pawns={"C2": [2], "plantation": [1]}, round_=6)
    state.side = 0
    state = play(activate(state), [])
    assert state.phase == Phase.OVER
    assert state.scores[0] == 5  # the left reward of Ulster
    assert state.round == 6


def test_points_of_one_tile_change_the_order_of_the_next_negotiation() -> None:
    tiles = {"B2": "butchers", "D4": "weavers"}
    standing = {"B2": [0, 0, 2], "D4": [2, 2, 2]}
    state = scene(tiles=tiles, pawns=standing, neutrals=[2, 0, 2])
    state = play(activate(state), "none", ["part:0"])
    assert state.live == [2, 0, 1]
    assert GAME.asked(state) == [2]


def test_the_hand_may_exceed_the_limit_by_rewards() -> None:
    state = scene(tiles={"E3": "church"}, pawns={"E3": [5]}, hands=["11 12 13 14 15 16 21"])
    state = play(activate(state), ["part:0", "part:1"])
    assert len(state.hands[0]) == 11


def test_nothing_activates_without_enough_members() -> None:
    state = activate(scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [2]}))
    assert state.phase == Phase.TURNS
    assert deeds(state, "activates") == []
