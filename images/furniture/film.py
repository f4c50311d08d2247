"""Pictures one after the other as one animated picture (WebP), without loss.

Each frame holds only what has changed since the one before, so that a whole game weighs less
than a hundred of its boards. Made piece by piece: no piece takes longer than a picture.
The container: https://developers.google.com/speed/webp/docs/riff_container
"""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from engine.text import frozen

if TYPE_CHECKING:
    from PIL import Image

Size = tuple[int, int]
Edges = tuple[int, int, int, int]

STRIP = 140
"""Height of what is said above the pictures of a film."""

_QUICK: Final = {"lossless": True, "quality": 20, "method": 1}
_ROWS = 128
"""Lines of a picture that are looked at in all colours at a time: a whole one takes 10 MB."""
_ANIMATED, _REPLACING = 0x02, 0x02
_EXTENDED: Final = b"VP8X"


class Captioned(NamedTuple):
    """A PNG and what is said above it; nothing: it stands alone."""

    png: bytes
    said: str = ""


@frozen
class Piece:
    """What a frame changes: a still WebP, and where its top left corner lies, on even numbers."""

    x: int
    y: int
    width: int
    height: int
    webp: bytes = field(repr=False)


def piece(before: Captioned | None, after: Captioned, size: Size) -> Piece:
    """What is to be changed to come from one picture to another; without the first, all.

    `size`: of the whole film; a smaller picture stands at its top, on its own ground.
    """
    now = _page(after, size[0])
    box = (0, 0, *size) if before is None else _changed(_page(before, size[0]), now, size)
    left, upper, right, lower = box[0] & ~1, box[1] & ~1, box[2], box[3]
    written = io.BytesIO()
    _part(now, (left, upper, right, lower)).save(written, "WEBP", **_QUICK)
    return Piece(left, upper, right - left, lower - upper, written.getvalue())


def animated(pieces: Sequence[Piece], milliseconds: Sequence[int], size: Size) -> bytes:
    """The whole film, which begins again at its end; each frame is shown for so long."""
    width, height = size
    canvas = struct.pack("<I", _ANIMATED) + _three(width - 1) + _three(height - 1)
    held = _chunk(_EXTENDED, canvas) + _chunk(b"ANIM", struct.pack("<IH", 0, 0))
    frames = [_frame(one, shown) for one, shown in zip(pieces, milliseconds, strict=True)]
    body = b"".join([b"WEBP", held, *frames])
    return b"RIFF" + struct.pack("<I", len(body)) + body


class _Page(NamedTuple):
    """A picture with what is said above it, if anything; below, its own ground."""

    picture: Image.Image
    above: Image.Image | None
    ground: tuple[int, ...]


@lru_cache(maxsize=2)
def _page(shown: Captioned, width: int) -> _Page:
    """Of two frames one was looked at before. Kept in the picture's own few colours."""
    from PIL import Image  # noqa: PLC0415 - who puts pieces together needs no Pillow

    with Image.open(io.BytesIO(shown.png)) as opened:
        picture = opened.copy()
    corner = picture.crop((0, picture.height - 1, 1, picture.height)).convert("RGB")
    above = None
    if shown.said:
        from images.furniture.shots import say  # noqa: PLC0415 - as above

        above = Image.new("RGB", (width, STRIP), corner.getpixel((0, 0)))
        say(above, shown.said, STRIP)
    return _Page(picture, above, cast("tuple[int, ...]", corner.getpixel((0, 0))))


def _changed(before: _Page, now: _Page, size: Size) -> Edges:
    """Where two pages differ, compared piece by piece; something, where they don't."""
    from PIL import ImageChops  # noqa: PLC0415 - as above

    width, height = size
    found: list[Edges] = []
    for upper in range(0, height, _ROWS):
        rows = (0, upper, width, min(upper + _ROWS, height))
        box = ImageChops.difference(_part(before, rows), _part(now, rows)).getbbox()
        if box is not None:
            found.append((box[0], box[1] + upper, box[2], box[3] + upper))
    if not found:
        return 0, 0, 1, 1
    lefts, uppers, rights, lowers = zip(*found, strict=True)
    return min(lefts), min(uppers), max(rights), max(lowers)


def _part(page: _Page, edges: Edges) -> Image.Image:
    """Of a page as wide as its film."""
    from PIL import Image  # noqa: PLC0415 - as above

    left, upper, right, lower = edges
    part = Image.new("RGB", (right - left, lower - upper), page.ground)
    top = STRIP if page.above is not None else 0
    end, across = min(lower, top + page.picture.height), min(right, page.picture.width)
    for first in range(max(upper, top), end, _ROWS):
        rows = (left, first - top, across, min(first + _ROWS, end) - top)
        part.paste(page.picture.crop(rows).convert("RGB"), (0, first - upper))
    if page.above is not None and upper < top:
        part.paste(page.above.crop((left, upper, right, min(lower, top))), (0, 0))
    return part


def _frame(one: Piece, milliseconds: int) -> bytes:
    place = (one.x // 2, one.y // 2, one.width - 1, one.height - 1, milliseconds)
    head = b"".join(map(_three, place)) + bytes([_REPLACING])
    still = b"".join(_chunk(kind, data) for kind, data in _chunks(one.webp) if kind != _EXTENDED)
    return _chunk(b"ANMF", head + still)


def _chunks(webp: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at < len(webp):
        kind, length = struct.unpack_from("<4sI", webp, at)
        yield kind, webp[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
