"""Large faction cards to choose from; those that can't be played are pale and barred."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from images import theme
from images.canvas import Canvas, Drawn
from images.corrompue.factions import arms, barred, pale
from images.fonts import cap_height
from images.heraldry import emblem
from images.layout import Box
from images.lettering import line
from images.sketch import Sketch, stamped
from images.theme import Style

HEIGHT = 214
_FOOT = 46
_NUMERAL = 60
_TITLE = Style("heading", (28, 26, 24, 22))


@lru_cache(maxsize=96)
def face(name: str, said: str, width: int, blocked: bool) -> Drawn:  # noqa: FBT001 - by position
    """A large card ("noblesse:10") called `said`."""
    sprite = _blank(name, width)
    if blocked:
        sprite = pale(sprite).convert("RGB")
    canvas = Canvas(sprite)
    style = _TITLE.tinted(theme.INK_SOFT) if blocked else _TITLE
    canvas.write(Box(5, HEIGHT - _FOOT, width - 10, _FOOT - 6), said, style, "center")
    if blocked:
        canvas.put(barred(42), width - 50, 12)
    return canvas.drawn()


def _blank(name: str, width: int) -> Image.Image:
    """Colour, value and emblem above, room for the name below."""
    faction, _, value = name.partition(":")
    one = arms()[faction]
    sketch = Sketch(width, HEIGHT, theme.PARCHMENT)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK, 13)
    sketch.box(box.inset(2), theme.CREAM, 11)
    field = Box(7, 7, width - 14, HEIGHT - _FOOT - 9)
    sketch.box(field, one.colour, 6)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    drawn = line(value, "strong", _NUMERAL)
    baseline = field.y + 14 + cap_height("strong", _NUMERAL)
    stamped(sprite, drawn.mask, one.ink, field.x + 14 - drawn.left, baseline - drawn.baseline)
    emblem(
        sprite, one, 84, (field.right - 56 if width > 150 else width // 2 + 12, field.bottom - 56)
    )
    return sprite
