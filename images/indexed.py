"""A whole picture in the making, in the colours of a palette: a quarter of the bytes to move.

Sprites are reduced to the palette once for each ground that they stand on; lines of text let
their colour through as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from PIL import Image

from images.alt import alt_text
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.colour import Colour
from images.encoding import png
from images.layout import Box
from images.palette import Palette
from images.pictures import Picture
from images.same import Same

LIGHT = 64_000
"""What a hand should weigh at most, in bytes: phones load it over the air."""

HEAVY = 96_000
"""The same of what everybody sees."""


class Indexed(Canvas):
    """A canvas in the colours of `palette`; `base` has columns for filters at its left."""

    def __init__(self, base: Image.Image, palette: Palette) -> None:
        super().__init__(base)
        self._palette = palette

    @classmethod
    def blank(cls, width: int, height: int, palette: Palette, ground: Colour) -> Indexed:
        """A canvas of one colour."""
        canvas = cls(Image.new("P", (width + palette.filters, height)), palette)
        canvas.fill(Box(0, 0, width, height), ground)
        return canvas

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite by its top left corner; RGBA ones by their own mask."""
        if sprite.mode == "RGBA":
            self._lay(sprite, x, y)
        elif sprite.mode == "P":
            self._image.paste(sprite, (x + self._palette.filters, y))
        else:
            self._image.paste(_opaque(Same(sprite), self._palette), (x + self._palette.filters, y))

    def put_once(self, sprite: Image.Image, x: int, y: int) -> None:
        """The same with an opaque one that is drawn for this alone: nothing of it is kept."""
        self._image.paste(self._palette.reduced(sprite), (x + self._palette.filters, y))

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a box; for rules and flat bands."""
        before = self._palette.filters
        edges = (box.x + before, box.y, box.right + before, box.bottom)
        self._image.paste(self._palette.index(colour), edges)

    def picture(self, alt: Iterable[str], most: int = HEAVY) -> Picture:
        """The picture, described sentence by sentence, of at most `most` bytes if it may be."""
        image = self._image
        data = png(image, self._palette, most)
        width, height = image.width - self._palette.filters, image.height
        return Picture(data, alt_text(alt), width, height, self.drawn().cut)

    def _ink(self, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        # A mask without grey edges mixes no colours: what it lets through is the colour's index.
        self._image.paste(self._palette.index(colour), (x + self._palette.filters, y), mask)

    def _lay(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste an RGBA sprite by its own mask."""
        left = x + self._palette.filters
        under = self._image.crop((left, y, left + sprite.width, y + sprite.height))
        lowest, highest = cast("tuple[int, int]", under.getextrema())
        if lowest == highest:
            laid = _laid(Same(sprite), self._palette, lowest)
        else:
            laid = _mixed(sprite, self._palette, self._palette.expanded(under))
        self._image.paste(laid, (left, y))


def flat(drawn: Drawn, palette: Palette) -> Drawn:
    """A sprite for pages in these colours alone: what is kept of it takes a fifth of the bytes."""
    if drawn.image.mode != "RGB":
        return drawn
    return Drawn(palette.reduced(drawn.image), drawn.cut)


@cached
def _opaque(sprite: Same, palette: Palette) -> Image.Image:
    return palette.reduced(sprite.image.convert("RGB"))


@cached
def _laid(sprite: Same, palette: Palette, ground: int) -> Image.Image:
    under = Image.new("RGB", sprite.image.size, palette.colours[ground])
    return _mixed(sprite.image, palette, under)


def _mixed(sprite: Image.Image, palette: Palette, under: Image.Image) -> Image.Image:
    under.paste(sprite, (0, 0), sprite)
    return palette.reduced(under)
