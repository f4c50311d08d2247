"""What can be ordered to be drawn, and what a picture is drawn from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from hashlib import blake2b
from io import BytesIO
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from engine.game import View
from engine.text import frozen
from images.furniture.film import Captioned, Piece, Size, piece
from images.pictures import (
    Boxed,
    Filmed,
    Illustrated,
    Map,
    OpenTable,
    Picture,
    Pictures,
    Shot,
    Signed,
)
from images.records import Course, Leaderboard, Statistics
from images.words import Words

R_co = TypeVar("R_co", covariant=True)

Kind = Literal["board", "hand", "past", "result", "closer", "example", "still", "lobby"]
"""`past`: a hand as it was, with the cards that stand beside their buttons in a live one.

`still`: the table in a film.
"""


@frozen
class Order:
    """A picture to be drawn.

    `place`: which part of the board, for a closer look; `shot`: what a film's frame goes by.
    """

    kind: Kind
    game: str
    view: View | OpenTable
    words: Words
    place: str = ""
    shot: Shot[Any] | None = None

    def drawn(self, pictures: Mapping[str, Pictures]) -> Picture:
        """The picture; raises KeyError for what the game or its board doesn't have."""
        of_game = pictures[self.game]
        match self.kind:
            case "still" if isinstance(of_game, Filmed) and self.shot is not None:
                return of_game.frame(self.view, self.shot, self.words)
            case "board" | "still":
                return of_game.board(self.view, self.words)
            case "hand" | "past":
                return of_game.hand(self.view, self.words)
            case "result":
                return of_game.result(self.view, self.words)
            case "example" if isinstance(of_game, Illustrated):
                return of_game.example(self.view, self.words)
            case "closer" if isinstance(of_game, Map):
                return of_game.closer(self.view, self.words, self.place)
            case "lobby" if isinstance(of_game, Boxed) and isinstance(self.view, OpenTable):
                return of_game.lobby(self.view, self.words)
            case _:
                raise KeyError(self.kind)


@frozen
class Frame:
    """What of a film comes with a picture, which follows another."""

    game: str
    before: Captioned | None = field(repr=False)
    after: Captioned = field(repr=False)
    size: Size
    kind: ClassVar = "frame"

    def drawn(self, _: Mapping[str, Pictures]) -> Piece:
        """The piece of the film."""
        return piece(self.before, self.after, self.size)


@frozen
class Page:
    """A page of records to be drawn: a server's, or of how a game went."""

    shown: Statistics | Leaderboard | Course
    words: Words
    game: ClassVar = "records"
    kind: ClassVar = "records"

    def drawn(self, _: Mapping[str, Pictures]) -> Picture:
        """The picture."""
        # Only the process that draws needs Pillow: in the bot it would be 5 MB.
        from images.records.book import leaderboard, statistics  # noqa: PLC0415
        from images.records.course import course  # noqa: PLC0415

        if isinstance(self.shown, Statistics):
            return statistics(self.shown, self.words)
        if isinstance(self.shown, Course):
            return course(self.shown, self.words)
        return leaderboard(self.shown, self.words)


@frozen
class SignsOf:
    """What stands on the buttons of a game, to be drawn: PNGs."""

    game: str
    kind: ClassVar = "signs"

    def drawn(self, pictures: Mapping[str, Pictures]) -> Mapping[str, bytes]:
        """By `card` of the options, or its beginning; none of a game without signs."""
        of_game = pictures[self.game]
        return of_game.button_signs() if isinstance(of_game, Signed) else {}


@frozen
class Dot:
    """Something to be drawn that shows nothing, but that drawing is possible."""

    game: ClassVar = "none"
    kind: ClassVar = "dot"

    def drawn(self, _: Mapping[str, Pictures]) -> Picture:
        """One pixel."""
        from PIL import Image  # noqa: PLC0415 - as above

        png = BytesIO()
        Image.new("1", (1, 1)).save(png, "PNG")
        return Picture(png.getvalue(), "", 1, 1)


class Drawable(Protocol[R_co]):
    """Something to be drawn."""

    @property
    def game(self) -> str: ...
    @property
    def kind(self) -> str: ...

    def drawn(self, pictures: Mapping[str, Pictures], /) -> R_co:
        """What comes of it."""
        ...


def drawn_view(kind: Kind, view: View) -> View:
    """What a picture is drawn from: a hand shows neither who else has chosen nor what was chosen.

    So a choice that may still be changed costs no drawing; the message says it in words.
    """
    if kind not in ("hand", "past"):
        return view
    prompt = view.prompt
    if prompt is not None:
        options = prompt.options
        if kind == "past":
            options = tuple(replace(option, detail=None) for option in options)
        prompt = replace(prompt, options=options, answered=None)
    return view.model_copy(update={"prompt": prompt, "awaited": ()})


def picture_key(kind: Kind, view: View | OpenTable, sitting: str) -> str:
    """Equal keys for one message, equal pictures; `sitting`: who sits where, in which language.

    Until the game goes on, nothing that a hand's picture shows can change.
    """
    shown: object = view
    if isinstance(view, View):
        shown = view.step if kind == "hand" else view.model_dump_json()
    return blake2b(repr((kind, sitting, shown)).encode(), digest_size=16).hexdigest()
