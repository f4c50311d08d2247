"""Pictures that take no time, and drawing without a process of its own."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from PIL import Image, ImageDraw, ImageFont

from bot.delivery.drawing.drawing import Drawing
from bot.delivery.drawing.orders import Drawable
from bot.games import Box
from images import Picture, Pictures, Words, pictures, pictures_of
from images.pictures import Boxed, Gist, Illustrated, OpenTable

T = TypeVar("T")

LOADED = (Image.new, ImageDraw.Draw, ImageFont.truetype)
"""What is loaded at its first use, which two threads that draw would each find half done."""

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108000000003a7e9b55"
    "0000000a49444154789c636000000002000148afa4710000000049454e44ae426082"
)


class Sketches:
    """Pictures that take no time, described as the real ones are in words."""

    def __init__(self, real: Pictures) -> None:
        self.describe = real.describe
        if isinstance(real, Gist):
            self.gist = real.gist
        if isinstance(real, Boxed):
            self.lobby = self._lobby
        if isinstance(real, Illustrated):
            self.EXAMPLE_PAGE = real.EXAMPLE_PAGE
            self.example_said = real.example_said
            self.example = self.result

    def _lobby(self, table: OpenTable, words: Words) -> Picture:
        return Picture(PNG, " ".join(table.said), 1, 1)

    def board(self, view: Any, words: Words) -> Picture:
        """What lies open on the table."""
        return Picture(PNG, f"A board: {words(view.headline)}", 1, 1)

    def hand(self, view: Any, words: Words) -> Picture:
        """What one seat holds."""
        return Picture(PNG, f"A hand: {words(view.headline)}", 1, 1)

    def result(self, view: Any, words: Words) -> Picture:
        """The end."""
        return Picture(PNG, "A result", 1, 1)


class DrawnHere:
    """An artist in this process, in a thread."""

    def __init__(self, drawn: Mapping[str, Pictures]) -> None:
        self._drawn = drawn

    async def draw(self, order: Drawable[T]) -> T:
        """What was ordered; raises whatever fails in drawing."""
        return await asyncio.to_thread(order.drawn, self._drawn)

    async def forget(self) -> None:
        """Nothing is remembered between orders."""

    async def close(self) -> None:
        """Nothing runs between orders."""


def drawing_here(drawn: Mapping[str, Pictures]) -> Drawing:
    """Drawing without a process of its own."""
    return Drawing(drawn, DrawnHere(drawn))


SKETCHES: Mapping[str, Pictures] = {game: Sketches(real) for game, real in pictures.items()}


def sketches_of(boxes: Sequence[Box]) -> Mapping[str, Pictures]:
    """The sketches of games from outside, with the house's own."""
    real = pictures_of({box.game.name: box.pictures for box in boxes})
    return {**SKETCHES, **{game: Sketches(drawn) for game, drawn in real.items()}}
