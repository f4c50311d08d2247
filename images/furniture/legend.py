"""What the signs of a picture mean, said to those who learn the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from PIL import Image

from engine.text import text
from images.paint.cache import Same, cached
from images.paint.canvas import Canvas, Drawn
from images.paint.colour import Colour
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import measure
from images.paint.palette import Palette
from images.paint.theme import NOTE, Theme
from images.words import Words

LINE = 42
_STYLE = NOTE.at(27)
_SIGN_GAP = 8
_BETWEEN = 28
_SPACE = 8

Entry: TypeAlias = "tuple[Image.Image, str]"
"""A sign and what it means."""


def entries(words: Words, prefix: str, signs: Mapping[str, Image.Image]) -> tuple[Entry, ...]:
    """Signs by their key below `prefix`; none for who knows the game."""
    if not words.learning:
        return ()
    return tuple((sign, words(text(f"{prefix}.{key}"))) for key, sign in signs.items())


def names(
    words: Words, signs: Mapping[str, Image.Image], named: str, told: str
) -> tuple[Entry, ...]:
    """Signs with names that the reader's language doesn't know, and what they mean in it.

    `named`, `told`: where the keys of names begin, and of names with their meaning.
    """
    found = ((key, words(text(f"{told}.{key}"))) for key in signs if words.learning)
    return tuple((signs[key], said) for key, said in found if said != words(text(f"{named}.{key}")))


def height(entries: Sequence[Entry], width: int) -> int:
    """Of all lines and the space above; 0 where nothing is explained."""
    return len(_lines(entries, width)) * LINE + _SPACE if entries else 0


def draw(canvas: Canvas, box: Box, entries: Sequence[Entry], theme: Theme) -> None:
    """Every sign with its words, line by line from the left, on the game's paper."""
    y = box.y + _SPACE
    for line in _lines(entries, box.w):
        x = box.x
        for sign, said in line:
            drawn = _explained(Same(sign), said, theme.paper, canvas.palette)
            canvas.place(drawn, x, y)
            x += drawn.image.width + _BETWEEN
        y += LINE


# Each by itself: of all together hardly two hands have the same.
@cached
def _explained(sign: Same, said: str, ground: Colour, palette: Palette | None) -> Drawn:
    room = Box(0, 0, _width((sign.image, said)), LINE)
    canvas = Canvas(Image.new("RGB", (room.w, room.h), ground))
    canvas.put_middle(sign.image, room.left(sign.image.width))
    canvas.write(room.past(sign.image.width + _SIGN_GAP), said, _STYLE)
    return flat(canvas.drawn(), palette)


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
