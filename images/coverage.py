"""Which characters a font file can draw, read from its cmap table."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from struct import unpack_from


@cache
def coverage(file: Path) -> frozenset[int]:
    """Code points with a glyph; understands cmap formats 4 and 12, the ones in our files."""
    data = file.read_bytes()
    cmap = _table(data, b"cmap")
    points: set[int] = set()
    (count,) = unpack_from(">H", data, cmap + 2)
    for index in range(count):
        (offset,) = unpack_from(">I", data, cmap + 4 + 8 * index + 4)
        start = cmap + offset
        (form,) = unpack_from(">H", data, start)
        if form == 4:
            points |= _segments(data, start)
        elif form == 12:
            points |= _groups(data, start)
    return frozenset(points)


def _table(data: bytes, tag: bytes) -> int:
    (count,) = unpack_from(">H", data, 4)
    for index in range(count):
        name, _, offset, _ = unpack_from(">4sIII", data, 12 + 16 * index)
        if name == tag:
            return int(offset)
    raise ValueError(f"a font without {tag.decode()}")


def _segments(data: bytes, start: int) -> set[int]:
    (doubled,) = unpack_from(">H", data, start + 6)
    segments = doubled // 2
    ends = unpack_from(f">{segments}H", data, start + 14)
    starts = unpack_from(f">{segments}H", data, start + 16 + doubled)
    points: set[int] = set()
    for first, last in zip(starts, ends, strict=True):
        points.update(range(first, last + 1))
    return points - {0xFFFF}


def _groups(data: bytes, start: int) -> set[int]:
    (count,) = unpack_from(">I", data, start + 12)
    points: set[int] = set()
    for index in range(count):
        first, last, _ = unpack_from(">III", data, start + 16 + 12 * index)
        points.update(range(first, last + 1))
    return points
