"""The loader: the shipped set, other sets, and what it refuses."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest

from engine.game import IncompatibleState
from engine.london import London
from engine.london.components import SHIPPED, ComponentError, load


def changed(tmp_path: Path, file: str, old: str, new: str) -> Path:
    """A copy of the shipped set with one place changed."""
    folder = tmp_path / "box"
    shutil.copytree(SHIPPED, folder)
    text = (folder / file).read_text("utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), "utf-8")
    return folder


def refused(folder: Path) -> str:
    """Why a set is refused."""
    with pytest.raises(ComponentError) as error:
        load(folder)
    return str(error.value)


def test_the_shipped_set_is_complete() -> None:
    box = load()
    assert [guild.number for guild in box.guilds] == list(range(1, 41))
    assert len(box.buildings) == 5
    assert sum(card.copies for card in box.cards) == 105
    assert sum(marker.count for marker in box.markers) == 30
    assert len(box.mayors) == 21
    assert {entry.source for entry in (*box.guilds, *box.cards, *box.mayors)} == {"stand-in"}


def test_every_colour_is_shown_equally_often() -> None:
    box = load()
    for colour in ("red", "blue", "green", "yellow", "purple"):
        assert sum(colour in guild.colours for guild in box.guilds) == 12
        assert sum(colour in building.colours for building in box.buildings) == 4
        assert sum(card.copies for card in box.cards if colour in card.colours) == 27


@pytest.mark.parametrize(
    ("file", "old", "new", "reasons"),
    [
        ("tiles.toml", 'do = "vp", n = 9', 'do = "gold", n = 9', ("entry 1 (weavers)", "gold")),
        ("tiles.toml", "threshold = 6", "threshold = 1", ("entry 1 (weavers)", "threshold")),
        ("tiles.toml", '["yellow", "purple"]', '["yellow", "pink"]', ("weavers", "colours")),
        ("tiles.toml", '["yellow", "purple"]', '["yellow", "yellow"]', ("weavers", "twice")),
        ("tiles.toml", "number = 2\n", "number = 3\n", ("numbers 1 to 40",)),
        ("tiles.toml", 'id = "dyers"', 'id = "weavers"', ("weavers", "twice")),
        ("tiles.toml", 'name = "Dyers"', 'name = "Weavers"', ("Weavers", "twice")),
        ("tiles.toml", 'do = "draw", n = 1', 'do = "draw", when = "end"', ("weavers", "when")),
        ("tiles.toml", 'do = "draw", n = 1', 'do = "beadle"', ("weavers", "beadle")),
        ("tiles.toml", 'source = "stand-in"', 'source = "rumour"', ("weavers", "source")),
        ("tiles.toml", '{ name = "seed", number', '{ motto = "seed", number', ("motto",)),
        ("tiles.toml", "threshold = 6", "treshold = 6", ("weavers", "treshold")),
        (
            "tiles.toml",
            'do = "draw", n = 1',
            'do = "draw", per = "turn:moved"',
            ("weavers", "turn:moved", "action cards only"),
        ),
        (
            "tiles.toml",
            '{ do = "recruit", n = 1 }',
            ", ".join(['{ do = "recruit", n = 1 }'] * 6),
            ("entry 1 (weavers)", "first", "at most 6"),
        ),
        ("buildings.toml", '["blue", "green", "yellow", "purple"]', '["blue"]', ("church",)),
        ("buildings.toml", '"tie_anywhere"', '"free_beer"', ("gog-magog", "permanent")),
        ("buildings.toml", 'id = "church"', 'id = "chapel"', ("church",)),
        ("buildings.toml", 'id = "gog-magog"', 'id = "giants"', ("gog-magog",)),
        ("plantation.toml", 'id = "ulster"', 'id = "munster"', ("munster", "id")),
        ("second_place.toml", "count = 9", "count = 8", ("30", "29")),
        (
            "second_place.toml",
            'do = "neutral", n = 1',
            'do = "mayor", draw = 3, keep = 1',
            ("s9", "mayor"),
        ),
        (
            "action_cards.toml",
            'do = "mayor", draw = 3, keep = 1',
            'do = "mayor", draw = 9, keep = 1',
            ("draw", "less than or equal to 8"),
        ),
        ("action_cards.toml", "copies = 4", "copies = 3", ("105", "104")),
        ("action_cards.toml", "cards = 1", "cards = 3", ("entry 2 (12)", "cost")),
        ("action_cards.toml", 'if = "masters:red>=1"', 'if = "masters:red>1"', ("condition",)),
        ("action_cards.toml", 'needs = "members', 'needs = "friends', ("(23)", "friends")),
        ("action_cards.toml", 'to = "yellow"', 'to = "yellow|gold"', ("(43)", "gold")),
        ("action_cards.toml", 'from = "guildhall"', 'from = "pub"', ("(12)", "from")),
        ("action_cards.toml", 'event = "move"', 'event = "nap"', ("(15)", "event")),
        ("action_cards.toml", "code = 12", "code = 11", ("'11'", "twice")),
        (
            "action_cards.toml",
            'then = [{ do = "vp", n = 1 }]',
            'then = [{ do = "beadle" }]',
            ("(15)", "then"),
        ),
        ("mayor_cards.toml", 'by = "masters:red"', 'by = "friends"', ("m01", "friends")),
        ("mayor_cards.toml", 'by = "masters:red"', 'by = "turn:moved"', ("m01", "turn:moved")),
        ("mayor_cards.toml", "table = [0, 1, 2, 4, 5, 7]", "vp = 2", ("m01", "score line")),
        (
            "mayor_cards.toml",
            'score = [{ by = "masters:red", table = [0, 1, 2, 4, 5, 7] }]',
            "score = []",
            ("entry 1 (m01)", "score", "at least 1"),
        ),
        (
            "mayor_cards.toml",
            '{ by = "masters:red", table = [0, 1, 2, 4, 5, 7] }',
            "{ vp = 2, if = [] }",
            ("entry 1 (m01)", "score.0", "score line"),
        ),
        ("mayor_cards.toml", "vp = 2", "vp = -2", ("(m06)", "score.0.vp")),
        ("mayor_cards.toml", "[0, 1, 2, 4", "[0, -1, 2, 4", ("entry 1 (m01)", "score.0.table")),
        ("mayor_cards.toml", "[[mayor]]", "[[major]]", ("mayor",)),
        ("mayor_cards.toml", "[[mayor]]", "[[mayor]", ("mayor_cards.toml",)),
    ],
)
def test_anything_outside_the_vocabulary_is_refused_with_file_entry_and_reason(
    tmp_path: Path, file: str, old: str, new: str, reasons: tuple[str, ...]
) -> None:
    message = refused(changed(tmp_path, file, old, new))
    assert file in message
    for reason in reasons:
        assert reason in message


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert "tiles.toml" in refused(tmp_path)


def test_an_owners_own_set_is_played_and_named_as_typed(tmp_path: Path) -> None:
    folder = changed(tmp_path, "tiles.toml", 'name = "Dyers"', 'name = "Stainers"')
    game = London(load(folder))
    printed = game.view(game.setup(3, seed=1), None).printed.tiles
    assert printed["dyers"].name.key == "london.name"
    assert printed["dyers"].name.args == {"name": "Stainers"}
    assert printed["weavers"].name.key == "london.tile.weavers"


def test_views_of_several_sets_are_the_same_in_another_process(tmp_path: Path) -> None:
    folder = changed(tmp_path, "tiles.toml", 'name = "Dyers"', 'name = "Stainers"')
    for game in (London(), London(load(folder))):
        state = game.setup(3, seed=1)
        for viewer in (None, 0):
            view = game.view(state, viewer)
            there = pickle.loads(pickle.dumps(view))  # noqa: S301 - made here
            assert there == view
            assert there.model_dump_json() == view.model_dump_json()


def test_a_views_json_leaves_out_what_is_the_same_in_every_view() -> None:
    """Boards are told apart by it, several times a step."""
    game = London()
    view = game.view(game.setup(3, seed=1), None)
    assert "printed" not in view.model_dump_json()
    assert len(view.model_dump_json()) < len(pickle.dumps(view.printed)) / 2


def test_what_is_printed_is_unpacked_once_however_many_views_bring_it() -> None:
    game = London()
    state = game.setup(3, seed=1)
    views = (game.view(state, viewer) for viewer in (0, 1))
    one, other = (pickle.loads(pickle.dumps(view)) for view in views)  # noqa: S301 - made here
    assert one.printed is other.printed


def test_a_dump_of_another_set_is_refused(tmp_path: Path) -> None:
    folder = changed(tmp_path, "tiles.toml", "threshold = 6", "threshold = 5")
    game = London(load(folder))
    with pytest.raises(IncompatibleState):
        game.load(London().dump(London().setup(3, seed=1)))
