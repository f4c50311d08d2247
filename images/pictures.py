"""What one module of pictures gives for a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from engine.game import View
from engine.text import frozen
from images.words import Words


@frozen
class Picture:
    """A PNG with its description.

    `alt`: at most 1,024 characters, the gist within the first 256.
    `cut`: words of ours that had to be shortened to fit; empty in every language we ship.
    """

    png: bytes
    alt: str
    width: int
    height: int
    cut: tuple[str, ...] = ()


@frozen
class Place:
    """A seat: who has it, what is said of it, its party's name and number.

    A free one has no `name`; one that is `kept` waits for its player.
    """

    name: str = ""
    note: str = ""
    side: str = ""
    party: int | None = None
    kept: bool = False


@frozen
class OpenTable:
    """Whoever sits there, in the order of the seats; `said`: the same in sentences."""

    places: tuple[Place, ...]
    said: tuple[str, ...]


V = TypeVar("V", bound=View)


@frozen
class Shot(Generic[V]):
    """What a frame goes by: the view of the frame before it, if any, and the game's last.

    The table is drawn for the extent that it has in the end.
    """

    before: V | None
    last: V


class Pictures(Protocol):
    """The pictures of one game; `view` is that game's own view."""

    def board(self, view: Any, words: Words) -> Picture:  # noqa: ANN401  # each game has its view
        """What lies open on the table."""
        ...

    def hand(self, view: Any, words: Words) -> Picture:  # noqa: ANN401
        """What one seat holds and may choose from; raises ValueError for the public's view.

        Drawn once for each `view.step`: who has chosen meanwhile, and what, is said beside it.
        """
        ...

    def result(self, view: Any, words: Words) -> Picture:  # noqa: ANN401
        """The count of a finished game; raises ValueError while it runs."""
        ...

    def describe(self, view: Any, words: Words) -> tuple[str, ...]:  # noqa: ANN401
        """Everything in the view as paragraphs of plain text."""
        ...


@runtime_checkable
class Map(Protocol):
    """What a game adds to `Pictures` whose board is too large to be read at once."""

    def places(self, view: Any, words: Words) -> tuple[tuple[str, str], ...]:  # noqa: ANN401
        """Ids and labels of what can be looked at more closely; at most 100, the best one first."""
        ...

    def closer(self, view: Any, words: Words, place: str) -> Picture:  # noqa: ANN401
        """The part of the board around a place; raises KeyError for an unknown one."""
        ...


@runtime_checkable
class Boxed(Protocol):
    """What a game adds whose lobby has a picture."""

    def lobby(self, table: OpenTable, words: Words) -> Picture:
        """What lies in the box, and who sits."""
        ...


@runtime_checkable
class Filmed(Protocol):
    """What a game adds whose table keeps its places in a film."""

    def frame(self, view: Any, shot: Shot[Any], words: Words) -> Picture:  # noqa: ANN401
        """The board, as large in every frame, with what has changed ringed."""
        ...


@runtime_checkable
class Illustrated(Protocol):
    """What a game adds whose rules show a count: of `Game.example`'s view."""

    EXAMPLE_PAGE: str
    """Key of the page of the rules to which it belongs."""

    def example(self, view: Any, words: Words) -> Picture:  # noqa: ANN401
        """The count drawn; `words` name the players of that game."""
        ...

    def example_said(self, view: Any, words: Words) -> tuple[str, ...]:  # noqa: ANN401
        """How it came about, in lines."""
        ...


@runtime_checkable
class Gist(Protocol):
    """What a game adds that tells who plays without pictures less than everything."""

    def gist(self, view: Any, words: Words) -> tuple[str, ...]:  # noqa: ANN401
        """What is needed to choose, in lines, the most needed first; of a result, how it came.

        What is asked and where the game stands is said beside it.
        """
        ...


@runtime_checkable
class Signed(Protocol):
    """What a game adds whose choices carry a sign."""

    def button_signs(self) -> Mapping[str, bytes]:
        """PNGs of at most 256 KiB, by `card` of the options that carry it, or its beginning.

        "faction:milice" is the sign of "faction:milice:4".
        """
        ...


@runtime_checkable
class Nearby(Protocol):
    """The closer looks of a `Map` in words."""

    def nearby(self, view: Any, words: Words, place: str) -> tuple[str, ...]:  # noqa: ANN401
        """What is at a place and around it, in lines; raises KeyError for an unknown one."""
        ...
