"""Large faction cards to choose from; those that can't be played are pale and barred."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from images import theme
from images.canvas import Canvas, Drawn
from images.colour import mix
from images.corrompue.factions import FADED, arms, barred, pale
from images.fonts import cap_height
from images.heraldry import emblem
from images.layout import Box
from images.lettering import line
from images.sketch import Sketch, stamped
from images.theme import Style

HEIGHT = 206
_FOOT = 42
_NUMERAL = 60
_ROOMY = 120
"""From this width on there is room beside the numeral."""

_NAME = Style("heading", (26, 24, 22))


def face(canvas: Canvas, place: Box, name: str, faction: str, *, blocked: bool) -> None:
    """A large card ("noblesse:10") and the name of its faction."""
    canvas.put(_card(name, place.w, blocked), place.x, place.y)
    canvas.place(_name(faction, place.w - 8, blocked), place.x + 4, place.y + HEIGHT - _FOOT)


@lru_cache(maxsize=48)
def _name(faction: str, width: int, blocked: bool) -> Drawn:  # noqa: FBT001 - by position
    size = (width, _FOOT - 6)
    ground = mix(theme.CREAM, theme.PARCHMENT, FADED) if blocked else theme.CREAM
    canvas = Canvas(Image.new("RGB", size, ground))
    style = _NAME.tinted(theme.INK_SOFT) if blocked else _NAME
    canvas.write(Box(0, 0, *size), faction, style, "center")
    return canvas.drawn()


@lru_cache(maxsize=152)
def _card(name: str, width: int, blocked: bool) -> Image.Image:  # noqa: FBT001 - by position
    """Colour, value and emblem above, room for a name below; every card in two widths."""
    faction, _, value = name.partition(":")
    one = arms()[faction]
    sketch = Sketch(width, HEIGHT, theme.PARCHMENT)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK, 13)
    sketch.box(box.inset(2), theme.CREAM, 11)
    field = Box(7, 7, width - 14, HEIGHT - _FOOT - 7)
    sketch.box(field, one.colour, 6)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    drawn = line(value, "strong", _NUMERAL)
    baseline = field.y + 13 + cap_height("strong", _NUMERAL)
    stamped(sprite, drawn.mask, one.ink, field.x + 12 - drawn.left, baseline - drawn.baseline)
    size = round(width * 0.6)
    emblem(sprite, one, size, (width // 2, field.bottom - size // 2 - 14))
    if blocked:
        sprite = pale(sprite).convert("RGB")
        free = width >= _ROOMY
        sign = barred(40 if free else 34)
        sprite.paste(sign, (width - sign.width - 9, 13 if free else 64), sign)
    return sprite
