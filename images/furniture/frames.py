"""The frame of a picture, of a game's own edging, and its wordmark below."""

from __future__ import annotations

from PIL import Image

from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.colour import mix
from images.paint.layout import Box
from images.paint.lettering import measure
from images.paint.sketch import Sketch
from images.paint.theme import CREAM, GOLD_LIGHT, INK, Style, Theme

FRAME = 26
"""Width of the frame on every side."""

MARGIN = 36
"""From the picture's edge to what is written."""

FOOT = 62
"""The same below, where the wordmark is."""

EDGE = 44
"""How far a frame reaches inwards; below, its wordmark reaches as far as the foot."""

_SHADES = 4
_MARK = 46
_SIZE = 32


def bind(canvas: Canvas, box: Box, theme: Theme) -> None:
    """Frame a page: its edge darkens, its corners are held."""
    for step in range(_SHADES):
        depth = 1 - step / _SHADES
        tone = mix(theme.paper, theme.shade, depth * depth)
        canvas.fill(box.inset(FRAME + 2 * step), tone)
    canvas.fill(box.inset(FRAME + 2 * _SHADES), theme.paper)
    upper = _strip(theme, box.w)
    side = _side(theme, box.h)
    canvas.put(side, box.x, box.y)
    canvas.put(side.transpose(Image.Transpose.FLIP_LEFT_RIGHT), box.right - FRAME, box.y)
    canvas.put(upper, box.x, box.y)
    canvas.put(upper.transpose(Image.Transpose.FLIP_TOP_BOTTOM), box.x, box.bottom - FRAME)
    corner = theme.corner(theme.cover)
    for x in (box.x, box.right - corner.width):
        for y in (box.y, box.bottom - corner.height):
            canvas.put(corner, x, y)


def name(canvas: Canvas, box: Box, theme: Theme, wordmark: str) -> None:
    """Write the game's name at the foot of a frame."""
    mark = _cartouche(theme, wordmark)
    canvas.put(mark, box.middle[0] - mark.width // 2, box.bottom - _MARK - 4)


def _strip(theme: Theme, length: int) -> Image.Image:
    """The edging along the upper side, the same from its middle to both ends."""
    piece = theme.edging(theme.cover)
    strip = Image.new("RGB", (length, FRAME))
    for x in range(_start(length, piece.width), length, piece.width):
        strip.paste(piece, (x, 0))
    return strip


def _side(theme: Theme, length: int) -> Image.Image:
    """The same down the left side."""
    piece = theme.flank(theme.cover)
    strip = Image.new("RGB", (FRAME, length))
    for y in range(_start(length, piece.height), length, piece.height):
        strip.paste(piece, (0, y))
    return strip


def _start(length: int, step: int) -> int:
    """Where repeated pieces begin so that one of them stands in the middle; 0 or less."""
    return (length - step) // 2 % step - step


@cached
def _cartouche(theme: Theme, wordmark: str) -> Image.Image:
    """The game's name on a plate that lies on the frame."""
    style = Style(theme.face, (_SIZE,), CREAM)
    width = measure(wordmark, theme.face, _SIZE) + 72
    sketch = Sketch(width, _MARK)
    middle = _MARK / 2
    for inset, colour in ((0, INK), (1.5, theme.cover.trim), (4, theme.cover.dark)):
        left, right, top, bottom = inset * 1.6, width - inset * 1.6, inset, _MARK - inset
        sketch.polygon(
            (
                (left, middle),
                (left + 16, top),
                (right - 16, top),
                (right, middle),
                (right - 16, bottom),
                (left + 16, bottom),
            ),
            colour,
        )
    for x in (19, width - 19):
        sketch.disc(x, middle, 3.5, GOLD_LIGHT)
    canvas = Canvas(sketch.done())
    canvas.write(Box(0, 0, width, _MARK), wordmark, style, "center")
    return canvas.drawn().image
