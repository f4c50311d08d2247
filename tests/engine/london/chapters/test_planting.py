"""Growth: the plantation, new tiles, the beadle, and where it leads."""

from __future__ import annotations

from engine.london.numbers.asks import Phase
from engine.london.table.state import State
from tests.engine.london.builders import GAME, grow, offered, pawns, place, play, question, scene

TOWN = {"C2": "weavers", "D2": "dyers"}
ULSTER, VIRGINIA = 0, 1
"""Left 5 VP (3 pawns back), right 2 VP (2 back); left 3 VP and a neutral (2 back), right 1 VP and
a card (1 back)."""


def plantation(*numbers: int, side: int = ULSTER, **setting: object) -> State:
    """Growth in a grey round with so many pawns of each seat on the plantation."""
    setting = {"round_": 6, "tiles": TOWN} | setting
    state = scene(len(numbers), pawns={"plantation": numbers}, **setting)  # type: ignore[arg-type]
    state.side = side
    return grow(state)


def growth_deeds(state: State) -> list[str]:
    """What is told of the growth and of what follows, up to the next choice."""
    state = state.clone()
    state.told = []
    return [event.text.key.removeprefix("london.told.") for event in grow(state).told or ()]


def test_most_pawns_win_the_left_reward_and_the_sole_second_the_right() -> None:
    state = plantation(4, 3, 1)
    assert state.scores == [5, 2, 0]
    assert pawns(state, "plantation") == [1, 1, 1]


def test_the_rewarded_return_all_if_they_have_fewer_and_the_others_stay() -> None:
    state = plantation(2, 1, 0)
    assert state.scores == [5, 2, 0]
    assert pawns(state, "plantation") == [0, 0, 0]
    assert pawns(state, "supply") == [12, 12, 12]


def test_all_tied_for_first_get_the_right_reward_in_live_order_and_nobody_is_second() -> None:
    state = scene(4, pawns={"plantation": [2, 1, 2, 0]}, round_=6, tiles=TOWN)
    state.live = [3, 2, 1, 0]
    state = grow(state)
    assert state.scores == [2, 0, 2, 0]
    # Seat 2 gained first, seat 0 came onto its score later and lies on top.
    assert state.live == [0, 2, 3, 1]


def test_two_tied_for_second_get_nothing() -> None:
    state = plantation(3, 1, 1)
    assert state.scores == [5, 0, 0]
    assert pawns(state, "plantation") == [0, 1, 1]


def test_an_empty_plantation_gives_nothing() -> None:
    assert plantation(0, 0, 0).scores == [0, 0, 0]


def test_a_single_pawn_wins_and_nobody_is_second() -> None:
    assert plantation(0, 1, 0).scores == [0, 5, 0]


def test_masters_break_no_tie_on_the_plantation() -> None:
    state = plantation(2, 2, 0, masters={"C2": 0}, tiles=TOWN | {"D4": "gog-magog"})
    assert state.scores == [2, 2, 0]


def test_rewards_are_taken_without_a_question() -> None:
    state = plantation(2, 1, 0, side=VIRGINIA, hands=["41 42", "41 42", "41 42"])
    assert state.phase == Phase.TURNS
    assert (state.scores, state.neutrals) == ([3, 1, 0], [1, 0, 0])
    assert len(state.hands[1]) == 3


def test_negotiation_sends_pawns_back_to_the_guildhall() -> None:
    state = plantation(2, 1, 0, neutrals=[0, 2, 0])
    assert (GAME.asked(state), question(state)) == ([1], "negotiate")
    assert offered(state) == ["none", "0x1", "0x2", "only"]
    state = play(state, "0x2")
    assert state.scores == [0, 5, 0]
    assert pawns(state, "guildhall") == [6, 4, 4]


def test_neutrals_used_are_back_only_after_the_rewards() -> None:
    state = plantation(3, 0, 0, side=VIRGINIA, neutrals=[0, 2, 4])
    state = play(state, "0x1", "none")
    # The pool was empty when the winner would have taken a neutral; now one is back.
    assert (state.neutrals, state.pool, state.aside) == ([0, 1, 4], 1, 0)


def test_negotiation_follows_the_live_order_of_the_moment() -> None:
    state = scene(3, pawns={"plantation": [1, 1, 1]}, round_=6, tiles=TOWN, neutrals=[1, 1, 1])
    state.live = [1, 2, 0]
    state = grow(state)
    assert GAME.asked(state) == [1]
    assert GAME.asked(play(state, "none")) == [2]


def test_new_tiles_come_with_markers_at_the_places_of_the_growth() -> None:
    growths = {3: "D1 E1 F1 F2 F3", 6: "G3 F4 F5 E5 D5", 9: "D6 C5 B5 A5 A4", 12: "A3 A2 A1 B1 C1"}
    state = GAME.setup(3, seed=5)
    while GAME.view(state, None).simultaneous:
        state = play(state, GAME.prompts(state)[GAME.asked(state)[0]].options[0].id)
    for round_, names in growths.items():
        before = set(state.open)
        state.round = round_
        state = grow(state)
        assert set(state.open) - before == {place(name) for name in names.split()}
        assert all(state.markers[cell] >= 0 for cell in state.open)
    assert len(state.open) == 30


def test_four_players_add_six_tiles() -> None:
    assert len(plantation(0, 0, 0, 0, round_=3).open) == 2 + 6


def test_the_beadle_goes_to_the_lowest_number_from_wherever_it_is() -> None:
    state = scene(3, tiles={"D2": "dyers", "C4": "butchers"}, round_=6)
    state.stack = [tile for tile in state.stack if tile > 21]  # no lower number is to come
    state.beadle = place("c4")
    state = grow(state)
    assert state.beadle == place("d2")


def test_a_beadle_that_stays_where_it_is_is_not_told_of() -> None:
    state = scene(2, tiles=TOWN, round_=4)
    state.beadle = place("c2")
    assert "beadle" not in growth_deeds(state)
    state.beadle = place("d2")
    assert "beadle" in growth_deeds(state)


def test_the_last_growth_adds_nothing_and_ends_the_game() -> None:
    state = plantation(1, 0, 0, round_=15)
    assert state.phase == Phase.OVER
    assert len(state.open) == 2
    assert GAME.outcome(state) is not None


def test_two_players_grow_without_new_tiles_but_move_the_beadle() -> None:
    state = scene(2, tiles=TOWN, round_=4, pawns={"plantation": [1, 0]})
    state.beadle = place("d2")
    state = grow(state)
    assert state.scores[0] == 5
    assert len(state.open) == 2
    assert state.beadle == place("c2")
    assert state.round == 5


def test_the_next_round_is_played_in_live_order() -> None:
    state = plantation(1, 0, 2)
    assert state.order == [2, 0, 1]
    assert GAME.asked(state) == [2]
