"""Guild cards with words on them: large ones to choose from, small ones in piles."""

from __future__ import annotations

from PIL import Image

from images import theme
from images.cache import cached
from images.canvas import Canvas, Drawn
from images.guildes import parts
from images.guildes.guilds import arms, card
from images.guildes.theme import THEME
from images.indexed import flat
from images.layout import Box
from images.ornaments import medal
from images.sketch import Sketch, stamped
from images.theme import Style
from images.vector import stencil

CHOICE = (192, 212)
"""A large card; narrower where six lie side by side."""

PILE = (140, 130)
"""A small pile with its name below."""

_SMALL = (66, 84)
_FOOT = 96
_CHIPS = 46
_NAME = Style("heading", (36, 34, 32, 30, 28, 27))
_SMALL_NAME = Style("text", (28, 27))


@cached
def face(
    guild: str,
    name: str,
    worth: tuple[str, ...],
    counting: int,
    width: int,
) -> Drawn:
    """A large card; the votes of the ranks that count in this ballot are dark."""
    canvas = Canvas(_blank(guild, width))
    label = Box(7, CHOICE[1] - _FOOT, width - 14, _FOOT - _CHIPS - 8)
    canvas.write(label, name, _NAME, "center")
    chips = Box(7, CHOICE[1] - _CHIPS - 6, width - 14, _CHIPS - 4)
    parts.ranks(canvas, chips, worth, counting, centred=True, ground=theme.CREAM)
    return flat(canvas.drawn(), parts.colours())


@cached
def pile(guild: str, name: str, count: int) -> Drawn:
    """A small pile of one guild's cards, its number and name."""
    canvas = Canvas(Image.new("RGB", PILE, THEME.paper))
    shown = min(count, 3)
    x = (PILE[0] - _SMALL[0]) // 2 - 3 * (shown - 1)
    for index in reversed(range(shown)):
        canvas.put(card(guild, *_SMALL), x + index * 6, 2 + index * 2)
    if count > 1:
        canvas.put(medal(46, f"×{count}", "now"), x + _SMALL[0] - 14, 0)
    canvas.write(Box(0, PILE[1] - 38, PILE[0], 36), name, _SMALL_NAME, "center")
    return canvas.drawn()


def _blank(guild: str, width: int) -> Image.Image:
    """Colour and emblem above, room for words below."""
    one = arms()[guild]
    height = CHOICE[1]
    sketch = Sketch(width, height, THEME.paper)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.INK, 14)
    sketch.box(box.inset(2), theme.CREAM, 12)
    field = Box(7, 7, width - 14, height - _FOOT - 7)
    sketch.box(field, one.colour, 7)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    inner = min(field.h - 18, field.w - 30)
    x, y = field.middle
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, x - inner // 2, y - inner // 2)
    return sprite
