"""The gettext domains of a language: one a game and one for the bot, each read from one file."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from gettext import c2py
from pathlib import Path

from bot.languages.catalogue import entries

BOT = "guildhall"
"""The bot's own domain: every key that is no game's."""

_PLURAL = re.compile(r"^Plural-Forms:.*\bplural=([^;]*)", re.MULTILINE)
_AS_IN_ENGLISH = "n != 1"


class BrokenCatalogue(ValueError):
    """A domain's file is missing, can't be read, or has a key that isn't the domain's."""

    def __init__(self, domain: str, reason: str) -> None:
        super().__init__(reason)
        self.domain = domain


@dataclass(frozen=True, slots=True)
class Plural:
    """The sentences of a key; `form` says which of them a number takes."""

    said: tuple[str, ...]
    form: Callable[[int], int]

    def __call__(self, n: int) -> str:
        """The sentence for a number."""
        return self.said[self.form(n)]


@dataclass(frozen=True, slots=True)
class Domain:
    """What one file says, by key: the sentences without plural forms, and those with."""

    single: Mapping[str, str]
    plural: Mapping[str, Plural]


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
    said = [entry for entry in found.values() if all(entry.said) and not entry.fuzzy]
    return Domain(
        {entry.key: entry.said[0] for entry in said if not entry.plural},
        {entry.key: Plural(tuple(entry.said), form) for entry in said if entry.plural},
    )
