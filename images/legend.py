"""What the signs of a picture mean, in as many lines as that takes."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from images.canvas import Canvas
from images.layout import Box
from images.lettering import measure
from images.theme import NOTE

LINE = 42
_STYLE = NOTE.at(26)
_SIGN_GAP = 8
_BETWEEN = 28

Entry = tuple[Image.Image, str]
"""A sign and what it means."""


def height(entries: Sequence[Entry], width: int) -> int:
    """Of all lines."""
    return len(_lines(entries, width)) * LINE


def draw(canvas: Canvas, box: Box, entries: Sequence[Entry]) -> None:
    """Every sign with its words, line by line from the left."""
    for row, line in enumerate(_lines(entries, box.w)):
        x = box.x
        for sign, said in line:
            wide = _width((sign, said))
            place = Box(x, box.y + row * LINE, wide, LINE)
            canvas.put_middle(sign, place.left(sign.width))
            canvas.write(place.past(sign.width + _SIGN_GAP), said, _STYLE)
            x += wide + _BETWEEN


def _lines(entries: Sequence[Entry], width: int) -> list[list[Entry]]:
    lines: list[list[Entry]] = [[]]
    used = 0
    for entry in entries:
        wide = _width(entry)
        if lines[-1] and used + wide > width:
            lines.append([])
            used = 0
        lines[-1].append(entry)
        used += wide + _BETWEEN
    return lines


def _width(entry: Entry) -> int:
    sign, said = entry
    return sign.width + _SIGN_GAP + measure(said, _STYLE.face, _STYLE.sizes[0])
