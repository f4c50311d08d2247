"""Large faction cards to choose from; those that can't be played are grey and barred."""

from __future__ import annotations

from PIL import Image

from images import theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.corrompue.factions import arms, barred, worn
from images.corrompue.parts import colours
from images.corrompue.theme import THEME
from images.fonts import cap_height
from images.heraldry import emblem
from images.layout import Box
from images.lettering import line
from images.sketch import Sketch, stamped
from images.theme import Style

HEIGHT = 226
_FOOT = 46
_NUMERAL = 66
_NAME = Style("heading", (32, 30, 28, 27))


def face(canvas: Canvas, place: Box, name: str, faction: str, *, blocked: bool) -> None:
    """A large card ("noblesse:10") and the name of its faction."""
    canvas.put(_card(name, place.w, blocked), place.x, place.y)
    canvas.place(_name(faction, place.w - 8, blocked), place.x + 4, place.y + HEIGHT - _FOOT)


@cached
def _name(faction: str, width: int, blocked: bool) -> Drawn:  # noqa: FBT001 - by position
    size = (width, _FOOT - 6)
    canvas = Canvas(Image.new("RGB", size, theme.CREAM))
    style = _NAME.tinted(theme.INK_SOFT) if blocked else _NAME
    canvas.write(Box(0, 0, *size), faction, style, "center")
    return canvas.drawn()


@cached
def _card(name: str, width: int, blocked: bool) -> Image.Image:  # noqa: FBT001 - by position
    """Colour, value and emblem above, room for a name below; grey and barred if `blocked`."""
    faction, _, value = name.partition(":")
    one = worn(arms()[faction], grey=blocked)
    sketch = Sketch(width, HEIGHT, THEME.paper)
    box = Box(0, 0, width, HEIGHT)
    sketch.box(box, theme.INK_SOFT if blocked else theme.INK, 13)
    sketch.box(box.inset(2), theme.CREAM, 11)
    field = Box(7, 7, width - 14, HEIGHT - _FOOT - 7)
    sketch.box(field, one.colour, 6)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    drawn = line(value, "strong", _NUMERAL)
    baseline = field.y + 13 + cap_height("strong", _NUMERAL)
    stamped(sprite, drawn.mask, one.ink, field.x + 12 - drawn.left, baseline - drawn.baseline)
    size = min(round(width * 0.6), 92)
    emblem(sprite, one, size, (width // 2, field.bottom - size // 2 - 12))
    if blocked:
        sign = barred(44)
        sprite.paste(sign, (width - sign.width - 12, 14), sign)
    return colours().reduced(sprite)
