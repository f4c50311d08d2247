"""What counts look at; expected numbers by hand from the town below."""

from __future__ import annotations

import pytest

from engine.london.components.vocabulary import COUNTS, parse_condition
from engine.london.table.counts import COUNT, meets
from tests.engine.london.builders import scene

# Columns B to E, rows 2 to 4; the Guildhall lies on C3 and D3.
#   B2 weavers: 1, yellow and purple, threshold 6     B3 butchers: 32, green, 2
#   C2 dyers: 21, blue and purple, 3                  E3 church: four colours, 5
#   D2 cutlers: 12, red and purple, 5                 G1 skinners: 4, red, 5
TILES = {
    "B2": "weavers", "C2": "dyers", "D2": "cutlers", "B3": "butchers", "E3": "church",
    "G1": "skinners",
}  # fmt: skip
OWN = ("B2", "C2", "D2", "E3", "G1")

EXPECTED = {
    "members:plantation": 3,
    "masters": 5,
    "masters:red": 2,
    "masters:blue": 2,
    "masters:green": 1,
    "masters:yellow": 2,
    "masters:purple": 4,
    "masters:great": 3,
    "masters:special": 1,
    "masters:single": 1,
    "masters:double": 3,
    "masters:high": 4,
    "masters:guildhall": 3,
    "masters:edge": 5,
    "colours": 5,
    "pairs": 2,
    "group": 3,
    "row": 3,
    "column": 1,
    "markers": 2,
    "neutrals": 1,
    "turn:moved": 0,
    "turn:recruited": 0,
    "turn:shipped": 0,
}


@pytest.mark.parametrize("count", COUNTS)
def test_count(count: str) -> None:
    standing = {"plantation": [3, 0, 0]}
    masters = dict.fromkeys(OWN, 0) | {"B3": 1}
    state = scene(tiles=TILES, masters=masters, pawns=standing, neutrals=[1])
    state.prizes[0] = [0, 3]
    assert COUNT[count](state, 0) == EXPECTED[count]


def test_a_tile_with_four_neighbours_is_not_on_the_edge() -> None:
    tiles = {"C2": "weavers", "B2": "dyers", "D2": "cutlers", "C1": "butchers"}
    state = scene(tiles=tiles, masters={"C2": 0})
    assert COUNT["masters:edge"](state, 0) == 0


def test_members_are_no_masters() -> None:
    state = scene(tiles=TILES, pawns={"B2": [1], "C2": [1]})
    assert COUNT["masters"](state, 0) == COUNT["pairs"](state, 0) == COUNT["colours"](state, 0) == 0


def test_gaps_do_not_matter_in_a_row_or_column() -> None:
    tiles = {"A1": "weavers", "G1": "dyers", "A6": "cutlers"}
    state = scene(tiles=tiles, masters=dict.fromkeys(tiles, 0))
    assert (COUNT["row"](state, 0), COUNT["column"](state, 0)) == (2, 2)


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("masters>=2", True),
        ("masters>=3", False),
        ("masters<=2", True),
        ("masters<=1", False),
        ("masters==2", True),
        ("masters==1", False),
        ("most:masters", True),
        ("most:neutrals", False),
        ("most:members:plantation", False),
    ],
)
def test_condition(condition: str, holds: bool) -> None:
    masters = {"B2": 0, "C2": 0, "D2": 1, "E3": 1}
    state = scene(tiles=TILES, masters=masters, neutrals=[1, 2], pawns={"plantation": [0, 0, 0]})
    assert meets(state, 0, [parse_condition(condition)]) is holds


@pytest.mark.parametrize("words", ["masters>2", "masters >= 2", "members>=1", "most:guilds", "2"])
def test_anything_else_is_no_condition(words: str) -> None:
    with pytest.raises(ValueError, match="is no"):
        parse_condition(words)
