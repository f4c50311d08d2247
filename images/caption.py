"""What is said above the pictures of a film."""

from __future__ import annotations

from PIL import Image

from images import theme
from images.canvas import Canvas
from images.layout import Box
from images.theme import Style

_MARGIN = 36
_SAID = Style("heading", (56, 52, 48, 44, 40, 36, 32), theme.CREAM)


def say(page: Image.Image, said: str, height: int) -> None:
    """Set it at the top of a page that is wide enough, in a strip of this height."""
    if page.width <= 2 * _MARGIN:
        return
    canvas, strip = Canvas(page), Box(0, 0, page.width, height)
    canvas.fill(strip, theme.INK)
    canvas.write(strip.inset(_MARGIN, 8), said, _SAID, "center", lines=2, free=True)
