"""One fixed set of colours a game: no colour is searched for, and a pixel is a byte at most."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, lru_cache

from PIL import Image

from images.paint.colour import Colour
from images.paint.theme import Theme, shades

Ramp = tuple[Colour, Colour, int]
_MOST, _FEW = 256, 16


class Palette:
    """At most 256 colours; equal to itself only, so that sprites can be kept by it.

    `bits`: what a pixel takes, 4 where there are 16 colours or fewer, else 8. `filters`: columns
    left of what is drawn, a byte in all, with which each row of a PNG begins.

    Pillow tells colours apart by steps of 4 and takes what is nearest to the lower end of a
    step, so it is given these ends: then each colour is reduced to itself.
    """

    def __init__(self, colours: Iterable[Colour]) -> None:
        ends: dict[Colour, Colour] = {}
        for colour in colours:
            ends.setdefault(_end(colour), colour)
        if len(ends) > _MOST:
            raise ValueError(f"{len(ends)} colours don't fit a palette")
        self.colours = tuple(ends.values())
        self.bits = 4 if len(ends) <= _FEW else 8
        self.filters = 8 // self.bits
        self._indices = {end: index for index, end in enumerate(ends)}
        self._ends = Image.new("P", (1, 1))
        self._ends.putpalette(bytes(channel for end in ends for channel in end))

    @cached_property
    def channels(self) -> bytes:
        """Red, green and blue of every colour."""
        return bytes(channel for colour in self.colours for channel in colour)

    def index(self, colour: Colour) -> int:
        """The number of a colour, or of the one nearest to it."""
        end = _end(colour)
        if end not in self._indices:
            nearest = self.reduced(Image.new("RGB", (1, 1), end))
            self._indices[end] = nearest.tobytes()[0]
        return self._indices[end]

    def expanded(self, image: Image.Image) -> Image.Image:
        """Indices as the colours that they stand for."""
        image.putpalette(self.channels)
        return image.convert("RGB")

    def reduced(self, image: Image.Image) -> Image.Image:
        """The picture in these colours, each the nearest; not dithered."""
        return image.quantize(palette=self._ends, dither=Image.Dither.NONE)


@lru_cache(maxsize=8)
def palette(theme: Theme, ramps: tuple[Ramp, ...] = ()) -> Palette:
    """The colours of a game's box and of what is in it; raises ValueError for more than 256."""
    return Palette(_steps((*theme.ramps(), *ramps)))


def _end(colour: Colour) -> Colour:
    red, green, blue = colour
    return red & 0xFC, green & 0xFC, blue & 0xFC


def _steps(ramps: Iterable[Ramp]) -> Iterable[Colour]:
    for one, other, steps in ramps:
        yield from shades(one, other, steps)
