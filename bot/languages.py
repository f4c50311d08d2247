"""Languages: the gettext catalogues of `bot/locales`, and texts said with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from typing import TypeVar

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

from engine.text import Argument, Seat, Text

T = TypeVar("T")

LOCALES = Path(__file__).with_name("locales")
FALLBACK = "en"

_REGIONS = {"en": "en_GB"}
"""Whose lists and numbers a language follows, where not its own ("a, b and c")."""


class MissingText(Exception):
    """A catalogue has no such key, or the text lacks an argument of the translation."""

    def __init__(self, key: str, argument: str | None = None) -> None:
        super().__init__(key if argument is None else f"{key}: {{{argument}}}")
        self.key = key
        self.argument = argument


@dataclass(frozen=True, slots=True)
class Language:
    """The translations of one language.

    `plural` are the keys that have plural forms, `plain` the sentences that take no argument,
    `folders` where its catalogues were read.
    """

    tag: str
    folders: tuple[Path, ...]
    locale: Locale
    translations: GNUTranslations
    plural: frozenset[str]
    plain: Mapping[str, str]

    def find(self, key: str, n: Argument | None) -> str:
        """The translation of a key, in the form for `n`; raises MissingText."""
        if key in self.plural:
            if not isinstance(n, int):
                raise MissingText(key, "n")
            return self.translations.ngettext(key, key, n)
        found = self.translations.gettext(key)
        if found == key:  # gettext's own sign that there is none
            raise MissingText(key)
        return found


class Words:
    """Says texts in one language; `images.words.Words` is what drawing sees of it."""

    __slots__ = ("_language", "_names", "_roles")

    def __init__(
        self, language: Language, names: Mapping[int, str], roles: Mapping[int, str | None]
    ) -> None:
        self._language = language
        self._names = names
        self._roles = roles

    def __reduce__(self) -> tuple[object, ...]:
        """For another process, which reads the same catalogues."""
        language = self._language
        return _spoken, (language.tag, language.folders, dict(self._names), dict(self._roles))

    @property
    def language(self) -> str:
        """A language tag: "en", "fr"."""
        return self._language.tag

    def name(self, seat: int) -> str:
        """The player's display name."""
        return self._names[seat]

    def role(self, seat: int) -> str | None:
        """What sets a seat apart ("computer, normal"); None for a person."""
        return self._roles.get(seat)

    def __call__(self, text: Text) -> str:
        """The text in this language; raises MissingText."""
        plain = self._language.plain.get(text.key)
        if plain is not None:
            return plain
        sentence = self._language.find(text.key, text.args.get("n"))
        shown = {name: self._shown(argument) for name, argument in text.args.items()}
        try:
            return sentence.format_map(shown)
        except KeyError as missing:
            raise MissingText(text.key, str(missing.args[0])) from None

    def _shown(self, argument: Argument) -> str:
        match argument:
            case str():
                return argument
            case int():
                return _number(argument, self._language.locale)
            case Seat():
                return self.name(argument.number)
            case Text():
                return self(argument)
            case _:
                items = [self._shown(item) for item in argument]
                return format_list(items, locale=self._language.locale)


class Languages:
    """Every language that the bot speaks."""

    def __init__(self, languages: Mapping[str, Language]) -> None:
        self._languages = languages

    @classmethod
    def load(cls, folder: Path = LOCALES, *others: Path) -> Languages:
        """Read the catalogues of every language of `folder`, with what `others` add to them.

        Raises ValueError for a key that stands in two files, or for a folder without a language.
        """
        folders = (folder, *others)
        return cls(
            {
                tag: _language(tag, tuple(_folder(one, tag) for one in folders))
                for tag in tags(folder)
            }
        )

    @property
    def tags(self) -> tuple[str, ...]:
        """The languages' tags."""
        return tuple(self._languages)

    def pick(self, locale: str | None) -> str:
        """The language for one of Discord's locales ("fr-CA": "fr"); English for want of it."""
        wanted = (locale or FALLBACK).replace("-", "_").casefold()
        spoken = {tag.casefold(): tag for tag in self._languages}
        return spoken.get(wanted) or spoken.get(wanted.partition("_")[0], FALLBACK)

    def words(
        self,
        language: str,
        names: Sequence[str] | Mapping[int, str] = (),
        roles: Sequence[str | None] | Mapping[int, str | None] = (),
    ) -> Words:
        """A language with the names and roles of the seats."""
        return Words(self._languages[language], _by_seat(names), _by_seat(roles))


def tags(folder: Path = LOCALES) -> list[str]:
    """The languages that a folder has catalogues of."""
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def catalogue(folder: Path, tag: str) -> Catalog:
    """What a folder says in a language; raises ValueError if that is nothing, or broken."""
    return _catalogue([_folder(folder, tag)])


def key_of(message: Message) -> str:
    """The key of a catalogue's message."""
    return message.id if isinstance(message.id, str) else str(message.id[0])


def _spoken(
    tag: str,
    folders: tuple[Path, ...],
    names: Mapping[int, str],
    roles: Mapping[int, str | None],
) -> Words:
    return Words(_language(tag, folders), names, roles)


def _folder(locales: Path, tag: str) -> Path:
    return locales / tag / "LC_MESSAGES"


@lru_cache(maxsize=4096)
def _number(number: int, locale: Locale) -> str:
    return format_decimal(number, locale=locale)


def _by_seat(of_seats: Sequence[T] | Mapping[int, T]) -> Mapping[int, T]:
    return of_seats if isinstance(of_seats, Mapping) else dict(enumerate(of_seats))


@cache
def _language(tag: str, folders: tuple[Path, ...]) -> Language:
    catalogue = _catalogue(folders)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    translations = GNUTranslations(compiled)
    keys = (message.id for message in catalogue if not message.pluralizable)
    said = {key: translations.gettext(key) for key in keys if key and isinstance(key, str)}
    return Language(
        tag,
        folders,
        Locale.parse(_REGIONS.get(tag, tag)),
        translations,
        frozenset(message.id[0] for message in catalogue if message.pluralizable),
        {key: one for key, one in said.items() if one != key and not {"{", "}"} & {*one}},
    )


def _catalogue(folders: Iterable[Path]) -> Catalog:
    """All files of a language as one."""
    merged: Catalog | None = None
    for folder in folders:
        paths = sorted(folder.glob("*.po"))
        if not paths:
            raise ValueError(f"{folder} has no language file")
        for path in paths:
            merged = _merged(merged, path)
    if merged is None:
        raise ValueError("a language without a folder")
    return merged


def _merged(merged: Catalog | None, path: Path) -> Catalog:
    with path.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    if merged is None:
        return catalogue
    for message in catalogue:
        if not message.id:
            continue  # the header
        if message.id in merged:
            raise ValueError(f"{message.id} stands in {path} and in another file")
        merged[message.id] = message
    return merged
