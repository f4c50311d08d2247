"""Games from outside: whatever a package registers, a start goes well and a line says why not."""

from __future__ import annotations

import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.games import (
    GROUP,
    MOST,
    MOST_OPTIONS,
    MOST_SEATS,
    find_game,
    found,
    languages_of,
    lessons_of,
    together,
)
from bot.thinking.computers import NAMES
from engine import games
from engine.text import text

PACKAGE = Path(__file__).parents[1] / "example_game" / "liars_dice"
SOUND = EntryPoint("liars_dice", "liars_dice.box:BOX", GROUP)


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A copy of the example game that can be imported, and spoilt."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield Path(shutil.copytree(PACKAGE, tmp_path / "liars_dice"))
    for name in {*sys.modules} - before:
        if name.startswith("liars_dice"):
            del sys.modules[name]


def replace(path: Path, old: str, new: str) -> None:
    content = path.read_text("utf-8")
    assert old in content
    path.write_text(content.replace(old, new), "utf-8")


def english(package: Path) -> Path:
    return package / "locales" / "en" / "LC_MESSAGES" / "liars_dice.po"


def complaint(*registered: EntryPoint, taken=games) -> str:
    """The reason for which the only game that is registered is left out, from its one line."""
    with capture_logs() as logs:
        assert found(taken, registered) == ()
    (line,) = logs
    assert (line["log_level"], line["event"]) == ("error", "game left out")
    assert line["game"] == registered[0].name
    assert "\n" not in line["reason"]
    return line["reason"]


def test_another_process_finds_the_games_again(package, tmp_path):
    registered = tmp_path / "liars_dice-1.0.dist-info"
    registered.mkdir()
    (registered / "METADATA").write_text("Metadata-Version: 2.1\nName: liars-dice\nVersion: 1.0\n")
    broken = "a_broken_one = liars_dice.nowhere:BOX\n"
    (registered / "entry_points.txt").write_text(
        f"[{GROUP}]\n{broken}{SOUND.name} = {SOUND.value}\n"
    )
    find_game.cache_clear()
    assert find_game("liars_dice") is SOUND.load().game
    assert find_game("guildes") is games["guildes"]
    with pytest.raises(LookupError):
        find_game("chess")


def test_a_sound_game_is_found_and_joins_the_houses_own(package):
    with capture_logs() as logs:
        (box,) = boxes = found(games, [SOUND])
    assert [line["log_level"] for line in logs] == ["info"]
    everything = together(games, boxes)
    assert list(everything) == [*games, "liars_dice"]
    assert everything["liars_dice"] is box.game
    assert everything["guildes"] is games["guildes"]
    assert languages_of(boxes).words("fr")(text("game.liars_dice.name")) == "Le menteur"


def test_without_packages_there_are_the_houses_own():
    assert found(games, []) == ()
    assert list(together(games, ())) == list(games)


def test_a_module_that_cannot_be_imported(package):
    (package / "game.py").write_text("import a_library_that_is_missing\n")
    assert "No module named 'a_library_that_is_missing'" in complaint(SOUND)


def test_a_module_that_ends_the_program(package):
    (package / "game.py").write_text("import sys\nsys.exit('bye')\n")
    assert "SystemExit: bye" in complaint(SOUND)


def test_an_attribute_that_is_missing(package):
    assert "AttributeError" in complaint(EntryPoint("liars_dice", "liars_dice.box:CARTON", GROUP))


def test_something_that_is_no_box(package):
    other = EntryPoint("liars_dice", "liars_dice.game:LiarsDice", GROUP)
    assert complaint(other) == "liars_dice.game:LiarsDice is no Box"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("LiarsDice()", "LiarsDice", "its game is no Game"),
        ('"liars_dice.pictures"', "None", "its pictures are no name of a module"),
        ('Path(__file__).with_name("locales")', '"locales"', "its locales are no Path"),
        ('"liars_dice.pictures"', '"liars_dice.paintings"', "its pictures can't be imported"),
        ('"liars_dice.pictures"', '"liars_dice.pictures.hand"', "lack board, result, describe"),
        ('"locales"', '"languages"', "its texts can't be read"),
    ],
)
def test_a_box_with_something_else_in_it(package, old, new, reason):
    replace(package / "box.py", old, new)
    assert reason in complaint(SOUND)


def test_a_game_that_leaves_out_what_the_contract_asks(package):
    replace(package / "game.py", "    sample = staticmethod(sample)\n", "")
    assert "sample" in complaint(SOUND)


def test_a_name_that_is_taken(package):
    assert complaint(SOUND, taken=["liars_dice"]) == "there is a game liars_dice already"


def test_of_two_games_of_one_name_the_first_stays(package):
    again = EntryPoint("z", "liars_dice.box:BOX", GROUP)
    with capture_logs() as logs:
        assert len(found(games, [again, SOUND])) == 1
    assert [line["game"] for line in logs if line["log_level"] == "error"] == ["z"]


@pytest.mark.parametrize("name", ["Liar's dice", "", "x" * 31, "guildhall", "picture", "game"])
def test_a_name_that_no_game_may_have(package, name):
    replace(package / "game.py", 'name = "liars_dice"', f"name = {name!r}")
    if name.isidentifier():
        for file in package.glob("locales/*/LC_MESSAGES/liars_dice.po"):
            file.rename(file.with_name(f"{name}.po"))
    assert complaint(SOUND)


@pytest.mark.parametrize("seats", ["()", "(1, 2)", "(2, 19)", "(3, 2)", '("2",)', "3"])
def test_numbers_of_players_that_no_table_has(package, seats):
    replace(package / "game.py", "seats = SEATS", f"seats = {seats}")
    said = "its game's seats are no numbers of players from 2 to 18, the fewest first"
    assert complaint(SOUND) == said


def test_every_seat_that_a_game_may_have_can_be_a_computers():
    assert len({*NAMES}) >= MOST_SEATS


def test_more_games_than_play_can_offer(package):
    assert str(MOST) in complaint(SOUND, taken=[f"game{n}" for n in range(MOST)])


def test_texts_that_are_missing(package):
    replace(english(package), 'msgid "game.liars_dice.pitch"', 'msgid "liars_dice.bait"')
    assert complaint(SOUND) == "its texts in 'en' lack game.liars_dice.pitch"


def test_a_variant_without_an_explanation(package):
    key = "liars_dice.option.dice.help"
    replace(english(package), f'msgid "{key}"', 'msgid "liars_dice.option.help"')
    assert complaint(SOUND) == f"its texts in 'en' lack {key}"


@pytest.mark.parametrize(
    ("field", "reason"),
    [
        ("dice: int = Field(5, ge=1, le=26,", "dice has 26 values, more than 25"),
        ("dice: int = Field(5, ge=6, le=5,", "dice has no values"),
        (
            "dice: int = Field(5, gt=1, lt=6,",
            "dice is no bool, Literal of small letters or int with ge and le",
        ),
        (
            "dice: float = Field(5, ge=2, le=5,",
            "dice is no bool, Literal of small letters or int with ge and le",
        ),
        (
            "dice: Literal['Few', 'many'] = Field('many',",
            "dice is no bool, Literal of small letters or int with ge and le",
        ),
        (
            "dice: Literal[2, 5] = Field(5,",
            "dice is no bool, Literal of small letters or int with ge and le",
        ),
        ("dice: int = Field(ge=2, le=5,", "dice lacks a default"),
    ],
)
def test_a_variant_that_no_menu_can_offer(package, field, reason):
    options = package / "options.py"
    replace(options, "dice: int = Field(DICE, ge=LEAST_DICE, le=DICE,", field)
    replace(options, "from pydantic", "from typing import Literal\n\nfrom pydantic")
    assert complaint(SOUND) == f"its option {reason}"


def test_more_variants_than_a_message_holds(package):
    more = "".join(f"    more{n}: bool = False\n" for n in range(MOST_OPTIONS - 1))
    with (package / "options.py").open("a") as options:
        options.write(more)
    assert f"more than {MOST_OPTIONS} options" in complaint(SOUND)


def test_texts_that_belong_to_the_house(package):
    replace(english(package), 'msgid "liars_dice.call"', 'msgid "abandon.yes"')
    assert "abandon.yes" in complaint(SOUND)


def test_a_language_file_that_is_none(package):
    english(package).write_text("dear diary\n")
    assert "its texts can't be read" in complaint(SOUND)


def test_a_sentence_that_cannot_be_said(package):
    replace(english(package), 'msgstr "Liar’s dice"', 'msgstr "Liar’s {dice"')
    assert "its texts in 'en'" in complaint(SOUND)


def test_a_name_that_is_too_long_for_a_choice(package):
    replace(english(package), 'msgstr "Liar’s dice"', f'msgstr "{"L" * 101}"')
    assert "longer than 100" in complaint(SOUND)


def test_a_broken_game_leaves_the_others_in_place(package):
    broken = EntryPoint("aces", "no.such.module:BOX", GROUP)
    with capture_logs():
        assert [box.game.name for box in found(games, [broken, SOUND])] == ["liars_dice"]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("seats = 2", "seats = 99", "its lesson is for 99 players"),
        ("seats = 2", "seats = two", "its lesson can't be read"),
        ("seats = 2", "options = { dice = 99 }\nseats = 2", "its lesson can't be read"),
        ('"liars_dice.lesson.next"', '"liars_dice.lesson.gone"', "lack liars_dice.lesson.gone"),
    ],
)
def test_a_lesson_that_cannot_be_taught(package, old, new, said):
    replace(package / "lesson.toml", old, new)
    assert said in complaint(SOUND)


def test_a_lesson_by_another_name_would_be_part_of_the_box(package):
    (package / "lesson.toml").rename(package / "first.toml")
    replace(package / "box.py", '"lesson.toml"', '"first.toml"')
    assert "isn't called lesson.toml" in complaint(SOUND)


def test_a_game_without_a_lesson_is_sound(package):
    replace(package / "box.py", '    lesson=Path(__file__).with_name("lesson.toml"),\n', "")
    (box,) = found(games, [SOUND])
    assert "liars_dice" not in lessons_of([box])
    assert set(lessons_of([box])) == set(games)


def test_a_lesson_of_a_package_is_read_beside_the_houses_own(package):
    (box,) = found(games, [SOUND])
    lessons = lessons_of([box])
    assert set(lessons) == {*games, "liars_dice"}
    assert (lessons["liars_dice"].seats, lessons["guildes"].seats) == (2, 3)
