"""The language files of a game: complete, alike in every language, and with all that it says."""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from bot.games import Box
from bot.languages import BOT, FALLBACK, LOCALES, SAME, Languages, owner
from bot.testing import texts
from engine.text import text

KEY = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")


def files(box: Box) -> dict[str, Path]:
    """The game's file in each language that it speaks."""
    found = {
        folder.name: texts.path(box.locales, folder.name, box.game.name)
        for folder in box.locales.iterdir()
    }
    return {language: file for language, file in sorted(found.items()) if file.is_file()}


def code(box: Box) -> list[Path]:
    """The folders of the game's code and of its pictures."""
    rules = sys.modules[type(box.game).__module__.rpartition(".")[0]]
    drawn = sys.modules.get(box.pictures) or __import__(box.pictures, fromlist=[""])
    folders = {Path(str(module.__file__)).parent for module in (rules, drawn)}
    return [one for one in sorted(folders) if not folders & {*one.parents}]


def test_the_game_speaks_every_language_of_the_house(box: Box) -> None:
    assert set(Languages.load().tags) <= set(files(box))


def test_each_header_names_its_language(box: Box) -> None:
    found = {language: texts.catalogue(file) for language, file in files(box).items()}
    assert {tag: one.locale_identifier for tag, one in found.items()} == {tag: tag for tag in found}


def test_no_text_is_empty_fuzzy_or_obsolete(box: Box) -> None:
    assert {tag: texts.unfinished(texts.catalogue(file)) for tag, file in files(box).items()} == {
        tag: [] for tag in files(box)
    }


def test_plural_forms_are_complete(box: Box) -> None:
    for file in files(box).values():
        assert texts.wrong_plurals(texts.catalogue(file)) == []


def test_every_key_is_plain_the_games_own_and_stands_once(box: Box) -> None:
    for file in files(box).values():
        written = re.findall(r'^msgid "(.+)"$', file.read_text("utf-8"), re.MULTILINE)
        assert [key for key, times in Counter(written).items() if times > 1] == []
        keys = texts.messages(texts.catalogue(file))
        assert [key for key in keys if not KEY.fullmatch(key)] == []
        assert {owner(key, {BOT, box.game.name}) for key in keys} == {box.game.name}


def test_the_same_keys_stand_in_every_language(box: Box) -> None:
    keys = {tag: set(texts.messages(texts.catalogue(file))) for tag, file in files(box).items()}
    assert {tag: found ^ keys[FALLBACK] for tag, found in keys.items()} == {
        tag: set() for tag in keys
    }


def test_who_reads_of_themselves_is_told_so_in_every_language(box: Box) -> None:
    marked = [
        {message.id for message in texts.catalogue(file) if SAME in message.flags}
        for file in files(box).values()
    ]
    assert marked[1:] == marked[:-1]


def test_every_form_takes_the_same_arguments_in_every_language(box: Box) -> None:
    english = texts.messages(texts.catalogue(files(box)[FALLBACK]))
    for file in files(box).values():
        assert texts.other_arguments(texts.messages(texts.catalogue(file)), english) == []


def test_every_text_can_be_said(box: Box, language: str) -> None:
    words = Languages.load(games=outside(box)).words(language)
    for key, message in texts.messages(texts.catalogue(files(box)[FALLBACK])).items():
        given = dict.fromkeys(texts.wanted(message) - {"n"}, "Ada")
        assert words(text(key, n=2, **given))
        assert words(text(key, n=1, **given))


def outside(box: Box) -> dict[str, Path]:
    """What the house has to be told of the game's texts: where they are, if not with its own."""
    return {} if box.locales == LOCALES else {box.game.name: box.locales}


def test_every_text_that_the_code_names_is_there(box: Box) -> None:
    for file in files(box).values():
        known = texts.messages(*map(texts.catalogue, (own(file.parent), file)))
        for folder in code(box):
            assert texts.missing(texts.uses(folder), known) == []


def test_every_text_that_the_code_names_gets_its_arguments(box: Box) -> None:
    for file in files(box).values():
        known = texts.messages(*map(texts.catalogue, (own(file.parent), file)))
        for folder in code(box):
            assert texts.lacking(texts.uses(folder), known) == []


def own(messages: Path) -> Path:
    """The house's own file in the language of a folder of messages, or in English."""
    there = texts.path(LOCALES, messages.parent.name, BOT)
    return there if there.is_file() else texts.path(LOCALES, FALLBACK, BOT)


def test_apostrophes_and_quotation_marks_are_typographic(box: Box) -> None:
    for file in files(box).values():
        assert texts.straight(texts.messages(texts.catalogue(file))) == []


def test_french_has_no_break_spaces_where_french_wants_them(box: Box) -> None:
    if "fr" in files(box):
        assert texts.tight(texts.messages(texts.catalogue(files(box)["fr"]))) == []
