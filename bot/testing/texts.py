"""Language files as data, what may be wrong with them, and the texts that code names."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

_NO_BREAK = "\u00a0\u202f"
# Marks that come first, follow another ("?!") or stand in an address or a time are spared.
_TIGHT = re.compile(
    rf"[^{_NO_BREAK}\s:;!?…/][;!?»]|[^{_NO_BREAK}\s]:(?![/\d])| [:;!?»]|«[^{_NO_BREAK}]"
)


def path(folder: Path, language: str, domain: str) -> Path:
    """The file of a domain."""
    return folder / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def catalogue(file: Path) -> Catalog:
    """A language file; raises PoFileError for a broken one."""
    with file.open("rb") as content:
        return read_po(content, abort_invalid=True)


def messages(*catalogues: Catalog) -> dict[str, Message]:
    """Every message by its key."""
    return {key(message): message for one in catalogues for message in one if message.id}


def key(message: Message) -> str:
    """A message's key."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


def forms(message: Message) -> tuple[str, ...]:
    """The sentence, or its plural forms."""
    said = message.string
    return (said,) if isinstance(said, str) else tuple(said or ())


def arguments(sentence: str) -> set[str]:
    """The names of a sentence's arguments."""
    return {name for _, name, _, _ in Formatter().parse(sentence) if name is not None}


def wanted(message: Message) -> set[str]:
    """The arguments of a message, in any of its forms."""
    return {name for form in forms(message) for name in arguments(form)}


# -- what may be wrong ------------------------------------------------------------------------


def unfinished(one: Catalog) -> list[str]:
    """Keys without a text, or with one that somebody has to look at; what is obsolete."""
    found = [
        name
        for name, message in messages(one).items()
        if message.fuzzy or not all(form.strip() for form in forms(message))
    ]
    return [*found, *map(str, one.obsolete.keys())]


def wrong_plurals(one: Catalog) -> list[str]:
    """Keys that lack one of the language's plural forms."""
    return [
        name
        for name, message in messages(one).items()
        if message.pluralizable
        and (len(forms(message)) != one.num_plurals or message.id != (name, name))
    ]


def other_arguments(texts: Mapping[str, Message], english: Mapping[str, Message]) -> list[str]:
    """Sentences that take other arguments than the English ones."""
    faults = []
    for name, message in texts.items():
        for form in forms(message):
            # "Keep one card" may do without the number.
            spoken = {"n"} if message.pluralizable else set()
            if name in english and arguments(form) | spoken != wanted(english[name]) | spoken:
                faults.append(f"{name}: {form}")
    return faults


def straight(texts: Mapping[str, Message]) -> list[str]:
    """Sentences whose apostrophes and quotation marks aren't typographic."""
    return _with(texts, re.compile("['\"]"))


def tight(french: Mapping[str, Message]) -> list[str]:
    """Sentences without the no-break spaces that French wants before its marks."""
    return _with(french, _TIGHT)


def _with(texts: Mapping[str, Message], marks: re.Pattern[str]) -> list[str]:
    return [
        f"{name}: {form}"
        for name, message in texts.items()
        for form in forms(message)
        if marks.search(form)
    ]


# -- what code names --------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """A call that names a text: `key` a pattern; `given` None if not all can be known."""

    where: Path
    line: int
    key: str
    given: frozenset[str] | None

    def __str__(self) -> str:
        return f"{self.where}:{self.line}: {self.key}"


def uses(folder: Path, names: Collection[str] = ("text", "Text")) -> Iterator[Use]:
    """Every key that code gives to functions of these names, as far as it is written there."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node.func, names) and node.args:
                given = [keyword.arg for keyword in node.keywords]
                known = None if None in given else frozenset(filter(None, given))
                for pattern in _patterns(node.args[0]):
                    yield Use(file, node.lineno, pattern, known)


def missing(used: Iterable[Use], texts: Mapping[str, Message]) -> list[str]:
    """Uses of texts that aren't there."""
    plain = set(map(re.escape, texts))
    return [
        str(use)
        for use in used
        if use.key not in plain and not any(re.fullmatch(use.key, one) for one in texts)
    ]


def lacking(used: Iterable[Use], texts: Mapping[str, Message]) -> list[str]:
    """Uses that don't give a text its arguments."""
    plain = {re.escape(name): message for name, message in texts.items()}
    faults = []
    for use in used:
        message = plain.get(use.key)
        if use.given is not None and message is not None:
            needed = wanted(message) | ({"n"} if message.pluralizable else set())
            if not needed <= use.given:
                faults.append(f"{use} lacks {sorted(needed - use.given)}")
    return faults


def _called(function: ast.expr, names: Collection[str]) -> bool:
    return isinstance(function, ast.Name) and function.id in names


def _patterns(name: ast.expr) -> Iterator[str]:
    match name:
        case ast.Constant(value=str(literal)):
            yield re.escape(literal)
        case ast.JoinedStr(values=parts):
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[a-z0-9_.-]+"
                for part in parts
            )
        case ast.IfExp(body=one, orelse=other):
            yield from _patterns(one)
            yield from _patterns(other)
