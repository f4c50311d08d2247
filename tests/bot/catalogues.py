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


@cache
def files(language: str) -> dict[str, Catalog]:
    """The catalogues of a language by file name."""
    catalogues = {}
    for path in sorted((LOCALES / language / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            catalogues[path.name] = read_po(file, abort_invalid=True)
    return catalogues


@cache
def messages(language: str) -> dict[str, Message]:
    """Every message of a language by its key."""
    return {
        message.id if isinstance(message.id, str) else message.id[0]: message
        for catalogue in files(language).values()
        for message in catalogue
        if message.id
    }


def forms(message: Message) -> tuple[str, ...]:
    """The sentence, or its plural forms."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


def arguments(sentence: str) -> set[str]:
    """The names of a sentence's arguments."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


@dataclass(frozen=True)
class Use:
    """A call of `text` in the code: `key` a pattern; `given` None if not all can be known."""

    where: str
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
                    where = f"{path.relative_to(ROOT)}:{node.lineno}"
                    found += [Use(where, key, given) for key in _patterns(node.args[0])]
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
