"""The language files: complete, alike in every language, and with all that the code says."""

from __future__ import annotations

import re
from typing import Literal, get_args, get_origin

import pytest

from bot.languages import Languages
from engine import games
from engine.text import text
from tests.bot.catalogues import LANGUAGES, arguments, files, forms, messages, uses

NO_BREAK = "\u00a0\u202f"
KEY = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")

each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_english_and_french_are_there() -> None:
    assert {"en", "fr"} <= set(LANGUAGES)
    assert Languages.load().tags == tuple(LANGUAGES)


@each_language
def test_the_headers_name_the_language_and_its_plurals(language: str) -> None:
    plurals = {catalogue.plural_forms for catalogue in files(language).values()}
    assert len(plurals) == 1
    for catalogue in files(language).values():
        assert catalogue.locale_identifier == language


@each_language
def test_no_text_is_empty_fuzzy_or_obsolete(language: str) -> None:
    faults = [
        key
        for key, message in messages(language).items()
        if message.fuzzy or not all(form.strip() for form in forms(message))
    ]
    assert faults == []
    assert not any(catalogue.obsolete for catalogue in files(language).values())


@each_language
def test_plural_forms_are_complete(language: str) -> None:
    (number,) = {catalogue.num_plurals for catalogue in files(language).values()}
    faults = [
        key
        for key, message in messages(language).items()
        if message.pluralizable and (len(forms(message)) != number or message.id != (key, key))
    ]
    assert faults == []


@each_language
def test_keys_are_plain_and_stand_in_the_same_file_in_every_language(language: str) -> None:
    for name, catalogue in files("en").items():
        keys = {str(message.id) for message in catalogue if message.id}
        others = {str(message.id) for message in files(language)[name] if message.id}
        assert keys ^ others == set()
    assert [key for key in messages(language) if not KEY.fullmatch(key)] == []
    assert set(files(language)) == set(files("en"))


@each_language
def test_every_form_has_the_same_arguments_in_every_language(language: str) -> None:
    faults = []
    for key, message in messages(language).items():
        wanted = set().union(*map(arguments, forms(messages("en")[key])))
        for form in forms(message):
            # "Keep one card" may do without the number.
            spoken = {"n"} if message.pluralizable else set()
            if arguments(form) | spoken != wanted | spoken:
                faults.append(f"{key}: {form}")
    assert faults == []


@each_language
def test_every_text_can_be_said(language: str) -> None:
    words = Languages.load().words(language)
    for key, message in messages(language).items():
        names = set().union(*map(arguments, forms(message))) - {"n"}
        given = dict.fromkeys(names, "Ada")
        assert words(text(key, n=2, **given))
        assert words(text(key, n=1, **given))


@each_language
def test_every_text_that_the_code_names_is_there(language: str) -> None:
    keys = messages(language)
    missing = [
        f"{use.where}: {use.key}"
        for use in uses()
        if not any(re.fullmatch(use.key, key) for key in keys)
    ]
    assert missing == []


@each_language
def test_every_text_that_the_code_names_gets_its_arguments(language: str) -> None:
    faults = []
    for use in uses():
        for key, message in messages(language).items():
            if use.given is not None and use.key == re.escape(key):
                wanted = set().union(*map(arguments, forms(message)))
                if message.pluralizable:
                    wanted.add("n")
                if not wanted <= use.given:
                    faults.append(f"{use.where}: {key} lacks {sorted(wanted - use.given)}")
    assert faults == []


@each_language
def test_every_game_and_variant_is_named_and_explained(language: str) -> None:
    wanted = set()
    for game in games.values():
        wanted |= {f"game.{game.name}.{part}" for part in ("name", "pitch", "rules")}
        for option, field in game.Options.model_fields.items():
            key = f"{game.name}.option.{option}"
            wanted |= {key, f"{key}.help"}
            if get_origin(field.annotation) is Literal:
                wanted |= {f"{key}.{value}" for value in get_args(field.annotation)}
    assert wanted - set(messages(language)) == set()


@each_language
def test_apostrophes_and_quotation_marks_are_typographic(language: str) -> None:
    faults = [
        f"{key}: {form}"
        for key, message in messages(language).items()
        for form in forms(message)
        if "'" in form or '"' in form
    ]
    assert faults == []


def test_french_has_no_break_spaces_where_french_wants_them() -> None:
    # Marks that come first, follow another ("?!") or stand in an address or a time are spared.
    tight = re.compile(
        rf"[^{NO_BREAK}\s:;!?…/][;!?»]|[^{NO_BREAK}\s]:(?![/\d])| [:;!?»]|«[^{NO_BREAK}]"
    )
    faults = [
        f"{key}: {form}"
        for key, message in messages("fr").items()
        for form in forms(message)
        if tight.search(form)
    ]
    assert faults == []
