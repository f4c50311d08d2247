"""A whole picture in the making, in the colours of a palette: a quarter of the bytes to move.

Sprites are reduced to the palette once for each ground that they stand on; lines of text let
their colour through as it is.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from typing import cast

from isal import igzip_lib
from PIL import Image
from zlib_ng import zlib_ng

from images.paint.cache import Same, is_kept, quick
from images.paint.canvas import Canvas, Drawn
from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.palette import Palette
from images.pictures import Picture
from images.words import alt_text

Level = tuple[int, int, float]
LEVELS: dict[int, tuple[Level, ...]] = {
    4: ((5, 15, 0.74), (6, 15, 0.72), (9, 13, 0.7), (9, 15, 0.68)),
    8: ((5, 15, 0.67), (6, 15, 0.64), (9, 13, 0.61), (9, 15, 0.6)),
}
"""Of zlib by bits a pixel, with the bits of their windows, and what they leave of igzip's quickest.

They take 5, 8, 22 and 32 times as long; the smaller window costs 1 % and saves a third of the time.
"""

_EASILY = 0.95
"""Share of the bytes allowed up to which the quickest packing will do."""

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_QUICK = 1
_LITTLE_MEMORY = 4
_INDEXED = 3
_BYTE = 8
_PACKED = {4: "P;4", _BYTE: "P"}
"""Pillow's names for so many bits a pixel."""

_QUICK_HEADER = b"\x78\x01"
_AROUND = 1000
"""Bytes of a PNG beside the packed rows: 256 colours, headers."""


def png(
    image: Image.Image, palette: Palette, most: int = 1_000_000, pixels: bytearray | None = None
) -> bytes:
    """A picture in the palette's colours as PNG; its first columns hold the filters.

    Packed as quickly as it may be to weigh well under `most` bytes, else as tightly as it can be.
    `pixels`: the image's, a byte each, where they are at hand.
    """
    width, height = image.width - palette.filters, image.height
    header = struct.pack(">2I5B", width, height, palette.bits, _INDEXED, 0, 0, 0)
    if pixels is not None and palette.bits == _BYTE:
        rows: bytes | bytearray = pixels
    else:
        rows = image.tobytes("raw", _PACKED[palette.bits])
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette.channels),
        (b"IDAT", _packed(rows, LEVELS[palette.bits], most)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _packed(data: bytes | bytearray, levels: Sequence[Level], most: int) -> bytes:
    packed, room = _quick(data), most - _AROUND
    quick = len(packed)
    if quick <= room * _EASILY:
        return packed
    for level, window, share in levels:
        last = (level, window) == levels[-1][:2]
        if quick * share <= room or last:
            packed = min(packed, _tight(data, level, window), key=len)
            if len(packed) <= room:
                break
    return packed


def _tight(data: bytes | bytearray, level: int, window: int) -> bytes:
    # With little memory tables of codes are made anew after a few rows, as what is drawn changes.
    compressor = zlib_ng.compressobj(level, zlib_ng.DEFLATED, window, _LITTLE_MEMORY)
    return bytes(compressor.compress(data)) + bytes(compressor.flush())


def _quick(data: bytes | bytearray) -> bytes:
    packed = igzip_lib.compress(data, _QUICK, igzip_lib.COMP_DEFLATE)
    # igzip leaves the processor's wide registers in use, which slows down whatever comes next to
    # half its speed; zlib-ng's checksum ends by clearing them.
    checksum = zlib_ng.adler32(data)
    return b"".join((_QUICK_HEADER, packed, struct.pack(">I", checksum)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)))


LIGHT = 64_000
"""What a hand should weigh at most, in bytes: phones load it over the air."""

HEAVY = 96_000
"""The same of what everybody sees."""


class Indexed(Canvas):
    """A page in the colours of `palette` and at first of one, with columns for filters at its left.

    Of what is put there a copy in these colours is kept, but for what is drawn for this alone.
    """

    def __init__(self, width: int, height: int, palette: Palette, ground: Colour) -> None:
        size = width + palette.filters, height
        self._pixels = bytearray(size[0] * size[1])
        page = Image.frombuffer("P", size, self._pixels, "raw", "P", 0, 1)
        page.readonly = 0  # what is drawn there changes the bytes, of which no copy is made
        super().__init__(page)
        self._core = page.im
        """What Pillow pastes into; its own paste takes longer to look at a sprite than to copy
        it."""
        self.palette: Palette = palette
        self.fill(Box(0, 0, width, height), ground)

    def put(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste a sprite by its top left corner; RGBA ones by their own mask."""
        if sprite.mode == "RGBA":
            self._lay(sprite, x, y)
        elif sprite.mode == "P":
            self._copy(sprite, x, y)
        elif is_kept(sprite):
            self._copy(_opaque(Same(sprite), self.palette), x, y)
        else:
            self._copy(self.palette.reduced(sprite), x, y)

    def fill(self, box: Box, colour: Colour) -> None:
        """Fill a box; for rules and flat bands."""
        self._core.paste(self.palette.index(colour), self._edges(*box))

    def part(self, box: Box) -> Image.Image:
        """A copy of what is drawn there, as a sprite for other pages in these colours."""
        return self._image.crop(self._edges(*box))

    def picture(self, alt: Iterable[str], most: int = HEAVY) -> Picture:
        """The picture, described sentence by sentence, of at most `most` bytes if it may be."""
        image = self._image
        data = png(image, self.palette, most, self._pixels)
        width, height = image.width - self.palette.filters, image.height
        return Picture(data, alt_text(alt), width, height, self.drawn().cut)

    def _edges(self, x: int, y: int, width: int, height: int) -> tuple[int, int, int, int]:
        left = x + self.palette.filters
        return left, y, left + width, y + height

    def _copy(self, sprite: Image.Image, x: int, y: int) -> None:
        self._core.paste(sprite.im, self._edges(x, y, *sprite.size))

    def _ink(self, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        # A mask without grey edges mixes no colours: what it lets through is the colour's index.
        self._core.paste(self.palette.index(colour), self._edges(x, y, *mask.size), mask.im)

    def _lay(self, sprite: Image.Image, x: int, y: int) -> None:
        """Paste an RGBA sprite by its own mask."""
        edges = self._edges(x, y, *sprite.size)
        lowest, highest = cast("tuple[int, int]", self._core.crop(edges).getextrema())
        if lowest == highest and is_kept(sprite):
            laid = _laid(Same(sprite), self.palette, lowest)
        else:
            under = self._image.crop(edges)
            laid = _mixed(sprite, self.palette, self.palette.expanded(under))
        self._copy(laid, x, y)


def flat(drawn: Drawn, palette: Palette | None, ground: Colour | None = None) -> Drawn:
    """A sprite for pages in these colours alone: what is kept of it takes a fifth of the bytes.

    `ground`: what it stands on, where it doesn't fill its corners.
    """
    sprite, cut = drawn
    if palette is None:
        return drawn
    if ground is None:
        return Drawn(palette.reduced(sprite), cut)
    under = palette.colours[palette.index(ground)]
    return Drawn(_mixed(sprite, palette, Image.new("RGB", sprite.size, under)), cut)


@quick
def _opaque(sprite: Same, palette: Palette) -> Image.Image:
    return palette.reduced(sprite.image.convert("RGB"))


@quick
def _laid(sprite: Same, palette: Palette, ground: int) -> Image.Image:
    under = Image.new("RGB", sprite.image.size, palette.colours[ground])
    return _mixed(sprite.image, palette, under)


def _mixed(sprite: Image.Image, palette: Palette, under: Image.Image) -> Image.Image:
    under.paste(sprite, (0, 0), sprite)
    return palette.reduced(under)
