"""The table in a film: the same places in every frame, what has changed ringed, and told above."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PIL import Image

from engine.game import View
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.pictures import Shot

V = TypeVar("V", bound=View)

_RADIUS = 10


def ring(
    canvas: Canvas, box: Box, view: V, shot: Shot[V] | None, of: Callable[[V], object]
) -> None:
    """Ring a place of which there is something that differs from the frame before."""
    if shot is None or shot.before is None:
        return
    now = of(view)
    if now and now != of(shot.before):
        canvas.put(lit(box.w, box.h), box.x, box.y)


@cached
def lit(width: int, height: int) -> Image.Image:
    """A rim of wax and gold around what the eye is to find first."""
    sketch = Sketch(width, height)
    box = Box(0, 0, width, height)
    sketch.frame(box, theme.INK, 8, _RADIUS)
    sketch.frame(box.inset(1), theme.WAX, 5, _RADIUS - 1)
    sketch.frame(box.inset(5), theme.GOLD_LIGHT, 2, _RADIUS - 5)
    return sketch.done()


_MARGIN = 36
_SAID = Style("heading", (56, 52, 48, 44, 40, 36, 32), theme.CREAM)


def say(page: Image.Image, said: str, height: int) -> None:
    """Set it at the top of a page that is wide enough, in a strip of this height."""
    if page.width <= 2 * _MARGIN:
        return
    canvas, strip = Canvas(page), Box(0, 0, page.width, height)
    canvas.fill(strip, theme.INK)
    canvas.write(strip.inset(_MARGIN, 8), said, _SAID, "center", lines=2, free=True)
