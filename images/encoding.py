"""PNG of a palette: a byte a pixel or half of one, packed in a sixth of Pillow's time."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence

from isal import igzip_lib
from PIL import Image
from zlib_ng import zlib_ng

from images.palette import Palette

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
_PACKED = {4: "P;4", 8: "P"}
"""Pillow's names for so many bits a pixel."""

_QUICK_HEADER = b"\x78\x01"
_AROUND = 1000
"""Bytes of a PNG beside the packed rows: 256 colours, headers."""


def png(image: Image.Image, palette: Palette, most: int = 1_000_000) -> bytes:
    """A picture in the palette's colours as PNG; its first columns hold the filters.

    Packed as quickly as it may be to weigh well under `most` bytes, else as tightly as it can be.
    """
    width, height = image.width - palette.filters, image.height
    header = struct.pack(">2I5B", width, height, palette.bits, _INDEXED, 0, 0, 0)
    rows = image.tobytes("raw", _PACKED[palette.bits])
    chunks = (
        (b"IHDR", header),
        (b"PLTE", palette.channels),
        (b"IDAT", _packed(rows, LEVELS[palette.bits], most)),
        (b"IEND", b""),
    )
    return _SIGNATURE + b"".join(_chunk(kind, data) for kind, data in chunks)


def _packed(data: bytes, levels: Sequence[Level], most: int) -> bytes:
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


def _tight(data: bytes, level: int, window: int) -> bytes:
    # With little memory tables of codes are made anew after a few rows, as what is drawn changes.
    compressor = zlib_ng.compressobj(level, zlib_ng.DEFLATED, window, _LITTLE_MEMORY)
    return bytes(compressor.compress(data)) + bytes(compressor.flush())


def _quick(data: bytes) -> bytes:
    packed = igzip_lib.compress(data, _QUICK, igzip_lib.COMP_DEFLATE)
    # igzip leaves the processor's wide registers in use, which slows down whatever comes next to
    # half its speed; zlib-ng's checksum ends by clearing them.
    checksum = zlib_ng.adler32(data)
    return b"".join((_QUICK_HEADER, packed, struct.pack(">I", checksum)))


def _chunk(kind: bytes, data: bytes) -> bytes:
    checksum = zlib.crc32(data, zlib.crc32(kind))
    return b"".join((struct.pack(">I", len(data)), kind, data, struct.pack(">I", checksum)))
