"""A whole picture in the making, in the colours of a palette: a quarter of the bytes to move.

Sprites and lines of text are reduced to the palette once for each ground that they stand on.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import cast

from PIL import Image

from images.alt import alt_text
from images.canvas import Canvas
from images.colour import Colour
from images.encoding import FILTER, Packing, png
from images.layout import Box
from images.palette import Palette
from images.pictures import Picture


class _Same:
    """A sprite as a key: equal to itself only."""

    __slots__ = ("image",)

    def __init__(self, image: Image.Image) -> None:
        self.image = image

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.image is other.image

    def __hash__(self) -> int:
        return id(self.image)


class Indexed(Canvas):
    """A canvas in the colours of `palette`; `base` has a column for filters at its left."""

    def __init__(self, base: Image.Image, palette: Palette) -> None:
        super().__init__(base)
        self._palette = palette

    @classmethod
    def blank(cls, width: int, height: int, palette: Palette, ground: Colour) -> Indexed:
        """A canvas of one colour."""
        canvas = cls(Image.new("P", (width + FILTER, height)), palette)
        canvas.fill(Box(0, 0, width, height), ground)
        return canvas

    def copy(self) -> Indexed:
        """The same picture, to go on in another way."""
        return Indexed(self._image.copy(), self._palette)

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite by its top left corner; RGBA ones by their own mask."""
        if sprite.mode != "RGBA":
            self._image.paste(_opaque(_Same(sprite), self._palette), (x + FILTER, y))
            return
        under, ground = self._under(sprite, x, y)
        if ground is None:
            mixed = self._palette.expanded(under)
            mixed.paste(sprite, (0, 0), sprite)
            laid = self._palette.reduced(mixed)
        else:
            laid = _laid(_Same(sprite), self._palette, ground)
        self._image.paste(laid, (x + FILTER, y))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a box; for rules and flat bands."""
        edges = (box.x + FILTER, box.y, box.right + FILTER, box.bottom)
        self._image.paste(self._palette.index(colour), edges)

    def picture(self, alt: Iterable[str], packing: Packing = "quick") -> Picture:
        """The picture, described sentence by sentence."""
        image = self._image
        data = png(image, self._palette, packing)
        width, height = image.width - FILTER, image.height
        return Picture(data, alt_text(alt), width, height, self.drawn().cut)

    def _ink(self, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        under, ground = self._under(mask, x, y)
        if ground is None:
            mixed = self._palette.expanded(under)
            mixed.paste(colour, (0, 0), mask)
            inked = self._palette.reduced(mixed)
        else:
            inked = _inked(_Same(mask), self._palette, ground, colour)
        self._image.paste(inked, (x + FILTER, y))

    def _under(self, sprite: Image.Image, x: int, y: int) -> tuple[Image.Image, int | None]:
        """What a sprite will stand on, and its colour if it has but one."""
        left = x + FILTER
        under = self._image.crop((left, y, left + sprite.width, y + sprite.height))
        lowest, highest = cast("tuple[int, int]", under.getextrema())
        return under, lowest if lowest == highest else None


@lru_cache(maxsize=192)
def _opaque(sprite: _Same, palette: Palette) -> Image.Image:
    return palette.reduced(sprite.image.convert("RGB"))


@lru_cache(maxsize=256)
def _laid(sprite: _Same, palette: Palette, ground: int) -> Image.Image:
    mixed = Image.new("RGB", sprite.image.size, palette.colours[ground])
    mixed.paste(sprite.image, (0, 0), sprite.image)
    return palette.reduced(mixed)


@lru_cache(maxsize=1024)
def _inked(mask: _Same, palette: Palette, ground: int, colour: Colour) -> Image.Image:
    mixed = Image.new("RGB", mask.image.size, palette.colours[ground])
    mixed.paste(colour, (0, 0), mask.image)
    return palette.reduced(mixed)
