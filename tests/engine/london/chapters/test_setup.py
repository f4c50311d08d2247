"""Set-up and layout."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.london import LondonOptions
from engine.london.chapters.setup import action_cards
from engine.london.components.box import GUILDS
from engine.london.numbers.map import CELLS, HALL, SUPPLY
from engine.london.table.state import GUILDHALL, State
from tests.engine.london.builders import GAME, pawns, place, play

START = "B2 C2 D2 E2 B3 E3 B4 C4 D4 E4"


@pytest.mark.parametrize("seats", [3, 4])
def test_ten_tiles_surround_the_guildhall_the_church_to_its_right(seats: int) -> None:
    state = GAME.setup(seats, seed=4)
    assert [cell for cell, tile in zip(CELLS, state.tiles, strict=True) if tile == GUILDHALL] == [
        (0, 0),
        (1, 0),
    ]
    assert state.open == [place(name) for name in START.split()]
    assert state.box.tiles[state.tiles[place("e3")]].id == "church"
    assert len(state.stack) == 35


def test_two_players_have_a_square_with_four_buildings_round_the_guildhall() -> None:
    state = GAME.setup(2, seed=4)
    assert state.tiles[place("c3")] == GUILDHALL
    assert len(state.open) == 24
    around = {state.box.tiles[state.tiles[place(name)]].id for name in ("c2", "d3", "c4", "b3")}
    assert around == {"church", "company-hall", "parade", "university"}
    assert sum(state.tiles[cell] >= GUILDS for cell in state.open) == 4
    assert state.stack == []
    assert {CELLS[cell] for cell in state.open} | {(0, 0)} == {
        (x, y) for x in range(-2, 3) for y in range(-2, 3)
    }


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_everybody_starts_with_the_same(seats: int) -> None:
    state = GAME.setup(seats, seed=1)
    assert [len(hand) for hand in state.hands] == [6] * seats
    assert [len(mayors) for mayors in state.mayors] == [3] * seats
    assert [own[HALL] for own in state.pawns] == [4] * seats
    assert [own[SUPPLY] for own in state.pawns] == [12] * seats
    assert (state.neutrals, state.pool) == ([0] * seats, 2 * seats)
    assert state.scores == [0] * seats
    assert state.live == state.order


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_tile_has_a_random_marker_and_the_guildhall_none(seats: int) -> None:
    state = GAME.setup(seats, seed=1)
    assert {cell for cell, marker in enumerate(state.markers) if marker >= 0} == set(state.open)
    assert len(state.unplaced) == 30 - len(state.open)


def test_the_beadle_stands_on_the_guild_with_the_lowest_number() -> None:
    for seed in range(5):
        state = GAME.setup(3, seed=seed)
        assert state.tiles[state.beadle] == min(state.tiles[cell] for cell in state.open)


@pytest.mark.parametrize("side", ["ulster", "virginia"])
def test_the_side_of_the_plantation_may_be_fixed(side: str) -> None:
    options = LondonOptions(plantation_side=side)  # type: ignore[arg-type]
    assert {GAME.view(GAME.setup(2, options, seed), None).side for seed in range(8)} == {side}


def test_the_side_of_the_plantation_is_else_drawn() -> None:
    sides = {GAME.view(GAME.setup(2, seed=seed), None).side for seed in range(12)}
    assert sides == {"ulster", "virginia"}


def test_everybody_keeps_one_mayors_card_at_the_same_time() -> None:
    state = GAME.setup(3, seed=2)
    assert GAME.asked(state) == [0, 1, 2]
    dealt = [list(mayors) for mayors in state.mayors]
    state, _ = GAME.play(state, 1, [GAME.prompts(state)[1].options[2].id])
    assert GAME.asked(state) == [0, 2]
    answered = GAME.prompts(state)[1].answered
    assert answered == (GAME.prompts(state)[1].options[2].id,)
    state, _ = GAME.play(state, 1, [GAME.prompts(state)[1].options[0].id])
    for seat in (0, 2):
        state, _ = GAME.play(state, seat, [GAME.prompts(state)[seat].options[1].id])
    assert [mayors[0] for mayors in state.mayors] == [dealt[0][1], dealt[1][0], dealt[2][1]]
    assert sorted([*state.mayor_deck, *(m[0] for m in state.mayors)]) == list(range(21))


def test_round_1_is_played_in_the_random_start_order() -> None:
    state = GAME.setup(4, seed=9)
    order = state.order[:]
    assert order != [0, 1, 2, 3]
    state = started(4, seed=9)
    assert GAME.asked(state) == [order[0]]


def test_105_action_cards_are_dealt_from() -> None:
    state = GAME.setup(4, seed=1)
    everywhere = Counter(state.deck) + sum(map(Counter, state.hands), Counter())
    assert everywhere == Counter(action_cards(state.box))
    assert everywhere.total() == 105


@pytest.mark.parametrize("seats", [1, 5])
def test_other_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="2 or 3 or 4"):
        GAME.setup(seats)


def started(seats: int, seed: int) -> State:
    """A game after the choice of mayor's cards."""
    state = GAME.setup(seats, seed=seed)
    while GAME.view(state, None).simultaneous:
        seat = GAME.asked(state)[0]
        state = play(state, GAME.prompts(state)[seat].options[0].id)
    return state


def test_the_first_player_is_on_top_of_the_score_stack() -> None:
    state = started(3, seed=3)
    assert state.live == state.order
    assert pawns(state, "plantation") == [0, 0, 0]
