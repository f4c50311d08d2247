"""What is in a game's box: told apart by what is played with, however it is written down."""

import importlib

import pytest

from engine import games
from engine.game import IncompatibleState
from engine.london import London
from engine.london.components import SHIPPED, load
from engine.parts.boxes import digest_of_package

CARDS = """
# The deck.
[[card]]
id = "seven"
copies = 4
copies_source = "stand-in"
source = "stand-in"
"""
ALIKE = {
    "a comment and the layout": CARDS.replace("# The deck.", "").replace("copies = 4", "copies=4"),
    "where a value comes from": CARDS.replace("stand-in", "publisher"),
}
OTHERS = {
    "a value": CARDS.replace("4", "5"),
    "an id": CARDS.replace("seven", "eight"),
    "a further card": CARDS + '[[card]]\nid = "nine"\ncopies = 1\n',
}


@pytest.fixture
def box(tmp_path, monkeypatch):
    """What the digest of a package is with this content of its TOML files."""
    monkeypatch.syspath_prepend(tmp_path)
    numbers = iter(range(100))

    def digest(**content):
        package = f"{tmp_path.name}_{next(numbers)}"  # another one in each test
        for folder in ("more", "policy"):
            (tmp_path / package / folder).mkdir(parents=True)
        (tmp_path / package / "__init__.py").touch()
        for name, said in content.items():
            (tmp_path / package / f"{name.replace('__', '/')}.toml").write_text(said, "utf-8")
        importlib.invalidate_caches()
        return digest_of_package(package)

    return digest


@pytest.mark.parametrize("changed", ALIKE)
def test_a_box_is_the_same_whatever_changes_but(box, changed):
    assert box(cards=ALIKE[changed]) == box(cards=CARDS)


@pytest.mark.parametrize("changed", OTHERS)
def test_a_box_is_another_with(box, changed):
    assert box(cards=OTHERS[changed]) != box(cards=CARDS)


def test_what_computers_have_learned_is_no_part_of_the_box(box):
    assert box(cards=CARDS, policy__prospects="prospect = []") == box(cards=CARDS)


def test_every_file_counts_by_its_name_also_in_folders(box):
    boxes = [
        box(),
        box(cards=CARDS),
        box(tiles=CARDS),
        box(cards=CARDS, more__tiles=CARDS),
        box(cards=CARDS, more__tiles=""),
    ]
    assert len(set(boxes)) == len(boxes)


def test_a_lesson_is_in_no_box(box):
    assert box(cards=CARDS, lesson="seats = 3") == box(cards=CARDS)


def test_the_games_of_the_house_have_boxes_of_their_own():
    assert len({game.components for game in games.values()}) == len(games)


@pytest.mark.parametrize(
    ("before", "after", "same"),
    [
        ("", "# as printed\n", True),
        ('source = "stand-in"', 'source = "web"', True),
        ("threshold = 5", "threshold = 6", False),
    ],
)
def test_an_owners_own_cards_are_another_box_if_they_differ(tmp_path, before, after, same):
    for file in SHIPPED.glob("*.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    buildings = tmp_path / "buildings.toml"
    said = buildings.read_text("utf-8")
    assert before in said
    buildings.write_text(said.replace(before, after, 1), "utf-8")
    owner, house = London(load(tmp_path)), games["london"]
    assert (owner.components == house.components) == same
    dump = house.dump(house.setup(2, seed=1))
    if same:
        assert owner.dump(owner.load(dump)) == dump
    else:
        with pytest.raises(IncompatibleState):
            owner.load(dump)
