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

CHOICE = (214, 270)
"""A large card; narrower where six or seven lie side by side."""

PILE = (136, 158)
"""A small pile with its name below."""

_SMALL = (84, 108)
_FOOT = 104
_CHIPS = 48
_NAME = Style("heading", (36, 34, 32, 30, 28, 26))
_SMALL_NAME = Style("text", (28, 26))


@cached
def face(
    guild: str,
    name: str,
    worth: tuple[str, ...],
    counting: int,
    width: int,
    chosen: bool,  # noqa: FBT001 - it is found quickest by position
) -> Drawn:
    """A large card; the votes of the ranks that count in this ballot are dark."""
    canvas = Canvas(_blank(guild, width, chosen))
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


def _blank(guild: str, width: int, chosen: bool) -> Image.Image:  # noqa: FBT001 - inner step
    """Colour and emblem above, room for words below."""
    one = arms()[guild]
    height = CHOICE[1]
    sketch = Sketch(width, height, THEME.paper)
    box = Box(0, 0, width, height)
    sketch.box(box, theme.GOLD_DARK if chosen else theme.INK, 14)
    if chosen:
        sketch.box(box.inset(1), theme.GOLD, 13)
        sketch.box(box.inset(6), theme.INK, 9)
    edge = 7 if chosen else 2
    sketch.box(box.inset(edge), theme.CREAM, 8 if chosen else 12)
    field = Box(edge + 5, edge + 5, width - 2 * edge - 10, height - _FOOT - edge - 5)
    sketch.box(field, one.colour, 7)
    sketch.frame(field.inset(4), one.ink, 1.2, 4)
    sprite = sketch.done()
    inner = min(field.h - 26, field.w - 30)
    x, y = field.middle
    mask = stencil(one.emblem, inner, one.turn)
    stamped(sprite, mask, one.ink, x - inner // 2, y - inner // 2)
    return sprite
