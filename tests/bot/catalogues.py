"""The language files as data, and the texts that the code names."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message

from bot.languages import LOCALES
from bot.testing import texts

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


def paths(language: str, folder: Path = LOCALES) -> list[Path]:
    """The files of a language; a file's name is its domain."""
    return sorted((folder / language / "LC_MESSAGES").glob("*.po"))


@cache
def files(language: str, folder: Path = LOCALES) -> dict[str, Catalog]:
    """The catalogues of a language by domain."""
    return {path.stem: texts.catalogue(path) for path in paths(language, folder)}


def written(language: str) -> list[tuple[str, str]]:
    """Domain and key of every entry, one that is written twice too (Babel makes one of them)."""
    return [
        (path.stem, key)
        for path in paths(language)
        for key in re.findall(r'^msgid "(.+)"$', path.read_text(encoding="utf-8"), re.MULTILINE)
    ]


@cache
def messages(language: str) -> dict[str, Message]:
    """Every message of a language by its key."""
    return texts.messages(*files(language).values())


def unlike_english(language: str, folder: Path = LOCALES) -> list[str]:
    """Keys with their domain that stand only in this language, or only in English."""
    here, there = (
        {
            f"{domain}: {key}"
            for domain, catalogue in files(one, folder).items()
            for key in texts.messages(catalogue)
        }
        for one in (language, "en")
    )
    return sorted(here ^ there)


@cache
def uses() -> tuple[tuple[str, texts.Use], ...]:
    """Every key that the code names, with the folder in engine, images, ... where it does.

    The folder is a game's name, in the code of a game.
    """
    found = []
    for part in ("engine", "images", "bot", "cogs"):
        # bot.translator.said; an engine may have a `said` of its own.
        names = ("text", "Text") if part in ("engine", "images") else ("text", "Text", "said")
        for use in texts.uses(ROOT / part, names):
            found.append((use.where.relative_to(ROOT).parts[1], use))
    return tuple(found)
