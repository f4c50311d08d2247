"""A picture's page and its head: the game's name at the left, its rounds at the right."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from images import theme
from images.canvas import Canvas
from images.indexed import Indexed
from images.layout import Box
from images.lettering import measure
from images.ornaments import MARGIN, bind, laurels, medal, rule, seal
from images.palette import Palette
from images.theme import Style

HEAD = 128
"""Height of the head, its rule and the space below included."""

TITLE = 52
"""Height of a section's title."""

CROWNED = 206
"""Height of a result's head, the space below included."""

NUMERALS = ("I", "II", "III", "IV")
_TITLE = 230
_MEDAL = 74
_RULE = 22
_SPACE = 14
_WON = Style("heading", (60, 54, 48, 44, 40), theme.RUBRIC)
_LEAST_WON = _WON.sizes[-1]
_WON_IN_LINES = Style("heading", (44, 40, 36, 32, 28), theme.RUBRIC)


def sheet(height: int, colours: Palette) -> tuple[Indexed, Box]:
    """A fresh page with room for `height` px, and the box to write in."""
    whole = Box(0, 0, theme.WIDTH, height + 2 * MARGIN)
    return _page(whole.w, whole.h, colours).copy(), whole.inset(MARGIN)


@lru_cache(maxsize=8)
def _page(width: int, height: int, colours: Palette) -> Indexed:
    canvas = Indexed.blank(width, height, colours, theme.PARCHMENT)
    bind(canvas, Box(0, 0, width, height))
    return canvas


def head(canvas: Canvas, box: Box, title: str, rounds: int, done: int, now: int) -> Box:
    """Title and rounds: `done` of them sealed, round `now` (from 1) in gold.

    Returns the room between, for two lines.
    """
    room = titled(canvas, box, title, rounds * _MEDAL)
    medals = _medals(rounds, done, now)
    canvas.put(medals, room.right + _SPACE, box.y)
    return room


@lru_cache(maxsize=32)
def _medals(rounds: int, done: int, now: int) -> Image.Image:
    box = Box(0, 0, rounds * _MEDAL, HEAD - _RULE)
    canvas = Canvas(Image.new("RGB", (box.w, box.h), theme.PARCHMENT))
    for index, place in enumerate(box.columns(rounds, 6)):
        if index < done:
            canvas.put_middle(seal(68, NUMERALS[index]), place)
        else:
            state = "now" if index == now - 1 else "later"
            canvas.put_middle(medal(66, NUMERALS[index], state), place)
    return canvas.drawn().image


def titled(canvas: Canvas, box: Box, title: str, right: int) -> Box:
    """A head with room for `right` px at its right; returns the room for two lines between."""
    line = box.top(HEAD - _RULE)
    canvas.write(line.left(_TITLE - _SPACE).inset(0, 5), title, theme.TITLE, lines=2)
    canvas.put(rule(box.w), line.x, line.bottom)
    return line.past(_TITLE + 10).left(box.w - right - _TITLE - 10 - _SPACE)


def section(canvas: Canvas, box: Box, title: str, *, free: bool = False) -> None:
    """A title over a thin line; `free` if it names players."""
    canvas.write(box.top(TITLE - 8), title, theme.HEADING.tinted(theme.RUBRIC), free=free)
    canvas.fill(Box(box.x, box.y + TITLE - 8, box.w, 1), theme.PARCHMENT_LINE)


def crowned(canvas: Canvas, box: Box, won: str, sign: Image.Image | None = None) -> None:
    """A result's head: who has won, under a crown or another sign; on one line if that may be."""
    sign = sign or laurels(520, 76)
    canvas.put(sign, box.middle[0] - sign.width // 2, box.y - 10)
    one = measure(won, _WON.face, _LEAST_WON) <= box.w
    style = _WON if one else _WON_IN_LINES
    line = box.below(62).top(CROWNED - 92)
    canvas.write(line, won, style, "center", lines=1 if one else 3, free=True)
    canvas.put(rule(box.w), box.x, box.y + CROWNED - 28)
