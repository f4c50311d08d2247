"""The final scoring and the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from engine.london.chapters.final import close, outcome, score
from engine.london.table.state import State
from tests.engine.london.builders import GAME, pawns, place, scene

SQUARE = {"B2": "butchers", "C2": "weavers", "B1": "dyers", "C1": "church"}


def ended(
    tiles: Mapping[str, str],
    masters: Mapping[str, int | None] | None = None,
    mayors: Sequence[str] = (),
    **setting: object,
) -> State:
    """A town before the final scoring, seat 0 holding these mayor's cards."""
    state = scene(3, tiles=tiles, masters=masters, **setting)  # type: ignore[arg-type]
    state.mayors[0] = [state.box.mayor_number[name] for name in mayors]
    return state


def points(state: State) -> int:
    """What the mayor's cards of seat 0 are worth."""
    return sum(worth for _, worth in score(state, 0).mayors)


def test_four_masters_in_a_square_give_4_vp() -> None:
    assert score(ended(SQUARE, dict.fromkeys(SQUARE, 0)), 0).pairs == 4


def test_pairs_count_only_own_masters_on_adjacent_tiles() -> None:
    state = ended(SQUARE, {"B2": 0, "C2": 1, "C1": 0})
    assert score(state, 0).pairs == 0


def test_the_guildhall_counts_for_no_pair() -> None:
    assert score(ended({"B3": "dyers", "E3": "church"}, {"B3": 0, "E3": 0}), 0).pairs == 0


def test_a_two_coloured_tile_counts_for_both_colours() -> None:
    # Weavers are yellow and purple: m04 and m05 give 1 VP for one such master.
    assert points(ended({"C2": "weavers"}, {"C2": 0}, ["m04", "m05", "m01"])) == 2


def test_a_building_counts_for_each_of_its_four_colours_but_is_no_great_guild() -> None:
    church = ended({"E3": "church"}, {"E3": 0}, ["m02", "m03", "m04", "m05", "m06", "m01"])
    assert points(church) == 4


def test_a_table_gives_its_last_entry_for_every_larger_count() -> None:
    tiles = dict(zip(("A1", "C1", "E1", "G1", "A3", "G3"), SIX_RED, strict=True))
    assert points(ended(tiles, dict.fromkeys(tiles, 0), ["m01"])) == 7


SIX_RED = ("skinners", "armourers", "blacksmiths", "founders", "drapers", "saddlers")


def test_a_product_is_capped() -> None:
    state = ended({"C2": "weavers"}, pawns={"plantation": [5, 0, 0]}, mayors=["m13"])
    assert points(state) == 9


def test_the_plantation_and_reserves_count_as_they_stand() -> None:
    state = ended({"C2": "weavers"}, pawns={"plantation": [2]}, mayors=["m13", "m14"], neutrals=[1])
    close(state)
    assert state.scores[0] == 6 + 3


def test_lord_of_the_liveries_adds_its_lines() -> None:
    tiles = {"A1": "weavers", "C1": "dyers", "E1": "butchers"}
    assert points(ended(tiles, {"A1": 0, "C1": 0, "E1": 1}, ["m21"])) == 2 + 2
    assert points(ended(tiles, {"A1": 0, "C1": 1, "E1": 1}, ["m21"])) == 1


def test_members_and_markers_leave_the_unresolved_tiles() -> None:
    state = ended(SQUARE, {"B2": 0}, pawns={"C2": [2, 1, 0]})
    close(state)
    assert pawns(state, "c2") == [0, 0, 0]
    assert state.markers[place("c2")] == -1
    assert pawns(state, "b2") == [1, 0, 0]


def test_mayors_cards_are_revealed_in_live_order() -> None:
    state = ended({"C2": "weavers"}, {"C2": 0}, ["m04"])
    state.mayors[1], state.mayors[2] = [state.box.mayor_number["m08"]], []
    state.live = [1, 0, 2]
    close(state)
    revealed = [numbers[0] for what, numbers in state.deeds if what == "mayor"]
    assert revealed == [1, 0]
    players = GAME.view(state, None).players
    assert [(each.card, each.points) for each in players[0].revealed] == [("m04", 1)]


@pytest.mark.parametrize(
    ("scores", "mayors", "places"),
    [
        ([10, 30, 20], [1, 1, 1], [[1], [2], [0]]),
        ([30, 30, 20], [1, 2, 3], [[1], [0], [2]]),
        ([30, 30, 20], [2, 2, 3], [[0, 1], [2]]),
        ([0, 0, 0], [1, 1, 1], [[0, 1, 2]]),
    ],
    ids=["most points", "tied: most mayor's cards", "still tied: shared", "all tied"],
)
def test_places(scores: list[int], mayors: list[int], places: list[list[int]]) -> None:
    state = scene(3, tiles={"C2": "weavers"})
    state.scores = scores
    state.mayors = [list(range(number)) for number in mayors]
    result = outcome(state)
    assert result.places == places
    assert result.scores == dict(enumerate(scores))
