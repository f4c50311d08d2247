"""What is written in a picture and how, and what stands apart in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import combinations
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image

from images.furniture.frames import MARGIN
from images.paint.canvas import Canvas
from images.paint.colour import Colour
from images.paint.indexed import Indexed
from images.paint.layout import Box
from images.paint.lettering import Fitted, fit
from images.paint.theme import WIDTH, Style


class Written(NamedTuple):
    """Words as they were set, with the sign before them, if any."""

    words: str
    fitted: Fitted
    sign: Image.Image | None


@contextmanager
def all_written() -> Iterator[list[Written]]:
    """All that is written meanwhile, but for what is taken from what was drawn before."""
    found: list[Written] = []
    write = Canvas.write

    def noted(canvas: Canvas, box: Box, words: str, style: Style, *how: Any, **more: Any) -> None:
        sign, lines = more.get("sign"), how[1] if len(how) > 1 else more.get("lines", 1)
        room = box.w - (sign.width + 8 if sign else 0)
        found.append(Written(words, fit(words, style.setting, room, box.h, lines), sign))
        write(canvas, box, words, style, *how, **more)

    with patch.object(Canvas, "write", noted):
        yield found


def ink(image: Image.Image, colours: Sequence[Colour]) -> Image.Image:
    """A mask of where a picture has these colours."""
    pixels = zip(*[iter(image.convert("RGB").tobytes())] * 3, strict=True)
    return Image.frombytes("L", image.size, bytes(255 * (pixel in colours) for pixel in pixels))


def groups(image: Image.Image, ground: Sequence[Colour], apart: int) -> list[tuple[int, int]]:
    """From left to right where anything stands that is `apart` px or more from what is beside."""
    found: list[tuple[int, int]] = []
    bare = ink(image, ground)
    for x in range(image.width):
        if bare.crop((x, 0, x + 1, image.height)).getextrema()[0] == 255:
            continue
        if found and x - found[-1][1] < apart:
            found[-1] = found[-1][0], x + 1
        else:
            found.append((x, x + 1))
    return found


class Laid(NamedTuple):
    """Where a sprite, or else a line of words, is laid, and on which page."""

    page: int
    box: Box
    words: bool


@contextmanager
def all_laid() -> Iterator[list[Laid]]:
    """All that is laid on pages meanwhile within their frames, in order."""
    found: list[Laid] = []
    put, inked = Indexed.put, Indexed._ink
    inner = Box(0, 0, WIDTH, 10_000).inset(MARGIN - 10, 0)

    def note(page: Indexed, box: Box, *, words: bool) -> None:
        whole = page._image.width - page.palette.filters == WIDTH
        if whole and holds(inner, box):
            found.append(Laid(id(page), box, words))

    def putting(canvas: Indexed, sprite: Image.Image, x: int, y: int) -> None:
        note(canvas, Box(x, y, *sprite.size), words=False)
        put(canvas, sprite, x, y)

    def inking(canvas: Indexed, mask: Image.Image, colour: Colour, x: int, y: int) -> None:
        note(canvas, Box(x, y, *mask.size), words=True)
        inked(canvas, mask, colour, x, y)

    with patch.object(Indexed, "put", putting), patch.object(Indexed, "_ink", inking):
        yield found


def holds(outer: Box, inner: Box) -> bool:
    """Whether no pixel of the inner one is beyond the outer."""
    across = outer.x <= inner.x and inner.right <= outer.right
    return across and outer.y <= inner.y and inner.bottom <= outer.bottom


def covered(laid: Sequence[Laid]) -> list[tuple[Box, Box]]:
    """What is covered by something else than what stands wholly on it.

    Lines of one text touch where a letter's tail meets an accent.
    """
    return [
        (one.box, other.box)
        for one, other in combinations(laid, 2)
        if one.page == other.page
        and not (one.words and other.words)
        and one.box.touches(other.box)
        and not holds(one.box, other.box)
    ]
