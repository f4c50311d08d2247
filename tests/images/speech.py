"""A reader for tests: the language files read with Babel, names given by the test."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from babel import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from engine.text import Argument, Seat, Text

LOCALES = Path(__file__).parents[2] / "bot" / "languages" / "locales"


class Speech:
    """`Words` in "en" or "fr"; seats marked in `computers` have a role."""

    def __init__(
        self,
        language: str,
        names: Sequence[str],
        computers: Sequence[int] = (),
        *,
        learning: bool = True,
    ) -> None:
        self.language = language
        self.learning = learning
        self._names = names
        self._computers = computers

    def __call__(self, text: Text) -> str:
        for catalog in _catalogs(self.language):
            message = catalog.get(text.key)
            if message is not None:
                break
        else:
            raise KeyError(f"{text.key} in {self.language}")
        sentence = message.string
        if not isinstance(sentence, str):
            n = text.args["n"]
            assert isinstance(n, int)
            sentence = sentence[int(n != 1 if self.language == "en" else n > 1)]
        return sentence.format(**{name: self._said(value) for name, value in text.args.items()})

    def name(self, seat: int) -> str:
        return self._names[seat]

    def to(self, seat: int | None) -> Speech:
        """The same: who reads this has no seat."""
        return self

    def role(self, seat: int) -> str | None:
        if seat not in self._computers:
            return None
        return {"en": "computer, normal", "fr": "ordinateur, normal"}[self.language]

    def _said(self, value: Argument) -> str | int:
        if isinstance(value, Text):
            return self(value)
        if isinstance(value, Seat):
            return self.name(value.number)
        if isinstance(value, tuple):
            said = [str(self._said(one)) for one in value]
            return format_list(said, locale=Locale.parse(self.language))
        return value


class Heard(Speech):
    """Remembers the keys of all that was said."""

    def __call__(self, text: Text) -> str:
        self.__dict__.setdefault("keys", set()).add(text.key)
        return super().__call__(text)


@cache
def _catalogs(language: str) -> tuple[Catalog, ...]:
    found = []
    for path in sorted((LOCALES / language / "LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            found.append(read_po(file, locale=language))
    return tuple(found)
