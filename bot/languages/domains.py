"""The gettext domains of a language: one a game and one for the bot, each read from one file."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

BOT = "guildhall"
"""The bot's own domain: every key that is no game's."""


class BrokenCatalogue(ValueError):
    """A domain's file is missing, can't be read, or has a key that isn't the domain's."""

    def __init__(self, domain: str, reason: str) -> None:
        super().__init__(reason)
        self.domain = domain


@dataclass(frozen=True, slots=True)
class Domain:
    """What one file says: the sentences without plural forms; the keys with, and their sayer."""

    single: Mapping[str, str]
    plural: frozenset[str]
    forms: GNUTranslations


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
        with path.open("rb") as file:
            catalogue = read_po(file, abort_invalid=True)
        said = [message for message in catalogue if message.id and not message.fuzzy]
        plural = frozenset(message.id[0] for message in said if message.pluralizable)
        single = {
            message.id: message.string
            for message in said
            if isinstance(message.id, str) and isinstance(message.string, str) and message.string
        }
        for key in single:  # what gettext need not choose a form of
            catalogue.delete(key)
        return Domain(single, plural, _compiled(catalogue))
    except (OSError, ValueError, PoFileError) as error:
        raise BrokenCatalogue(path.stem, f"{path}: {error}") from error


def _compiled(catalogue: Catalog) -> GNUTranslations:
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
