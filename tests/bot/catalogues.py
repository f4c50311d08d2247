"""The language files as data, and the texts that the code names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

from bot.languages import LOCALES

ROOT = Path(__file__).parents[2]
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


def paths(language: str, folder: Path = LOCALES) -> list[Path]:
    """The files of a language; a file's name is its domain."""
    return sorted((folder / language / "LC_MESSAGES").glob("*.po"))


@cache
def files(language: str, folder: Path = LOCALES) -> dict[str, Catalog]:
    """The catalogues of a language by domain."""
    catalogues = {}
    for path in paths(language, folder):
        with path.open("rb") as file:
            catalogues[path.stem] = read_po(file, abort_invalid=True)
    return catalogues


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
    return {
        key(message): message
        for catalogue in files(language).values()
        for message in catalogue
        if message.id
    }


def unlike_english(language: str, folder: Path = LOCALES) -> list[str]:
    """Keys with their domain that stand only in this language, or only in English."""
    here, there = (
        {
            f"{domain}: {key(message)}"
            for domain, catalogue in files(one, folder).items()
            for message in catalogue
            if message.id
        }
        for one in (language, "en")
    )
    return sorted(here ^ there)


def key(message: Message) -> str:
    """A message's key."""
    return message.id if isinstance(message.id, str) else message.id[0]


def forms(message: Message) -> tuple[str, ...]:
    """The sentence, or its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def arguments(sentence: str) -> set[str]:
    """The names of a sentence's arguments."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@dataclass(frozen=True)
class Use:
    """A call of `text` in the code: `key` a pattern; `given` None if not all can be known.

    `folder` is where in engine, images, ... it stands: a game's name, in the code of a game.
    """

    where: str
    folder: str
    key: str
    given: frozenset[str] | None


@cache
def uses() -> tuple[Use, ...]:
    """Every key that the code gives to `text`, as far as it is written there."""
    found = []
    for part in ("engine", "images", "bot", "cogs"):
        for path in sorted((ROOT / part).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            for node in ast.walk(tree):
                if isinstance(node, ast.Call) and _says(node.func, part) and node.args:
                    names = [keyword.arg for keyword in node.keywords]
                    given = None if None in names else frozenset(filter(None, names))
                    place = path.relative_to(ROOT)
                    where, folder = f"{place}:{node.lineno}", place.parts[1]
                    found += [Use(where, folder, key, given) for key in _patterns(node.args[0])]
    return tuple(found)


def _says(function: ast.expr, part: str) -> bool:
    # bot.translator.said; an engine may have a `said` of its own.
    names = ("text", "Text") if part in ("engine", "images") else ("text", "Text", "said")
    return isinstance(function, ast.Name) and function.id in names


def _patterns(key: ast.expr) -> Iterator[str]:
    match key:
        case ast.Constant(value=str(literal)):
            yield re.escape(literal)
        case ast.JoinedStr(values=parts):
            yield "".join(
                re.escape(part.value) if isinstance(part, ast.Constant) else "[a-z0-9_.-]+"
                for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from _patterns(one)
            yield from _patterns(other)
