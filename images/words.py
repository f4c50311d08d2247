"""What drawing needs of a language: bot/ passes an implementation in."""

from __future__ import annotations

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

    def name(self, seat: int) -> str:
        """The player's display name, at most 32 characters of any script."""
        ...

    def role(self, seat: int) -> str | None:
        """What sets a seat apart ("computer, normal"); None for a person."""
        ...
