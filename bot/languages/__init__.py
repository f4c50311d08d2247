"""Languages: the gettext catalogues of the bot and of every game, and texts said with them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import Final, TypeVar

from engine.text import Argument, Seat, Text, frozen, text

_CONTINUED = re.compile(r'"[ \t\r]*\n[ \t]*"')
_LINE = re.compile(r'\s*(msgid|msgid_plural|msgstr(?:\[\d\])?) ("(?:[^"\\]+|\\.)*")\s*')
_STRING = json.JSONDecoder(strict=False)


@dataclass(slots=True)
class Entry:
    """What a file says of a key: `said` has more than one sentence where there is a `plural`.

    `flags`: "fuzzy" for what nobody may be told, `SAME` for what is said alike to who it is about.
    """

    key: str
    flags: frozenset[str]
    plural: bool
    said: list[str]


def entries(path: Path) -> Iterator[Entry]:
    """Everything that a file says, its header with an empty key.

    Raises OSError, and ValueError for what isn't understood.
    """
    entry, flags = Entry("", frozenset(), False, []), frozenset[str]()
    for line in _CONTINUED.sub("", path.read_text(encoding="utf-8")).split("\n"):
        found = _LINE.fullmatch(line)
        if found is None:
            written = line.strip()
            if written and not written.startswith("#"):
                raise ValueError(f"{written[:40]!r} isn't understood")
            if written.startswith("#,"):
                flags |= {flag.strip() for flag in written[2:].split(",")}
            continue
        word, string = found.groups()
        string = _STRING.decode(string) if "\\" in string else string[1:-1]
        if word == "msgid":
            if entry.said:
                yield entry
            entry, flags = Entry(string, flags, False, []), frozenset()
        elif word == "msgid_plural":
            entry.plural = True
        else:
            entry.said.append(string)
    if entry.said:
        yield entry


BOT = "guildhall"
"""The bot's own domain: every key that is no game's."""

_PLURAL = re.compile(r"^Plural-Forms:.*\bplural=([^;]*)", re.MULTILINE)
_AS_IN_ENGLISH = "n != 1"


class BrokenCatalogue(ValueError):
    """A domain's file is missing, can't be read, or has a key that isn't the domain's."""

    def __init__(self, domain: str, reason: str) -> None:
        super().__init__(reason)
        self.domain = domain


@frozen
class Plural:
    """The sentences of a key; `form` says which of them a number takes."""

    said: tuple[str, ...]
    form: Callable[[int], int]

    def __call__(self, n: int) -> str:
        """The sentence for a number."""
        return self.said[self.form(n)]


@frozen
class Domain:
    """What one file says, by key: the sentences without plural forms, and those with.

    `same`: the keys of both that are flagged so.
    """

    single: Mapping[str, str]
    plural: Mapping[str, Plural]
    same: frozenset[str]


def owner(key: str, games: Container[str]) -> str:
    """The domain of a key: "london.picture.title" and "game.london.name" are London's."""
    first, _, rest = key.partition(".")
    name = rest.partition(".")[0] if first == "game" else first
    return name if name in games else BOT


def read(paths: Iterable[Path]) -> dict[str, Domain]:
    """The domains of files, the bot's own first; a file's name is its domain.

    Raises BrokenCatalogue; between two domains that want one key, for the later one.
    """
    domains: dict[str, Domain] = {}
    for path in paths:
        name = path.stem
        if name in domains:
            raise BrokenCatalogue(name, f"{path}: there is a domain {name} already")
        domains[name] = _domain(path)
    order = list(domains)
    for place, domain in domains.items():
        for key in (*domain.single, *domain.plural):
            if (wanted := owner(key, domains)) != place:
                later = max(place, wanted, key=order.index)
                raise BrokenCatalogue(later, f"{key} stands in {place}.po, not in {wanted}.po")
    return domains


def _domain(path: Path) -> Domain:
    try:
        found = {entry.key: entry for entry in entries(path)}
        header = _PLURAL.search(found.pop("").said[0]) if "" in found else None
        form = c2py(_AS_IN_ENGLISH if header is None else header[1])
    except (OSError, ValueError) as error:
        raise BrokenCatalogue(path.stem, f"{path}: {error}") from error
    said = [one for one in found.values() if all(one.said) and "fuzzy" not in one.flags]
    return Domain(
        {entry.key: entry.said[0] for entry in said if not entry.plural},
        {entry.key: Plural(tuple(entry.said), form) for entry in said if entry.plural},
        frozenset(entry.key for entry in said if SAME in entry.flags),
    )


T = TypeVar("T")

LOCALES = Path(__file__).with_name("locales")
FALLBACK = "en"
YOU: Final = ".you."
"""In a key, before the arguments that its reader is."""
SAME: Final = "you"
"""A flag: who reads of themselves reads the same sentence, with “you” for the name."""

_ELIDED = {"fr": re.compile(r"\b([Dd]|[Qq]u)e \{(\w+)\}")}
"""Small words that lose their vowel before another, where a name or card is put in."""
_VOWEL = re.compile(r"[\W_]*[aeiouyàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
_BOLD = re.compile(r"\*\*\{(\w+)\}\*\*")
"""Where something is put in between signs that make it bold."""


class MissingText(Exception):
    """A catalogue has no such key, or the text lacks an argument of the translation."""

    def __init__(self, key: str, argument: str | None = None) -> None:
        super().__init__(key if argument is None else f"{key}: {{{argument}}}")
        self.key = key
        self.argument = argument


@frozen
class Language:
    """The translations of one language, which its files say.

    `single`: the sentences without plural forms, of which the `plain` ones take no argument;
    `plural`: those with, by every other key; `same`: see `SAME`; `addressed`: those, and the keys
    that say otherwise to whom they are about.
    """

    tag: str
    files: tuple[str, ...]
    single: Mapping[str, str]
    plain: Mapping[str, str]
    plural: Mapping[str, Plural]
    same: frozenset[str]
    addressed: frozenset[str]

    def find(self, key: str, n: Argument | None) -> str:
        """The translation of a key, in the form for `n`; raises MissingText."""
        if (found := self.single.get(key)) is not None:
            return found
        if key not in self.plural:
            raise MissingText(key)
        if not isinstance(n, int):
            raise MissingText(key, "n")
        return self.plural[key](n)

    def elided(self, sentence: str, shown: Mapping[str, str]) -> str:
        """The sentence as it is written before what is put in: "d’Élodie", "de Berthe"."""
        words = _ELIDED.get(self.tag)
        if words is None:
            return sentence

        def apostrophe(found: re.Match[str]) -> str:
            small, name = found.groups()
            return f"{small}’{{{name}}}" if _VOWEL.match(shown.get(name, "")) else found[0]

        return words.sub(apostrophe, sentence)


@dataclass(eq=False, repr=False)
class Words:
    """Says texts in one language; `images.words.Words` is what drawing sees of it."""

    __slots__ = ("_language", "_names", "_reader", "_roles", "learning")

    _language: Language
    _names: Mapping[int, str]
    _roles: Mapping[int, str | None]
    learning: bool
    _reader: int | None

    def __reduce__(self) -> tuple[object, ...]:
        """For another process, which has the same files."""
        language = self._language
        said = language.tag, language.files, dict(self._names), dict(self._roles), self.learning
        return _spoken, (*said, self._reader)

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

    def to(self, seat: int | None) -> Words:
        """The same, said to who has this seat: “you”, where the language has such a sentence."""
        if seat == self._reader:
            return self
        return Words(self._language, self._names, self._roles, self.learning, seat)

    def __call__(self, text: Text) -> str:
        """The text in this language; raises MissingText."""
        language, key = self._language, text.key
        plain = language.plain.get(key)
        if plain is not None:
            return plain
        if self._reader is not None and key in language.addressed:
            text = self._to_reader(text)
        args = text.args
        sentence = language.single.get(text.key) or language.find(text.key, args.get("n"))
        shown: dict[str, str] = {}
        for name, argument in args.items():
            kind = type(argument)
            if kind is int and -1000 < argument < 1000:  # type: ignore[operator]
                shown[name] = str(argument)
            else:
                shown[name] = argument if kind is str else self._shown(argument)  # type: ignore[assignment]
        if "**{" in sentence:  # where names are bold, there would be twice as many
            for name in shown.keys() & _BOLD.findall(sentence):
                shown[name] = shown[name].replace("**", "")
        if "e {" in sentence:
            sentence = language.elided(sentence, shown)
        try:
            said = sentence.format_map(shown).replace("….", "…")
        except KeyError as missing:
            raise MissingText(text.key, str(missing.args[0])) from None
        if self._reader is not None and sentence.startswith("{") and YOU in text.key:
            return said[0].upper() + said[1:]
        return said

    def known(self, text: Text) -> str:
        """The same; empty where the language has no such text."""
        try:
            return self(text)
        except MissingText:
            return ""

    def _to_reader(self, said: Text) -> Text:
        """The text in which the reader is “you”: its key names which arguments the reader is, or
        is one of."""
        own, args = Seat(self._reader or 0), dict(said.args)
        reader = []
        you = self._language.find("list.you", None)
        for name, value in said.args.items():
            if isinstance(value, tuple) and own in value:
                args[name] = self._listed([you if at == own else self._shown(at) for at in value])
                reader.append(name)
            elif value == own:
                args[name] = you
                reader.append(name)
        if not reader:
            return said
        if said.key in self._language.same:
            return Text(said.key, args)
        key = f"{said.key}{YOU}{'.'.join(reader)}"
        known = key in self._language.single or key in self._language.plural
        return Text(key, args) if known else said

    def _shown(self, argument: Argument) -> str:
        match argument:
            case str():
                return argument
            case int():
                return self._number(argument)
            case Seat():
                return self.name(argument.number)
            case Text():
                return self(argument)
            case _:
                return self._listed([self._shown(item) for item in argument])

    def _number(self, number: int) -> str:
        said, *groups = f"{number:,}".split(",")
        for after in groups:
            said = self(text("number.thousands", before=said, after=after))
        return said

    def _listed(self, items: Sequence[str]) -> str:
        """Such as “a, b and c”; of lists, “a and b; c”."""
        said, *others = items or [""]
        if not others:
            return said
        find = self._language.find
        last = comma = find("list.and", None)
        last_word = last.format(before="", item="")
        if any(", " in item or last_word in item for item in items):
            last = comma = find("list.of_lists", None)
        elif others[1:]:
            comma = find("list.comma", None)
        for item in others[:-1]:
            said = comma.format(before=said, item=item)
        return last.format(before=said, item=others[-1])


class Languages:
    """Every language that the bot speaks."""

    def __init__(self, languages: Mapping[str, Language]) -> None:
        self._languages = languages
        self._spoken = {tag.casefold(): tag for tag in languages}

    @classmethod
    def load(cls, folder: Path = LOCALES, games: Mapping[str, Path] | None = None) -> Languages:
        """Read the bot's own catalogues, and those of further games, from a folder of each.

        What a folder lacks in one of the bot's languages is said in English.
        Raises BrokenCatalogue.
        """
        tags = sorted(path.name for path in folder.iterdir() if path.is_dir())
        return cls({tag: _language(tag, _files(tag, folder, games or {})) for tag in tags})

    @property
    def tags(self) -> tuple[str, ...]:
        """The languages' tags."""
        return tuple(self._languages)

    def pick(self, locale: str | None) -> str:
        """The language for one of Discord's locales ("fr-CA": "fr"); English for want of it."""
        wanted = (locale or FALLBACK).replace("-", "_").casefold()
        return self._spoken.get(wanted) or self._spoken.get(wanted.partition("_")[0], FALLBACK)

    def missing(self, language: str, keys: Iterable[str]) -> list[str]:
        """Those of the keys that the language has no text for."""
        known = self._languages[language]
        return sorted(key for key in keys if key not in known.single and key not in known.plural)

    def words(
        self,
        locale: str | None,
        names: Sequence[str] | dict[int, str] = (),
        roles: Sequence[str | None] | dict[int, str | None] = (),
        *,
        learning: bool = False,
    ) -> Words:
        """The language picked for a locale, with the names and roles of the seats.

        `learning`: for who learns the game.
        """
        language = self._languages[self.pick(locale)]
        return Words(language, _by_seat(names), _by_seat(roles), learning, None)


def _spoken(
    tag: str,
    files: tuple[str, ...],
    names: Mapping[int, str],
    roles: Mapping[int, str | None],
    learning: bool,  # noqa: FBT001 - pickled by position
    reader: int | None,
) -> Words:
    return Words(_language(tag, files), names, roles, learning, reader)


def _files(tag: str, folder: Path, games: Mapping[str, Path]) -> tuple[str, ...]:
    # Not as paths: to unpickle these takes another process longer than to say a text.
    own = _path(folder, tag, BOT)
    if not own.is_file():
        raise BrokenCatalogue(BOT, f"there is no {own}")
    known = {
        path.stem for one in (tag, FALLBACK) for path in folder.glob(f"{one}/LC_MESSAGES/*.po")
    }
    places = dict.fromkeys(sorted(known - {BOT}), folder)
    wanted = [*places.items(), *games.items()]
    others = (_own_or_english(place, tag, name) for name, place in wanted)
    return tuple(map(str, (own, *others)))


def _own_or_english(folder: Path, tag: str, domain: str) -> Path:
    own, english = _path(folder, tag, domain), _path(folder, FALLBACK, domain)
    if own.is_file():
        return own
    if english.is_file():
        return english
    raise BrokenCatalogue(domain, f"there is no {english}")


def _path(folder: Path, tag: str, domain: str) -> Path:
    return folder / tag / "LC_MESSAGES" / f"{domain}.po"


def _by_seat(of_seats: Sequence[T] | dict[int, T]) -> dict[int, T]:
    return of_seats if isinstance(of_seats, dict) else dict(enumerate(of_seats))


@cache
def _language(tag: str, files: tuple[str, ...]) -> Language:
    domains = read(map(Path, files)).values()
    same = frozenset(key for domain in domains for key in domain.same)
    single = {key: said for domain in domains for key, said in domain.single.items()}
    plural = {key: said for domain in domains for key, said in domain.plural.items()}
    return Language(
        tag,
        files,
        single,
        {key: said for key, said in single.items() if not {"{", "}"} & {*said}},
        plural,
        same,
        same | {key.partition(YOU)[0] for key in (*single, *plural) if YOU in key},
    )
