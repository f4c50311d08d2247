"""What the signs of the board mean."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.lettering import measure
from images.london.emblems import icon
from images.london.pawns import beadle
from images.london.rewards import coin, second
from images.ornaments import MARGIN
from images.theme import Style
from images.words import Words

_KEYS = (
    "vp",
    "recruit",
    "move",
    "plantation",
    "draw",
    "neutral",
    "mayor",
    "second",
    "guildhall",
    "pawn",
    "master",
    "card",
    "town",
    "beadle",
    "growth",
)
_LINE = 34
_SIGN = 28
_STYLE = Style("text", (22,), theme.INK_SOFT)
_BETWEEN = 22


def height(words: Words) -> int:
    """Of all its lines."""
    return len(_lines(_said(words))) * _LINE


def draw(canvas: Canvas, box: Box, words: Words) -> None:
    """All signs with a word each."""
    canvas.place(_drawn(_said(words)), box.x, box.y)


def _said(words: Words) -> tuple[str, ...]:
    return tuple(words(text(f"london.picture.legend.{key}")) for key in _KEYS)


def _lines(said: tuple[str, ...]) -> list[list[tuple[str, str, int]]]:
    """(sign, words, width), line by line."""
    room = theme.WIDTH - 2 * MARGIN
    lines: list[list[tuple[str, str, int]]] = [[]]
    used = 0
    for key, words in zip(_KEYS, said, strict=True):
        wide = _SIGN + 8 + measure(words, _STYLE.face, 22) + _BETWEEN
        if used + wide - _BETWEEN > room:
            lines.append([])
            used = 0
        lines[-1].append((key, words, wide))
        used += wide
    return lines


@lru_cache(maxsize=4)
def _drawn(said: tuple[str, ...]) -> Drawn:
    lines = _lines(said)
    width = theme.WIDTH - 2 * MARGIN
    canvas = Canvas(Image.new("RGB", (width, len(lines) * _LINE), theme.PARCHMENT))
    for row, line in enumerate(lines):
        x = (width - sum(wide for *_, wide in line) + _BETWEEN) // 2
        for key, words, wide in line:
            sign = _sign(key)
            place = Box(x, row * _LINE, wide, _LINE)
            canvas.put_middle(sign, place.left(_SIGN))
            canvas.write(place.past(_SIGN + 8), words, _STYLE)
            x += wide
    return canvas.drawn()


def _sign(key: str) -> Image.Image:
    if key == "vp":
        return coin("", _SIGN)
    if key == "beadle":
        return beadle(_SIGN, _LINE - 2)
    return second("", _SIGN) if key == "second" else icon(key, _SIGN)
