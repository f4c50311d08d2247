"""What drawing needs of a language: bot/ passes an implementation in; and alt text for Discord."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from engine.text import Text


class Words(Protocol):
    """One reader's language and the names of the players."""

    @property
    def language(self) -> str:
        """A language tag: "en", "fr"."""
        ...

    @property
    def learning(self) -> bool:
        """Whether the reader learns the game: then pictures explain their signs."""
        ...

    def __call__(self, text: Text) -> str:
        """The text in this language; its seats become names."""
        ...

    def known(self, text: Text) -> str:
        """The same; empty where the language has no such text."""
        ...

    def to(self, seat: int | None) -> Words:
        """The same, said to who has this seat: “you”, where the language has such a sentence."""
        ...

    def name(self, seat: int) -> str:
        """The player's display name, at most 32 characters of any script."""
        ...

    def role(self, seat: int) -> str | None:
        """What sets a seat apart ("computer, normal"); None for a person."""
        ...


LONGEST = 1024


def alt_text(sentences: Iterable[str]) -> str:
    """The sentences in one line, the first ones kept whole, within `LONGEST` characters."""
    kept = ""
    for sentence in sentences:
        line = " ".join(sentence.split())
        longer = f"{kept} {line}" if kept else line
        if len(longer) > LONGEST - 2:
            return f"{kept} …" if kept else f"{line[: LONGEST - 2]} …"
        kept = longer
    return kept
