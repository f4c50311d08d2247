"""What is written in a picture and how, and what stands apart in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple
from unittest.mock import patch

from PIL import Image

from images.paint.canvas import Canvas
from images.paint.colour import Colour
from images.paint.layout import Box
from images.paint.lettering import Fitted, fit
from images.paint.theme import Style


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
